import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { withChunk, withJpegProfile, withPngProfile, withSegment } from './support/bytes.ts'
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
import { useLentWorkshop } from './support/lent-workshop.ts'

const shop = useLentWorkshop()

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

describe('colours told by something else than a profile', () => {
  it.each([
    ['at its size', 4096],
    ['made smaller', across * 16],
  ])('a camera’s Adobe RGB (R03, uncalibrated) is converted, %s', async (_, maxEdge) => {
    const plain = await sheet(32).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    const [, adobe] = spaces
    const prepared = await prepare('camera.jpg', withSegment(plain, 0xe1, cameraExif(0xffff, 'R03')), maxEdge)
    expect(prepared.steps).toContain('converted from Adobe RGB (1998) to sRGB')
    expect(meanDeltaE(await middles(prepared.path), adobe?.expected ?? [])).toBeLessThan(1)
  })

  it.each([
    ['sRGB by both', 1, 'R98'],
    ['uncalibrated without more', 0xffff, 'R98'],
    ['sRGB, whatever the index says', 1, 'R03'],
  ])('a camera’s %s keeps its numbers', async (_, colourSpace, index) => {
    const plain = await sheet(32).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    const prepared = await prepare('camera.jpg', withSegment(plain, 0xe1, cameraExif(colourSpace, index)))
    expect(meanDeltaE(await middles(prepared.path), patches)).toBeLessThan(1)
  })

  it('a PNG’s Display P3 by code points is converted, of 16 bits too', async () => {
    const [p3] = spaces
    for (const png of [sheet(32).png(), sheet(32).toColourspace('rgb16').png()]) {
      const bytes = withChunk(await png.toBuffer(), 'cICP', Buffer.from([12, 13, 0, 1]))
      const prepared = await prepare('points.png', bytes)
      expect(prepared.steps).toContain('converted from Display P3 to sRGB')
      expect(meanDeltaE(await middles(prepared.path), p3?.expected ?? [])).toBeLessThan(1)
    }
  })

  it('a PNG’s sRGB by code points stands above the profile in it, which does not go along', async () => {
    const png = await sheet(32).png().withIccProfile('p3').toBuffer()
    const numbers = await sharp(png, { ignoreIcc: true }).removeAlpha().raw().toBuffer()
    const prepared = await prepare('both.png', withChunk(png, 'cICP', Buffer.from([1, 13, 0, 1])))
    expect(prepared.decision).toBe('encoded')
    expect(prepared.steps.join()).not.toContain('converted')
    const sent = await sharp(prepared.path).removeAlpha().raw().toBuffer()
    const furthest = sent.reduce((most, value, at) => Math.max(most, Math.abs(value - (numbers[at] ?? 0))), 0)
    expect(furthest).toBeLessThanOrEqual(3)
    expect((await sharp(prepared.path).metadata()).icc).toBeUndefined()
  })

  it('a PNG that is sRGB by code points goes as it is; one of colours that nobody can convert does not, and that is said', async () => {
    const png = await sheet(32).png().toBuffer()
    const plain = await prepare('srgb.png', withChunk(png, 'cICP', Buffer.from([1, 13, 0, 1])))
    expect(plain).toMatchObject({ decision: 'as-is', steps: [] })
    const prepared = await prepare('logarithmic.png', withChunk(png, 'cICP', Buffer.from([9, 9, 0, 1])))
    expect(prepared.decision).toBe('encoded')
    expect(prepared.steps.join()).toContain('cannot be converted, and are sent as sRGB')
    expect((await readFile(prepared.path)).includes('cICP')).toBe(false)
  })
})

/** What cameras write beside their pictures: a colour space, and an index of interoperability (DCF 2.0). */
function cameraExif(colourSpace: number, index: string): Buffer {
  const tiff = Buffer.alloc(92)
  tiff.write('MM\0*\0\0\0\x08', 'latin1')
  const entry = (at: number, tag: number, type: number, count: number) => {
    tiff.writeUInt16BE(tag, at)
    tiff.writeUInt16BE(type, at + 2)
    tiff.writeUInt32BE(count, at + 4)
  }
  tiff.writeUInt16BE(1, 8)
  entry(10, 0x8769, 4, 1)
  tiff.writeUInt32BE(26, 18)
  tiff.writeUInt16BE(2, 26)
  entry(28, 0xa001, 3, 1)
  tiff.writeUInt16BE(colourSpace, 36)
  entry(40, 0xa005, 4, 1)
  tiff.writeUInt32BE(56, 48)
  tiff.writeUInt16BE(1, 56)
  entry(58, 0x0001, 2, 4)
  tiff.write(index, 66, 'latin1')
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

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
