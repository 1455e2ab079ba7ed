import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Preparation, PreparedFile, ReferenceLimits } from '../../../src/engine/images/answers.ts'
import { privateRemains, withChunk, withSegment } from './support/bytes.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { flat, oriented, textured } from './support/pictures.ts'
import { expectSound } from './support/prepared.ts'
import { repositoryRoot } from './support/workshop.ts'

const shop = useLentWorkshop()
const service: ReferenceLimits = { maxEdge: 4096, maxBytes: 8 * 2 ** 20 }
const photos = resolve(repositoryRoot, '..', 'shared', 'photos')
if (!existsSync(photos)) process.stdout.write(`No photographs at ${photos}: the tests on real ones are skipped.\n`)

function accepted(preparation: Preparation): PreparedFile {
  if (preparation.decision === 'refused') throw new Error(preparation.reason)
  return preparation
}

/** Prepares it and checks what must hold of every prepared file. */
async function prepare(name: string, bytes: Buffer, limits: Partial<ReferenceLimits> = {}) {
  const within = { ...service, ...limits }
  const file = accepted(await shop.images.prepareReference(await shop.write(name, bytes), within))
  const { prepared, metadata } = await expectSound(file, within)
  return { file, prepared, metadata }
}

async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

describe('a reference that is right already', () => {
  it.each([
    ['jpeg', () => textured(600, 400).jpeg()],
    ['png', () => textured(600, 400).png()],
    ['png', () => textured(600, 400, 4).png()],
    ['webp', () => textured(600, 400).webp()],
    ['gif', () => textured(60, 40).gif()],
    ['png', () => textured(600, 400).png({ palette: true })],
    ['png', () => textured(600, 400).png({ progressive: true })],
    ['jpeg', () => textured(600, 400).jpeg({ progressive: true })],
    ['jpeg', () => textured(600, 400).greyscale().jpeg()],
  ])('is passed on untouched (%s)', async (format, make) => {
    const path = await shop.write(`right.${format}`, await make().toBuffer())
    const file = accepted(await shop.images.prepareReference(path, service))
    expect(file).toMatchObject({ decision: 'as-is', path, format, quality: null, steps: [] })
    expect(file.sha256).toBe(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    )
  })

  it('needs no sRGB profile, which is told from others by its numbers: the rest stays as it is', async () => {
    const picture = () => textured(600, 400)
    const bytes = await picture().withIccProfile('srgb').jpeg().toBuffer()
    const { file, prepared } = await prepare('srgb.jpg', bytes)
    expect(file).toMatchObject({ decision: 'encoded', quality: null })
    expect(prepared.equals(await picture().jpeg().toBuffer())).toBe(true)
  })

  it('is told by its content, whatever its name says', async () => {
    const { file } = await prepare('really-a-png.jpg', await textured(300, 200).png().toBuffer())
    expect(file).toMatchObject({ decision: 'as-is', format: 'png' })
  })
})

describe('limits', () => {
  it('let a longest edge of exactly the limit pass, and make one pixel more smaller (O82, O83)', async () => {
    const at = await prepare('edge-at.jpg', await flat(640, 100).jpeg().toBuffer(), { maxEdge: 640 })
    expect(at.file.decision).toBe('as-is')
    const over = await prepare('edge-over.jpg', await flat(641, 100).jpeg().toBuffer(), { maxEdge: 640 })
    expect(over.file).toMatchObject({ decision: 'encoded', width: 640, height: 100 })
    expect(over.file.steps).toContain('made smaller from 641 × 100 px to 640 × 100 px')
    const tall = await prepare('edge-tall.jpg', await flat(100, 641).jpeg().toBuffer(), { maxEdge: 640 })
    expect(tall.file).toMatchObject({ decision: 'encoded', width: 100, height: 640 })
  })

  it('let a file of exactly the bytes pass, and encode one byte more anew (O80, O83)', async () => {
    const bytes = await textured(900, 600).jpeg({ quality: 95 }).toBuffer()
    expect((await prepare('bytes-at.jpg', bytes, { maxBytes: bytes.length })).file.decision).toBe('as-is')
    const { file } = await prepare('bytes-over.jpg', bytes, { maxBytes: bytes.length - 1 })
    expect(file).toMatchObject({ decision: 'encoded', width: 900, height: 600 })
  })

  it('lower the quality first, by no more than is needed', async () => {
    const source = textured(1200, 900)
    const { file } = await prepare('quality.png', await source.png().toBuffer(), { maxBytes: 280_000 })
    expect(file).toMatchObject({ format: 'jpeg', width: 1200, height: 900 })
    expect(file.quality).toBeLessThan(90)
    const better = await source.jpeg({ quality: (file.quality ?? 0) + 1, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(better.length).toBeGreaterThan(280_000)
  })

  it('make the picture smaller where the lowest quality does not fit', async () => {
    const { file } = await prepare('smaller.png', await textured(1200, 800).png().toBuffer(), { maxBytes: 25_000 })
    expect(file.width).toBeLessThan(1200)
    expect(file.width / file.height).toBeCloseTo(1.5, 1)
    expect(file.quality).toBeGreaterThanOrEqual(60)
    expect(file.sizeBytes).toBeGreaterThan(12_500)
  })

  it('refuse more pixels than can be decoded, and take a JPEG beyond that', async () => {
    const grey = (width: number, height: number) => flat(width, height).toColourspace('b-w')
    const png = await shop.write('64mp.png', await grey(8001, 8000).png().toBuffer())
    const refused = await shop.images.prepareReference(png, service)
    expect(refused).toMatchObject({ decision: 'refused', reason: expect.stringMatching(/8001 × 8000.*64 megapixels/) })
    const { file } = await prepare('64mp.jpg', await grey(8001, 8000).jpeg().toBuffer())
    expect(file).toMatchObject({ width: 4096, height: 4095 })
    const most = await prepare('64mp-at.png', await grey(8000, 8000).png().toBuffer(), { maxEdge: 400 })
    expect(most.file).toMatchObject({ width: 400, height: 400 })
  })
})

describe('orientation', () => {
  it('is baked in: all nine come out alike', async () => {
    for (const orientation of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      const { file, prepared, metadata } = await prepare(`o${orientation}.jpg`, await oriented(orientation))
      expect([orientation, file.width, file.height, metadata.orientation ?? 1]).toEqual([orientation, 300, 200, 1])
      const corners = await Promise.all([
        colourAt(prepared, 40, 40),
        colourAt(prepared, 260, 40),
        colourAt(prepared, 40, 160),
      ])
      const names = corners.map((colour) => 'rgb'[colour.indexOf(Math.max(...colour))])
      expect([orientation, ...names]).toEqual([orientation, 'r', 'g', 'b'])
      expect(file.steps.includes('turned upright')).toBe(orientation > 1)
    }
  })

  it.skipIf(!existsSync(photos))('is baked in the same for real photographs', async () => {
    const reference = await sharp(join(photos, 'Landscape_1.jpg')).resize(150, 100).raw().toBuffer()
    for (const orientation of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      const bytes = await readFile(join(photos, `Landscape_${orientation}.jpg`))
      const { prepared } = await prepare(`photo-${orientation}.jpg`, bytes, { maxEdge: 1000 })
      const small = await sharp(prepared).resize(150, 100).raw().toBuffer()
      const difference =
        small.reduce((sum, value, at) => sum + Math.abs(value - (reference[at] ?? 0)), 0) / small.length
      expect([orientation, difference < 6]).toEqual([orientation, true])
    }
  })
})

describe('what is private', () => {
  const exif = { IFD0: { Make: 'SecretCam', Copyright: 'Secret' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } }

  it('goes without touching the picture where the picture is right (O86)', async () => {
    const plain = await textured(600, 400).jpeg({ quality: 80 }).toBuffer()
    const marked = withSegment(withSegment(plain, 0xfe, Buffer.from('Secret')), 0xe1, Buffer.from('Exif\0\0Secret GPS'))
    const trailed = Buffer.concat([marked, Buffer.from('Secret motion photo')])
    const { file, prepared } = await prepare('marked.jpg', trailed)
    expect(file).toMatchObject({ decision: 'encoded', quality: null })
    expect(file.steps).toHaveLength(1)
    expect(prepared.equals(plain)).toBe(true)
  })

  it.each(['jpeg', 'png', 'webp'] as const)('goes from a %s, encoded again or not', async (format) => {
    const bytes = await textured(600, 400)
      .withExif(exif)
      .withXmp('<x:xmpmeta>Secret</x:xmpmeta>')
      .toFormat(format)
      .toBuffer()
    expect(privateRemains(bytes)).not.toEqual([])
    for (const maxEdge of [4096, 300]) {
      const { prepared, metadata } = await prepare(`private-${maxEdge}.${format}`, bytes, { maxEdge })
      expect(privateRemains(prepared)).toEqual([])
      expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
    }
  })

  it('goes from the text of a PNG and the comment of a GIF', async () => {
    const png = withChunk(await textured(60, 40).png().toBuffer(), 'tEXt', Buffer.from('Author\0Secret'))
    expect(privateRemains((await prepare('text.png', png)).prepared)).toEqual([])
    const gif = await textured(60, 40).gif().toBuffer()
    const commented = Buffer.concat([gif.subarray(0, -1), Buffer.from('\x21\xfe\x06Secret\0;', 'latin1')])
    expect(privateRemains((await prepare('comment.gif', commented)).prepared)).toEqual([])
  })

  it.skipIf(!existsSync(photos))('goes from real photographs', async () => {
    for (const name of (await readdir(photos)).filter((each) => each.endsWith('.jpg'))) {
      const { prepared } = await prepare(name, await readFile(join(photos, name)))
      expect([name, ...privateRemains(prepared)]).toEqual([name])
    }
  })
})

describe('animation, alpha and depth', () => {
  const frames = async (format: 'gif' | 'webp') => {
    const colours = [flat(80, 60, '#ff0000'), flat(80, 60, '#0000ff')]
    const pages = await Promise.all(colours.map((frame) => frame.png().toBuffer()))
    return sharp(pages, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
  }

  it.each(['gif', 'webp'] as const)(
    'of an animated %s the first frame is sent, and that is said (O85)',
    async (format) => {
      const { file, prepared } = await prepare(`animated.${format}`, await frames(format))
      expect(file).toMatchObject({ decision: 'encoded', width: 80, height: 60 })
      expect(file.steps).toContain('first frame of the animation only')
      const [red = 0, , blue = 255] = await colourAt(prepared, 40, 30)
      expect(red - blue).toBeGreaterThan(200)
    },
  )

  it('an animated PNG counts as one', async () => {
    const animated = withChunk(await flat(80, 60).png().toBuffer(), 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
    const path = await shop.write('animated.png', animated)
    expect(await shop.images.inspect(path)).toMatchObject({ animated: true, problem: null })
    expect((await prepare('animated-2.png', animated)).file.steps).toContain('first frame of the animation only')
  })

  it('alpha is kept: lossless where that fits, as WebP where it does not', async () => {
    const source = await textured(600, 400, 4).png().toBuffer()
    const roomy = await prepare('alpha.png', source, { maxEdge: 300 })
    expect(roomy.file).toMatchObject({ format: 'png', quality: null })
    const tight = await prepare('alpha-tight.png', source, { maxBytes: 30_000 })
    expect(tight.file.format).toBe('webp')
    for (const { prepared, metadata } of [roomy, tight]) {
      expect(metadata.hasAlpha).toBe(true)
      const { channels } = await sharp(prepared).stats()
      expect(channels[3]?.min).toBeLessThan(3)
      expect(channels[3]?.max).toBeGreaterThan(250)
    }
  })

  it('16 bits become 8', async () => {
    const { file, metadata } = await prepare(
      'deep.png',
      await textured(300, 200).toColourspace('rgb16').png().toBuffer(),
    )
    expect(metadata.depth).toBe('uchar')
    expect(file.steps).toContain('from 16 to 8 bits a channel')
  })
})

describe('the prepared file', () => {
  it('lies under its hash, written once, with nothing left beside it', async () => {
    const bytes = await textured(700, 500).jpeg().toBuffer()
    const first = await prepare('kept.jpg', bytes, { maxEdge: 350 })
    const { mtimeMs } = await stat(first.file.path)
    const second = await prepare('kept-again.jpg', bytes, { maxEdge: 350 })
    expect(second.file.path).toBe(first.file.path)
    expect((await stat(second.file.path)).mtimeMs).toBe(mtimeMs)
    const names = await readdir(join(shop.folder, 'prepared'))
    expect(names.filter((name) => !/^[0-9a-f]{64}\.(jpg|png|webp|gif)$/.test(name))).toEqual([])
  })

  it('is written where a worker died before, whose remains go', async () => {
    const outputFolder = join(shop.folder, 'swept')
    await mkdir(outputFolder)
    const [stale, fresh] = ['.0b0b0b0b-0000-4000-8000-000000000000.tmp', '.0b0b0b0b-0000-4000-8000-000000000001.tmp']
    for (const name of [stale, fresh]) await writeFile(join(outputFolder, name), 'half')
    await utimes(join(outputFolder, stale), 0, 0)
    const images = shop.start({ outputFolder })
    const path = await shop.write('sweeping.jpg', await textured(700, 500).jpeg().toBuffer())
    await images.prepareReference(path, { ...service, maxEdge: 350 })
    const names = await readdir(outputFolder)
    expect([names.includes(stale), names.includes(fresh), names.length]).toEqual([false, true, 2])
  })
})

it('another content than the approved one is refused, by both ways out', async () => {
  const bytes = await flat(40, 30).png().toBuffer()
  const path = await shop.write('approved.png', bytes)
  const sourceSha256 = createHash('sha256').update(bytes).digest('hex')
  const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }
  expect(await shop.images.prepareReference(path, limits, { sourceSha256 })).toMatchObject({ decision: 'as-is' })
  await shop.write('approved.png', await flat(41, 30).png().toBuffer())
  const refused = {
    decision: 'refused',
    reason: expect.stringMatching(/has changed since .*; nothing was sent or charged/),
  }
  expect(await shop.images.prepareReference(path, limits, { sourceSha256 })).toMatchObject(refused)
  expect(await shop.images.prepareUpscale(path, limits, { sourceSha256 })).toMatchObject(refused)
})

it('a prepared file that was damaged where it is kept is made anew', async () => {
  const path = await shop.write('turned.jpg', await oriented(6))
  const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }
  const first = await shop.images.prepareReference(path, limits)
  if (first.decision === 'refused') throw new Error(first.reason)
  const whole = await readFile(first.path)
  await writeFile(first.path, Buffer.alloc(whole.length))
  expect(await shop.images.prepareReference(path, limits)).toEqual(first)
  expect(await readFile(first.path)).toEqual(whole)
})
