import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { apng } from './support/apng-made.ts'
import { animation, avif, box, coded, fullBox, grid, picture, u16, u32 } from './support/avif-made.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { flat, textured } from './support/pictures.ts'

const shop = useLentWorkshop()
const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }
const [red, blue] = ['#ff0000', '#0000ff']

async function sent(path: string) {
  const file = await shop.images.prepareReference(path, limits)
  if (file.decision === 'refused') throw new Error(file.reason)
  const { data, info } = await sharp(await readFile(file.path))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number) => {
    const colour = [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)]
    return 'rgb'[colour.indexOf(Math.max(...colour))]
  }
  return { file, colourAt }
}

describe('an AVIF of several items is one picture, the one that it calls its own (P8)', () => {
  it.each([
    [
      'a grid of tiles',
      async () => grid([await coded(flat(128, 96, red)), await coded(flat(128, 96, blue))], 2),
      256,
      'rb',
    ],
    [
      'two pictures, of which the second is the main one',
      async () =>
        avif({
          items: [picture(await coded(flat(64, 64, blue))), picture(await coded(flat(128, 96, red)))],
          primary: 2,
        }),
      128,
      'rr',
    ],
    [
      'a pyramid of sizes',
      async () =>
        avif({
          items: [picture(await coded(flat(64, 48, red))), picture(await coded(flat(128, 96, red)))],
          primary: 2,
          inMeta: [
            box(
              'grpl',
              fullBox('pymd', 0, 0, u32(9), u32(2), u32(1), u32(2), u16(64), u16(64), ...[0, 0, 1, 1].map(u16)),
            ),
          ],
        }),
      128,
      'rr',
    ],
    ['a film of a single picture', async () => animation([await coded(flat(128, 96, red))]), 128, 'rr'],
  ])('%s', async (name, make, width, colours) => {
    const path = await shop.write(`${name}.avif`, await make())
    expect(await shop.images.inspect(path)).toMatchObject({ width, height: 96, animated: false, problem: null })
    const { file, colourAt } = await sent(path)
    expect(file).toMatchObject({ width, height: 96 })
    expect(file.steps.join()).not.toMatch(/animation/)
    expect([colourAt(5, 50), colourAt(width - 5, 50)].join('')).toBe(colours)
    expect(await shop.images.prepareUpscale(path, limits)).toMatchObject({ width, height: 96 })
  })
})

describe('an animated AVIF is told as an animation (P8)', () => {
  const film = async (options: Parameters<typeof animation>[1] = {}) =>
    animation([await coded(flat(128, 96, red)), await coded(flat(128, 96, blue))], options)

  it.each([[undefined], [['avif', 'avis', 'mif1', 'miaf']]])('and its still is sent (%s)', async (brands) => {
    const path = await shop.write(`film-${brands?.[0]}.avif`, await film(brands ? { brands } : {}))
    expect(await shop.images.inspect(path)).toMatchObject({ width: 128, height: 96, animated: true, problem: null })
    const { file, colourAt } = await sent(path)
    expect(file.steps).toContain('first frame of the animation only')
    expect(colourAt(64, 48)).toBe('r')
    expect(await shop.images.prepareUpscale(path, limits)).toMatchObject({
      reason: expect.stringMatching(/an animation/),
    })
    expect(await shop.images.examine(path)).toMatchObject({ width: 128, height: 96 })
  })

  it('and refused as such where it has no still', async () => {
    const path = await shop.write('only-film.avif', await film({ hasStill: false }))
    const refused = {
      decision: 'refused',
      reason: expect.stringMatching(/animated AVIF.*nothing was sent.*export the frame/),
    }
    expect(await shop.images.prepareReference(path, limits)).toMatchObject(refused)
  })
})

/** A TIFF whose first field of this number has another value. */
function withField(tiff: Buffer, tag: number, value: number): Buffer {
  const bytes = Buffer.from(tiff)
  const directory = bytes.readUInt32LE(4)
  for (let entry = 0; entry < bytes.readUInt16LE(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (bytes.readUInt16LE(at) === tag) bytes.writeUInt16LE(value, at + 8)
  }
  return bytes
}

describe('a TIFF', () => {
  it.each([
    [6, 'old-style JPEG'],
    [34925, 'LZMA'],
    [34887, 'LERC'],
    [50000, 'Zstandard'],
    [4242, 'number 4242'],
  ])('in a compression that cannot be read is refused by its name, not as damaged (%s, P8)', async (number, name) => {
    const bytes = withField(await textured(60, 40).tiff({ compression: 'deflate' }).toBuffer(), 0x0103, number)
    const path = await shop.write(`${number}.tif`, bytes)
    const words = new RegExp(`compressed by .*${name}`)
    expect(await shop.images.prepareReference(path, limits)).toMatchObject({ reason: expect.stringMatching(words) })
    expect((await shop.images.inspect(path)).problem).toMatch(words)
    await expect(shop.images.examine(path)).rejects.toThrow(words)
  })

  it('of a million directories takes no longer than one, and holds up no file behind it (P10)', async () => {
    const [first, count] = [await textured(120, 80).tiff({ compression: 'lzw' }).toBuffer(), 1_000_000]
    const directory = first.readUInt32LE(4)
    const next = directory + 2 + first.readUInt16LE(directory) * 12
    const start = first.length + (first.length % 2)
    const further = Buffer.alloc(count * 18)
    for (let index = 0; index < count; index += 1) {
      const at = index * 18
      further.writeUInt16LE(1, at)
      further.writeUInt16LE(0x00fe, at + 2)
      further.writeUInt16LE(4, at + 4)
      further.writeUInt32LE(1, at + 6)
      further.writeUInt32LE(index + 1 < count ? start + at + 18 : 0, at + 14)
    }
    const bytes = Buffer.concat([first, Buffer.alloc(start - first.length), further])
    bytes.writeUInt32LE(start, next)
    const path = await shop.write('million.tif', bytes)
    const images = shop.start({ workers: 1 })
    const [many, behind] = await Promise.all([
      images.prepareReference(path, limits),
      images.prepareReference(await shop.write('behind.tif', first), limits),
    ])
    expect(many).toMatchObject({ decision: 'encoded', width: 120, height: 80 })
    expect(many).toMatchObject({ steps: expect.arrayContaining(['first page only']) })
    expect(behind).toMatchObject({ decision: 'encoded', width: 120, height: 80 })
  })
})

describe('a grid of tiles that is not all there', () => {
  it.each([
    ['cut off', (bytes: Buffer, at: number) => bytes.subarray(0, at)],
    [
      'zeros in place of its end',
      (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.alloc(bytes.length - at)]),
    ],
    [
      'filled up with ones',
      (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.alloc(bytes.length - at, 0xff)]),
    ],
  ])('%s, is no whole result and is not sent (I11, L3, M4, P6)', async (name, cut) => {
    const tiles = await Promise.all([1, 2, 3, 4].map(() => coded(textured(128, 96))))
    const whole = grid(tiles, 2)
    expect(await shop.images.examine(await shop.write('whole.avif', whole))).toMatchObject({ width: 256, height: 192 })
    for (const share of [0.4, 0.6, 0.8, 0.97]) {
      const path = await shop.write(`${name}-${share}.avif`, cut(whole, Math.floor(whole.length * share)))
      await expect(shop.images.examine(path)).rejects.toMatchObject({ code: 'damaged' })
      expect((await shop.images.prepareReference(path, limits)).decision).toBe('refused')
    }
  })
})

describe('a sequence in AVIF', () => {
  it('of which a byte is missing, a frame was not written, or lies past the end, is no whole result (I11, M4, L3)', async () => {
    const whole = animation(await Promise.all([1, 2, 3].map(() => coded(textured(96, 64)))))
    expect(await shop.images.examine(await shop.write('sequence.avif', whole))).toMatchObject({ width: 96 })
    const changed = (change: (bytes: Buffer) => void): Buffer => {
      const bytes = Buffer.from(whole)
      change(bytes)
      return bytes
    }
    const chunk = whole.indexOf('stco', 0, 'latin1') + 12
    const wrong = [
      ...[1, 3, 10, 40, 100].map((less) => whole.subarray(0, whole.length - less)),
      Buffer.concat([whole, box('free', Buffer.alloc(20))]).subarray(0, -3),
      changed((bytes) => bytes.fill(0, bytes.length - 200)),
      changed((bytes) => bytes.writeUInt32BE(bytes.readUInt32BE(chunk) + 1, chunk)),
    ]
    for (const [n, bytes] of wrong.entries())
      await expect(shop.images.examine(await shop.write(`sequence-${n}.avif`, bytes))).rejects.toMatchObject({
        code: 'damaged',
      })
    const appended = Buffer.concat([whole, Buffer.alloc(20, 0xff)])
    expect(await shop.images.examine(await shop.write('appended.avif', appended))).toMatchObject({ width: 96 })
  })
})

describe('an animated PNG', () => {
  it('that lacks frames, or rows of one, is no whole result, though it shows and has its end (I11, M4)', async () => {
    const whole = { frames: 4, pieces: 3 }
    for (const isFirstShown of [true, false]) {
      const name = isFirstShown ? 'first' : 'behind'
      const path = await shop.write(`${name}.png`, apng({ ...whole, isFirstShown }))
      expect(await shop.images.examine(path)).toMatchObject({ width: 48, height: 32 })
      for (const lost of [1, 2, 5, 8, 9]) {
        const cut = await shop.write(`${name}-${lost}.png`, apng({ ...whole, isFirstShown, lost }))
        await expect(shop.images.examine(cut)).rejects.toMatchObject({ code: 'damaged' })
      }
    }
  })

  it('of one picture, or with a frame that lies outside of it, is whole with all that programs show (I11)', async () => {
    const still = await shop.write('still.png', apng({ frames: 0, pieces: 1, isFirstShown: true }))
    const outside = await shop.write('outside.png', apng({ frames: 2, pieces: 1, isFirstShown: true, width: 4096 }))
    for (const path of [still, outside]) expect(await shop.images.examine(path)).toMatchObject({ width: 48 })
  })
})
