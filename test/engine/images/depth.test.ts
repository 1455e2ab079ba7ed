import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { differences, expectedLab, labOfSrgb } from '../../support/colour-judge.ts'
import { iccpOf, plainPng, withJpegProfile } from './support/bytes.ts'
import { adobeMatrix, p3Matrix, proPhotoMatrix } from './support/colour-science.ts'
import { greyProfile, matrixProfile } from './support/icc-profile.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { tiff } from './support/tiff.ts'

const shop = useLentWorkshop()
const [width, height] = [64, 4]
const count = width * height

/** A colour for each pixel, all through the space. */
const colours = Uint16Array.from(
  { length: count * 3 },
  (_, at) => (Math.floor(at / 3) * ([257, 1031, 4099][at % 3] ?? 0) * 7) % 65_536,
)
const levels = Uint16Array.from({ length: count }, (_, at) => Math.round((65_535 * at) / (count - 1)))
const bigEndian = (samples: Uint16Array): Buffer => Buffer.from(Buffer.from(samples.slice().buffer)).swap16()
const littleEndian = (samples: Uint16Array): Buffer => Buffer.from(samples.slice().buffer)

async function upscaled(name: string, bytes: Buffer) {
  const prepared = await shop.images.prepareUpscale(await shop.write(name, bytes), { maxBytes: 9_500_000 })
  if (prepared.decision === 'refused' || prepared.decision === 'needs-url') throw new Error(prepared.reason)
  const sent = await sharp(await readFile(prepared.path), { ignoreIcc: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return { prepared, seen: labOfSrgb(new Uint8Array(sent)) }
}

describe('pixels of 16 bits', () => {
  it.each([
    ['Adobe RGB', matrixProfile('Adobe RGB', adobeMatrix, { gamma: 2.2 })],
    ['ProPhoto', matrixProfile('ProPhoto', proPhotoMatrix, { gamma: 1.8 })],
    ['Display P3', matrixProfile('Display P3', p3Matrix, { kind: 0, parameters: [2.2] }, 4)],
  ])('in %s become sRGB, and are not sent as another space’s numbers (P1)', async (name, icc) => {
    const expected = expectedLab(icc, 'rgb', colours, false)
    const png = plainPng({ width, height, bits: 16, colourType: 2 }, bigEndian(colours), [['iCCP', iccpOf(icc)]])
    const of = { width, height, photometric: 2, bits: [16, 16, 16], icc, data: littleEndian(colours) }
    for (const [file, bytes] of [
      ['deep.png', png],
      ['deep.tif', tiff(of)],
    ] as const) {
      const { prepared, seen } = await upscaled(file, bytes)
      expect(prepared.steps).toContain(`converted from ${name} to sRGB`)
      const { mean, most } = differences(seen, expected)
      expect(mean).toBeLessThan(1)
      expect(most).toBeLessThan(3)
    }
  })

  it('keep their transparency (P1)', async () => {
    const icc = matrixProfile('Adobe RGB', adobeMatrix, { gamma: 2.2 })
    const samples = Uint16Array.from({ length: count * 4 }, (_, at) =>
      at % 4 === 3 ? (levels[Math.floor(at / 4)] ?? 0) : (colours[Math.floor(at / 4) * 3 + (at % 4)] ?? 0),
    )
    const png = plainPng({ width, height, bits: 16, colourType: 6 }, bigEndian(samples), [['iCCP', iccpOf(icc)]])
    const { prepared, seen } = await upscaled('clear.png', png)
    const alpha = await sharp(await readFile(prepared.path))
      .extractChannel(3)
      .raw()
      .toBuffer()
    expect(alpha.every((value, at) => Math.abs(value - (levels[at] ?? 0) / 257) <= 1)).toBe(true)
    // What nobody sees may be left out.
    const from = count / 8
    const { mean } = differences(seen.slice(from), expectedLab(icc, 'rgb', colours, false).slice(from))
    expect(mean).toBeLessThan(1)
  })

  it('a thumbnail and what the library keeps of them show the same colours (P1)', async () => {
    const icc = matrixProfile('ProPhoto', proPhotoMatrix, { gamma: 1.8 })
    const one = Uint16Array.from([30_000, 45_000, 20_000])
    const flat = Uint16Array.from({ length: count * 3 }, (_, at) => one[at % 3] ?? 0)
    const png = plainPng({ width, height, bits: 16, colourType: 2 }, bigEndian(flat), [['iCCP', iccpOf(icc)]])
    const path = await shop.write('flat.png', png)
    const expected = expectedLab(icc, 'rgb', one, false)
    const { dominantColour } = await shop.images.examine(path)
    const dominant = Buffer.from(dominantColour.slice(1), 'hex')
    expect(differences(labOfSrgb(new Uint8Array(dominant)), expected).most).toBeLessThan(1.5)
    const out = await shop.write('thumbnail.png', '')
    await shop.images.thumbnail(path, out, 32)
    const shown = await sharp(out).removeAlpha().raw().toBuffer()
    expect(differences(labOfSrgb(new Uint8Array(shown.subarray(0, 3))), expected).most).toBeLessThan(1.5)
  })

  it('tell how many they were', async () => {
    const of = { width, height, photometric: 2, bits: [16, 16, 16], data: littleEndian(colours) }
    expect((await upscaled('sixteen.tif', tiff(of))).prepared.steps).toContain('from 16 to 8 bits a channel')
    const ten = await upscaled('ten.avif', await readFile(new URL('support/ten-bits.avif', import.meta.url)))
    expect(ten.prepared.steps).toContain('from 10 to 8 bits a channel')
  })
})

describe('grey', () => {
  it.each([
    ['XYZ ', 1.8],
    ['Lab ', 1],
  ])('of 16 bits under a profile (to %s) is converted (P3)', async (meeting, gamma) => {
    const icc = greyProfile('Grey', { gamma }, 2, meeting)
    const expected = expectedLab(icc, 'grey', levels, false)
    const png = plainPng({ width, height, bits: 16, colourType: 0 }, bigEndian(levels), [['iCCP', iccpOf(icc)]])
    const of = { width, height, photometric: 1, bits: [16], icc, data: littleEndian(levels) }
    for (const [file, bytes] of [
      ['grey.png', png],
      ['grey.tif', tiff(of)],
    ] as const) {
      const { prepared, seen } = await upscaled(file, bytes)
      expect(prepared.steps).toContain('converted from Grey to sRGB')
      expect(differences(seen, expected).most).toBeLessThan(1)
    }
  })

  it('in a JPEG whose profile is one of RGB is that with all channels alike (P3)', async () => {
    const icc = matrixProfile('ProPhoto', proPhotoMatrix, { gamma: 1.8 })
    const grey = sharp(
      Uint8Array.from(levels, (level) => level >> 8),
      { raw: { width, height, channels: 1 } },
    )
    const jpeg = await grey.toColourspace('b-w').jpeg({ quality: 100 }).toBuffer()
    const held = await sharp(jpeg).toColourspace('srgb').raw().toBuffer()
    const expected = expectedLab(
      icc,
      'rgb',
      Uint16Array.from(held, (value) => value * 257),
      false,
    )
    const { prepared, seen } = await upscaled('grey.jpg', withJpegProfile(jpeg, icc))
    expect(prepared.steps).toContain('converted from ProPhoto to sRGB')
    expect(differences(seen, expected).mean).toBeLessThan(1)
  })
})

describe('a profile that does not speak of its pixels', () => {
  it('is left aside, and that is said instead of a conversion (P3)', async () => {
    const icc = greyProfile('Grey', 1.8)
    const eight = Buffer.from(Uint8Array.from(colours, (value) => value >> 8))
    const fits = await upscaled(
      'unfit.png',
      plainPng({ width, height, bits: 8, colourType: 2 }, eight, [['iCCP', iccpOf(icc)]]),
    )
    expect(fits.prepared.steps.join()).toContain('of another kind than its pixels, and is left aside')
    expect(fits.prepared.steps.join()).not.toContain('converted')
    expect(differences(fits.seen, labOfSrgb(new Uint8Array(eight))).most).toBeLessThan(0.01)
  })
})
