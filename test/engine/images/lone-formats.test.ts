import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { flat, textured } from './support/pictures.ts'
import { expectSound } from './support/prepared.ts'
import { rudeWorkerEntry, useWorkshop } from './support/workshop.ts'

const shop = useWorkshop()
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
    ['tiled, compressed tiff', () => textured(500, 400).tiff({ tile: true, compression: 'deflate' }), 'jpeg'],
  ])('%s is decoded and becomes what the service takes', async (name, make, format) => {
    const { answer, prepared } = await prepare(name, await make().toBuffer())
    expect(answer).toMatchObject({ decision: 'encoded', format, width: 500, height: 400 })
    const source = await textured(500, 400).resize(50, 40).removeAlpha().greyscale().raw().toBuffer()
    const seen = await sharp(prepared).resize(50, 40).removeAlpha().greyscale().raw().toBuffer()
    const difference = source.reduce((sum, value, at) => sum + Math.abs(value - (seen[at] ?? 0)), 0) / source.length
    expect(difference).toBeLessThan(6)
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
    const images = shop.start({ entry: rudeWorkerEntry, workers: 1 })
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
