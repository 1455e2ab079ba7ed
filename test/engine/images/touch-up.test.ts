import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { TouchUpMode, TouchUpStroke } from '../../../src/domain/touch-up/stroke.ts'
import { withPngProfile } from './support/bytes.ts'
import { adobeMatrix } from './support/colour-science.ts'
import { matrixProfile } from './support/icc-profile.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { textured } from './support/pictures.ts'

const shop = useLentWorkshop()
let made = 0
const [width, height] = [240, 160]

/** A textured picture, the left half opaque, the right half transparent with its colours still there. */
async function cutout({ deep = false, photograph }: { deep?: boolean; photograph?: Buffer } = {}): Promise<Buffer> {
  const from = await sharp(photograph ?? (await textured(width, height).png().toBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer()
  const unit = deep ? 257 : 1
  const data = new (deep ? Uint16Array : Uint8Array)(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    for (let channel = 0; channel < 3; channel += 1)
      data[4 * at + channel] = (from[3 * at + channel] ?? 0) * unit + (deep ? 3 : 0)
    data[4 * at + 3] = at % width < width / 2 ? 255 * unit : 0
  }
  const drawn = sharp(data, { raw: { width, height, channels: 4 } })
  return (deep ? drawn.toColourspace('rgb16') : drawn).png().toBuffer()
}

const disc = (mode: TouchUpMode, x: number, y: number, radius = 20): TouchUpStroke => ({
  mode,
  radius,
  hardness: 1,
  points: [x, y],
})

interface Source {
  path: string
  sha256: string | null
}

async function touched(bytes: Buffer, strokes: TouchUpStroke[], source: Source | null = null) {
  made += 1
  const path = await shop.write(`cutout-${made}.png`, bytes)
  const out = join(shop.folder, 'out', String(made))
  const file = await shop.images.touchUp(path, out, { strokes, source })
  expect(await readFile(path)).toEqual(bytes)
  const png = await readFile(file.path)
  expect(createHash('sha256').update(png).digest('hex')).toBe(file.sha256)
  return png
}

const numbersOf = async (bytes: Buffer): Promise<Uint8Array | Uint16Array> => {
  const isDeep = (await sharp(bytes).metadata()).depth === 'ushort'
  const image = sharp(bytes, { ignoreIcc: true })
  if (!isDeep) return image.ensureAlpha().raw().toBuffer()
  const { data } = await image.toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true })
  return new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
}

const at = (x: number, y: number): number => 4 * (y * width + x)
const near = (n: number, x: number, y: number, radius: number): boolean =>
  Math.hypot((n % width) + 0.5 - x, Math.floor(n / width) + 0.5 - y) < radius

describe('touching up a cutout', () => {
  it.each([false, true])(
    'changes opacity under its strokes and not one number elsewhere, at the depth that it has (16 bits: %s) (TU1, TU6)',
    async (deep) => {
      const bytes = await cutout({ deep })
      const png = await touched(bytes, [disc('erase', 60, 80), disc('keep', 180, 80)])
      const metadata = await sharp(png).metadata()
      expect([metadata.width, metadata.height, metadata.depth]).toEqual([width, height, deep ? 'ushort' : 'uchar'])
      const [before, after] = [await numbersOf(bytes), await numbersOf(png)]
      const full = deep ? 65_535 : 255
      expect([after[at(60, 80) + 3], after[at(180, 80) + 3]]).toEqual([0, full])
      for (let n = 0; n < width * height; n += 1) {
        expect(after.subarray(4 * n, 4 * n + 3)).toEqual(before.subarray(4 * n, 4 * n + 3))
        if (!near(n, 60, 80, 20.5) && !near(n, 180, 80, 20.5)) expect(after[4 * n + 3]).toBe(before[4 * n + 3])
      }
    },
  )

  it('gives back the very numbers where what was erased is kept again (TU3)', async () => {
    const bytes = await cutout()
    const strokes = [
      disc('erase', 50, 80, 30),
      disc('keep', 50, 80, 30),
      disc('erase', 200, 140, 5),
      disc('keep', 220, 20, 5),
    ]
    const [before, after] = [await numbersOf(bytes), await numbersOf(await touched(bytes, strokes))]
    for (let n = 0; n < width * height; n += 1)
      if (near(n, 50, 80, 29)) expect(after.subarray(4 * n, 4 * n + 4)).toEqual(before.subarray(4 * n, 4 * n + 4))
  })

  it('keeps the colour profile, byte for byte, and the numbers that it speaks of (TU6)', async () => {
    const icc = matrixProfile('Adobe RGB (1998)', adobeMatrix, { gamma: 563 / 256 })
    const bytes = withPngProfile(await cutout(), icc)
    const png = await touched(bytes, [disc('erase', 60, 80)])
    expect((await sharp(png).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc)
    const [before, after] = [await numbersOf(bytes), await numbersOf(png)]
    expect(after.subarray(at(100, 10), at(100, 10) + 3)).toEqual(before.subarray(at(100, 10), at(100, 10) + 3))
  })

  it('takes what it keeps from the photograph, of its own size or a larger one, and erased colours are none (TU4)', async () => {
    const photograph = await textured(width, height).png().toBuffer()
    const large = await sharp({ create: { width: 2 * width, height: 2 * height, channels: 3, background: '#102030' } })
      .png()
      .toBuffer()
    const black = await sharp(await cutout({ photograph }))
      .raw()
      .toBuffer()
    for (let n = 0; n < width * height; n += 1) if (black[4 * n + 3] === 0) black.fill(0, 4 * n, 4 * n + 3)
    const bytes = await sharp(black, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    const own = await numbersOf(photograph)
    const path = await shop.write('photograph.png', photograph)
    const sha256 = createHash('sha256').update(photograph).digest('hex')
    const from = await numbersOf(await touched(bytes, [disc('keep', 180, 80)], { path, sha256 }))
    expect([...from.subarray(at(180, 80), at(180, 80) + 3)]).toEqual([...own.subarray(at(180, 80), at(180, 80) + 3)])
    const larger = { path: await shop.write('large.png', large), sha256: null }
    const drawn = await numbersOf(await touched(bytes, [disc('keep', 180, 80)], larger))
    expect([...drawn.subarray(at(180, 80), at(180, 80) + 4)]).toEqual([0x10, 0x20, 0x30, 255])
    // Opaque already: nothing of another picture comes in.
    const opaque = await numbersOf(await touched(bytes, [disc('keep', 120, 80)], larger))
    expect(opaque.subarray(at(110, 80), at(110, 80) + 4)).toEqual(
      (await numbersOf(bytes)).subarray(at(110, 80), at(110, 80) + 4),
    )
  })

  it('refuses a photograph of another shape or with another content, and what is no cutout or would stay as it is (TU5)', async () => {
    const bytes = await cutout()
    const strokes = [disc('keep', 180, 80)]
    const square = await shop.write('square.png', await textured(200, 200).png().toBuffer())
    await expect(touched(bytes, strokes, { path: square, sha256: null })).rejects.toThrow(/another shape/)
    await expect(touched(bytes, strokes, { path: square, sha256: 'ab'.repeat(32) })).rejects.toThrow(/has changed/)
    await expect(touched(bytes, [disc('keep', 60, 80)])).rejects.toThrow(/change nothing/)
    await expect(touched(await textured(50, 50).png().toBuffer(), strokes)).rejects.toThrow(/transparent/)
  })
})
