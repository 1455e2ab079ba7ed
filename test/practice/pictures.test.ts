import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cutOut } from '../../src/practice/pictures/cutout/cut-out.ts'
import { paint } from '../../src/practice/pictures/paint.ts'
import { composite, overlap } from './support/images.ts'

const size = { width: 480, height: 320, contentType: 'image/png' }

async function small(prompt: string, seed: string, tints: [number, number, number][] = []) {
  return sharp(await paint({ kind: 'painting', prompt, seed, tints }, size))
    .resize(48, 32)
    .raw()
    .toBuffer()
}

function difference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}

test('the same prompt and job give the same bytes, another prompt or job another picture', async () => {
  const hills = await small('hills at dawn', 'job-1')
  expect(await small('hills at dawn', 'job-1')).toEqual(hills)
  expect(difference(hills, await small('hills at dawn', 'job-2'))).toBeGreaterThan(4)
  expect(difference(hills, await small('a sea at night', 'job-1'))).toBeGreaterThan(4)
})

test.each(['mountains', 'hills', 'sea', 'desert', 'forest', 'city', 'abstract', 'silk', 'vase', 'x'])(
  'a picture for "%s" is neither flat nor burnt out',
  async (prompt) => {
    const { channels } = await sharp(await paint({ kind: 'painting', prompt, seed: 'a', tints: [] }, size)).stats()
    const spread = channels.map(({ stdev }) => stdev)
    expect(Math.max(...spread)).toBeGreaterThan(18)
    for (const { mean } of channels) expect(mean).toBeGreaterThan(8)
    for (const { mean } of channels) expect(mean).toBeLessThan(248)
  },
)

test('words and references steer the colours', async () => {
  const leading = (pixels: Buffer) =>
    [0, 1, 2].map((c) => pixels.filter((_, i) => i % 3 === c).reduce((a, b) => a + b, 0))
  const [r = 0, , b = 0] = leading(await small('red hills', 'a'))
  expect(r).toBeGreaterThan(b * 1.15)
  const [r2 = 0, , b2 = 0] = leading(await small('hills', 'a', [[20, 60, 220]]))
  expect(b2).toBeGreaterThan(r2 * 1.15)
})

test('a picture has the size that was asked for, whatever it was painted at', async () => {
  const wide = { width: 2688, height: 1536, contentType: 'image/jpeg' }
  const meta = await sharp(await paint({ kind: 'painting', prompt: 'sea', seed: 'a', tints: [] }, wide)).metadata()
  expect(meta).toMatchObject({ format: 'jpeg', width: 2688, height: 1536 })
})

test.each([1, 2, 3, 4, 5, 6])(
  'a cutout of composite %i overlaps its known mask with an IoU of at least 0.8',
  async (seed) => {
    const known = await composite(seed)
    expect(await overlap(await cutOut(known.picture), known)).toBeGreaterThanOrEqual(0.8)
  },
)

test('a picture without any subject is neither all gone nor all kept', async () => {
  const flat = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  const { channels } = await sharp(await cutOut(flat)).stats()
  expect(channels[3]).toMatchObject({ min: 0, max: 255 })
})

/** Beside the repository, on machines that have them. */
const folder = resolve(import.meta.dirname, '../../../shared/photos')
const photos = ['jolla.jpg', 'Landscape_6.jpg', 'iphone_hdr_YES.jpg'].map((name) => join(folder, name))
const areThere = photos.every((photo) => existsSync(photo))
if (!areThere) console.warn(`skipped: no photographs in ${folder}`)

test.skipIf(!areThere)('real photographs keep their size and lose some of themselves', async () => {
  for (const photo of photos) {
    const source = await sharp(readFileSync(photo))
      .autoOrient()
      .resize(800)
      .jpeg()
      .toBuffer({ resolveWithObject: true })
    const cut = sharp(await cutOut(source.data))
    const { width, height, hasAlpha } = await cut.metadata()
    expect([width, height, hasAlpha]).toEqual([source.info.width, source.info.height, true])
    const alpha = (await cut.stats()).channels[3]
    expect(alpha?.mean).toBeGreaterThan(5)
    expect(alpha?.mean).toBeLessThan(250)
  }
})
