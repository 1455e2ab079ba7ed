import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { flat, textured } from './support/pictures.ts'
import { expectSound } from './support/prepared.ts'
import { rudeWorker } from './support/rude.ts'

const shop = useLentWorkshop()
const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }

async function prepare(name: string, bytes: Buffer) {
  const answer = await shop.images.prepareReference(await shop.write(name, bytes), limits)
  if (answer.decision === 'refused') throw new Error(answer.reason)
  return { answer, ...(await expectSound(answer, limits)) }
}

describe('TIFF and AVIF', () => {
  it.each([
    ['tiff', () => textured(500, 400).tiff(), 'jpeg'],
    ['avif', () => textured(500, 400).avif(), 'jpeg'],
    ['tiff with alpha', () => textured(500, 400, 4).tiff({ compression: 'lzw' }), 'png'],
    ['avif with alpha', () => textured(500, 400, 4).avif(), 'png'],
    ['16-bit tiff', () => textured(500, 400).toColourspace('rgb16').tiff(), 'jpeg'],
    ['grey tiff', () => textured(500, 400).greyscale().tiff(), 'jpeg'],
    // What is whole in it and fits stays whole (P2).
    ['tiled, compressed tiff', () => textured(500, 400).tiff({ tile: true, compression: 'deflate' }), 'png'],
  ])('%s is decoded and becomes what the service takes', async (name, make, format) => {
    const { answer, prepared } = await prepare(name, await make().toBuffer())
    expect(answer).toMatchObject({ decision: 'encoded', format, width: 500, height: 400 })
    const source = await textured(500, 400).resize(50, 40).removeAlpha().greyscale().raw().toBuffer()
    const seen = await sharp(prepared).resize(50, 40).removeAlpha().greyscale().raw().toBuffer()
    const difference = source.reduce((sum, value, at) => sum + Math.abs(value - (seen[at] ?? 0)), 0) / source.length
    expect(difference).toBeLessThan(6)
  })

  it.each([
    ['a saved selection', 3, [0]],
    ['two saved selections', 3, [0, 0]],
    ['alpha and a saved selection', 3, [2, 0]],
    ['a grey one with a saved selection', 1, [0]],
  ])('%s beyond its colours: the colours stay, and only alpha is alpha', async (name, colours, extras) => {
    for (const maxEdge of [4096, 100]) {
      const path = await shop.write(`${name}.tif`, layeredTiff(200, 150, colours, extras))
      const answer = await shop.images.prepareReference(path, { ...limits, maxEdge })
      if (answer.decision === 'refused') throw new Error(answer.reason)
      const { data, info } = await sharp(await readFile(answer.path))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual(maxEdge === 100 ? [100, 75] : [200, 150])
      const hasAlpha = extras[0] === 2
      expect((await sharp(answer.path).metadata()).hasAlpha).toBe(hasAlpha)
      const middle = data.subarray((Math.floor(info.height / 2) * info.width + info.width / 2) * info.channels)
      const expected = colours === 3 ? [200, 120, 40] : [200]
      for (const [channel, value] of expected.entries())
        expect(Math.abs((middle[channel] ?? 0) - value)).toBeLessThan(6)
      if (hasAlpha) expect(Math.abs((middle[3] ?? 0) - 128)).toBeLessThan(4)
      expect((await shop.images.examine(path)).hasAlpha).toBe(hasAlpha)
    }
    const upscaled = await shop.images.prepareUpscale(
      await shop.write('u.tif', layeredTiff(64, 64, colours, extras)),
      limits,
    )
    expect(upscaled).toMatchObject({ width: 64, height: 64 })
  })

  it('of several pages the first is sent, and that is said', async () => {
    const pages = await Promise.all([flat(30, 20, '#f00'), flat(30, 20, '#00f')].map((page) => page.png().toBuffer()))
    const bytes = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer()
    const { answer, prepared } = await prepare('pages.tif', bytes)
    expect(answer.steps).toContain('first page only')
    expect([answer.width, answer.height]).toEqual([30, 20])
    expect((await sharp(prepared).stats()).dominant.r).toBeGreaterThan(200)
  })

  it('are read by a process that ends with the file and reads nothing else', async () => {
    const images = shop.start({ entry: rudeWorker, workers: 1 })
    const pids = new Set<string>()
    for (const [name, bytes] of [
      ['pid-1.png', await flat(20, 20).png().toBuffer()],
      ['pid-2.tif', await flat(20, 20).tiff().toBuffer()],
      ['pid-3.png', await flat(20, 20).png().toBuffer()],
      ['pid-4.tif', await flat(20, 20).tiff().toBuffer()],
    ] as const) {
      const path = await shop.write(name, bytes)
      expect(await images.inspect(path)).toMatchObject({ problem: null, width: 20 })
      pids.add(await readFile(`${path}.pid`, 'utf8'))
    }
    // One for both PNGs and the first look at the TIFFs, one more for each TIFF.
    expect(pids.size).toBe(3)
  })

  it('broken ones are refused in a sentence, and the next file is fine', async () => {
    for (const make of [() => textured(500, 400).tiff(), () => textured(500, 400).avif()]) {
      const bytes = await make().toBuffer()
      const path = await shop.write('half', bytes.subarray(0, bytes.length / 2))
      expect(await shop.images.prepareReference(path, limits)).toMatchObject({
        decision: 'refused',
        reason: expect.stringMatching(/^This .*; nothing was sent or charged; .*\.$/),
      })
    }
    await prepare('fine.png', await flat(20, 20).png().toBuffer())
  })
})

/** Uncompressed, of one strip: all of it (200, 120, 40), alpha at one half, and selections that select nothing. */
function layeredTiff(width: number, height: number, colours: number, extras: number[]): Buffer {
  const samples = colours + extras.length
  const pixel = [200, 120, 40].slice(0, colours).concat(extras.map((kind) => (kind === 0 ? 0 : 128)))
  const wide: Buffer[] = []
  let end = 8 + 2 + 10 * 12 + 4
  const shorts = (values: number[]): Buffer => {
    const value = Buffer.alloc(Math.max(4, values.length * 2))
    values.forEach((each, index) => void value.writeUInt16LE(each, index * 2))
    if (value.length === 4) return value
    wide.push(value)
    const at = Buffer.alloc(4)
    at.writeUInt32LE(end)
    end += value.length
    return at
  }
  const long = (value: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const eights = new Array<number>(samples).fill(8)
  const bits = shorts(eights)
  const kinds = shorts(extras)
  const entries: [tag: number, type: number, count: number, value: Buffer][] = [
    [256, 4, 1, long(width)],
    [257, 4, 1, long(height)],
    [258, 3, samples, bits],
    [259, 3, 1, shorts([1])],
    [262, 3, 1, shorts([colours === 3 ? 2 : 1])],
    [273, 4, 1, long(end)],
    [277, 3, 1, shorts([samples])],
    [278, 4, 1, long(height)],
    [279, 4, 1, long(width * height * samples)],
    [338, 3, extras.length, kinds],
  ]
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length)
  entries.forEach(([tag, type, count, value], index) => {
    const at = 2 + index * 12
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(count, at + 4)
    value.copy(directory, at + 8)
  })
  const head = Buffer.from('II*\0\x08\0\0\0', 'latin1')
  return Buffer.concat([head, directory, ...wide, Buffer.alloc(width * height * samples, Buffer.from(pixel))])
}
