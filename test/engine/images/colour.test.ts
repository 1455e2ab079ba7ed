import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { withJpegProfile, withPngProfile } from './support/bytes.ts'
import { cmykProfile, inkSheet } from './support/cmyk.ts'
import {
  adobeMatrix,
  compensateBlack,
  deltaE2000,
  type Matrix,
  multiply,
  p3Matrix,
  srgbMatrix,
  srgbToLab,
  srgbToLinear,
  type Triple,
  xyzToSrgb,
} from './support/colour-science.ts'
import { cmykToXyz, greyProfile, matrixProfile } from './support/icc-profile.ts'
import { useWorkshop } from './support/workshop.ts'

const shop = useWorkshop()

/** 5 × 5 × 5 colours from corner to corner, so that many lie outside of sRGB. */
const patches: Triple[] = Array.from({ length: 125 }, (_, index) => [
  (index % 5) * 63.75,
  (Math.floor(index / 5) % 5) * 63.75,
  Math.floor(index / 25) * 63.75,
]).map((patch) => patch.map(Math.round) as Triple)
const [across, down] = [25, 5]

function sheet(edge: number): Sharp {
  const pixels = Buffer.alloc(patches.length * 3)
  patches.forEach((patch, index) => void pixels.set(patch, index * 3))
  return sharp(pixels, { raw: { width: across, height: down, channels: 3 } }).resize(across * edge, down * edge, {
    kernel: 'nearest',
  })
}

/** Each patch's middle, as the prepared file shows it. */
async function middles(path: string, count = patches.length): Promise<Triple[]> {
  const { data, info } = await sharp(await readFile(path))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const edge = info.width / across
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [Math.floor(((index % across) + 0.5) * edge), Math.floor((Math.floor(index / across) + 0.5) * edge)]
    return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)] as Triple
  })
}

function meanDeltaE(seen: Triple[], expected: Triple[]): number {
  const sum = seen.reduce(
    (total, colour, index) => total + deltaE2000(srgbToLab(colour), srgbToLab(expected[index] ?? [0, 0, 0])),
    0,
  )
  return sum / seen.length
}

function expectedFrom(matrix: Matrix, toLinear: (v: number) => number): Triple[] {
  return patches.map((patch) => xyzToSrgb(multiply(matrix, patch.map((v) => toLinear(v / 255)) as Triple)))
}

const srgbCurve = Array.from({ length: 1024 }, (_, index) => Math.round(65535 * srgbToLinear(index / 1023)))
const adobeGamma = 563 / 256

const spaces = [
  {
    name: 'Display P3',
    icc: matrixProfile('Display P3', p3Matrix, srgbCurve),
    expected: expectedFrom(p3Matrix, srgbToLinear),
  },
  {
    name: 'Adobe RGB (1998)',
    icc: matrixProfile('Adobe RGB (1998)', adobeMatrix, { gamma: adobeGamma }),
    expected: expectedFrom(adobeMatrix, (v) => v ** adobeGamma),
  },
]

async function prepare(name: string, bytes: Buffer, maxEdge = 4096) {
  const path = await shop.write(name, bytes)
  const prepared = await shop.images.prepareReference(path, { maxEdge, maxBytes: 8 * 2 ** 20 })
  if (prepared.decision === 'refused') throw new Error(prepared.reason)
  return prepared
}

describe.each(spaces)('$name', ({ name, icc, expected }) => {
  it('differs from sRGB enough for these tests to fail without a conversion', () => {
    expect(meanDeltaE(patches, expected)).toBeGreaterThan(2)
  })

  it.each([
    ['at its size', 4096],
    ['made smaller (converted after the resize)', across * 16],
  ])('is converted, from PNG and JPEG, %s', async (_, maxEdge) => {
    const png = withPngProfile(await sheet(32).png().toBuffer(), icc)
    const jpeg = withJpegProfile(await sheet(32).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(), icc)
    for (const [file, bytes] of [
      ['p.png', png],
      ['p.jpg', jpeg],
    ] as const) {
      const prepared = await prepare(file, bytes, maxEdge)
      expect(prepared.steps).toContain(`converted from ${name} to sRGB`)
      expect((await sharp(await readFile(prepared.path)).metadata()).icc).toBeUndefined()
      expect(meanDeltaE(await middles(prepared.path), expected)).toBeLessThan(1)
    }
  })
})

describe('sRGB', () => {
  it('under a profile of its own or none keeps its numbers', async () => {
    const icc = matrixProfile('anything', srgbMatrix, srgbCurve)
    for (const bytes of [await sheet(32).png().toBuffer(), withPngProfile(await sheet(32).png().toBuffer(), icc)]) {
      const prepared = await prepare('s.png', bytes, across * 16)
      expect(prepared.steps.join()).not.toMatch(/converted/)
      expect(meanDeltaE(await middles(prepared.path), patches)).toBeLessThan(1)
    }
  })

  it('is not believed for its name: a wide profile called sRGB is converted', async () => {
    const icc = matrixProfile('sRGB IEC61966-2.1', p3Matrix, srgbCurve)
    const prepared = await prepare('liar.png', withPngProfile(await sheet(32).png().toBuffer(), icc))
    expect(meanDeltaE(await middles(prepared.path), expectedFrom(p3Matrix, srgbToLinear))).toBeLessThan(1)
  })
})

describe('grey', () => {
  it('under a profile of another gamma is converted', async () => {
    const levels = patches.map((_, index) => index * 2)
    const sheetOfGrey = sharp(Buffer.from(levels), { raw: { width: across, height: down, channels: 1 } })
    const enlarged = sheetOfGrey.resize(across * 32, down * 32, { kernel: 'nearest' }).toColourspace('b-w')
    const bytes = withPngProfile(await enlarged.png().toBuffer(), greyProfile('Gray Gamma 1.8', 1.8))
    expect((await sharp(bytes).metadata()).space).toBe('b-w')
    const expected = levels.map((level) => xyzToSrgb(multiply(srgbMatrix, grey((level / 255) ** (461 / 256)))))
    const prepared = await prepare('grey.png', bytes)
    expect(
      meanDeltaE(
        expected,
        levels.map((level) => grey(level)),
      ),
    ).toBeGreaterThan(2)
    expect(meanDeltaE(await middles(prepared.path), expected)).toBeLessThan(1)
  })
})

const grey = (value: number): Triple => [value, value, value]

describe('CMYK', () => {
  const inks = Buffer.from(
    patches.flatMap(([red, green, blue], index) => [255 - red, 255 - green, 255 - blue, (index * 51) % 256]),
  )

  it('is converted by its profile', async () => {
    const icc = await cmykProfile()
    const toXyz = cmykToXyz(icc)
    const withBlack = compensateBlack(toXyz([255, 255, 255, 255]))
    const expected = patches.map((_, index) =>
      xyzToSrgb(withBlack(toXyz([...inks.subarray(index * 4, index * 4 + 4)]))),
    )
    const prepared = await prepare('inks.jpg', await inkSheet(inks, across, 32, icc))
    expect(prepared.steps.join()).toMatch(/converted from Chemical proof to sRGB/)
    expect(meanDeltaE(await middles(prepared.path), expected)).toBeLessThan(1)
  })

  it('without a profile is taken for common inks', async () => {
    const toXyz = cmykToXyz(await cmykProfile())
    const withBlack = compensateBlack(toXyz([255, 255, 255, 255]))
    const expected = patches.map((_, index) =>
      xyzToSrgb(withBlack(toXyz([...inks.subarray(index * 4, index * 4 + 4)]))),
    )
    const prepared = await prepare('untagged-inks.jpg', await inkSheet(inks, across, 32, null))
    expect((await sharp(await readFile(prepared.path)).metadata()).space).toBe('srgb')
    expect(prepared.steps).toContain('converted from CMYK to sRGB')
    expect(meanDeltaE(await middles(prepared.path), expected)).toBeLessThan(1)
  })
})
