import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { differences, expectedLab, labOfSrgb } from '../../support/colour-judge.ts'
import { nclx, withAvifColour } from './support/avif.ts'
import { plainPng, withSegment } from './support/bytes.ts'
import { p3Matrix, srgbMatrix, srgbToLinear, type Triple } from './support/colour-science.ts'
import { highRangeInSrgb } from './support/high-range.ts'
import { matrixProfile } from './support/icc-profile.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { flat } from './support/pictures.ts'
import { type TiffSamples, tiff } from './support/tiff.ts'

const shop = useLentWorkshop()
const srgbTone = Array.from({ length: 4096 }, (_, index) => Math.round(65_535 * srgbToLinear(index / 4095)))

async function prepare(name: string, bytes: Buffer) {
  return shop.images.prepareUpscale(await shop.write(name, bytes), { maxBytes: 9_500_000 })
}

async function sent(name: string, bytes: Buffer) {
  const prepared = await prepare(name, bytes)
  if (prepared.decision === 'refused' || prepared.decision === 'needs-url') throw new Error(prepared.reason)
  const image = sharp(await readFile(prepared.path), { ignoreIcc: true })
    .removeAlpha()
    .toColourspace('srgb')
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): Triple =>
    [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)] as Triple
  return { prepared, data, at }
}

/** Colours over colours, each channel at its own pace. */
const [width, height] = [32, 8]
const colours = Buffer.from(
  Uint8Array.from(
    { length: width * height * 3 },
    (_, at) => ((Math.floor(at / 3) + 1) * ([3, 7, 11][at % 3] ?? 1)) % 256,
  ),
)
const wide = Uint16Array.from(colours, (value) => value * 257)

describe('an AVIF’s code points', () => {
  it.each([
    ['Display P3', 12, 13, matrixProfile('P3', p3Matrix, srgbTone)],
    ['Rec. 709', 1, 8, matrixProfile('linear', srgbMatrix, { gamma: 1 })],
  ])('are converted by: %s (P4)', async (name, primaries, transfer, icc) => {
    const plain = await sharp(colours, { raw: { width, height, channels: 3 } })
      .avif({ lossless: true })
      .toBuffer()
    const { prepared, data } = await sent('points.avif', withAvifColour(plain, nclx(primaries, transfer)))
    expect(prepared.steps).toContain(`converted from ${name} to sRGB`)
    const { mean, most } = differences(labOfSrgb(new Uint8Array(data)), expectedLab(icc, 'rgb', wide, false))
    expect(mean).toBeLessThan(1)
    expect(most).toBeLessThan(3)
  })

  it('that nobody can convert by are told (P4)', async () => {
    const plain = await sharp(colours, { raw: { width, height, channels: 3 } })
      .avif({ lossless: true })
      .toBuffer()
    const { prepared } = await sent('log.avif', withAvifColour(plain, nclx(9, 9)))
    expect(prepared.steps.join()).toContain('cannot be converted, and are sent as sRGB')
  })
})

describe('high dynamic range', () => {
  /** As `avifenc --cicp 9/16/0 -d 10 --lossless` made it: 4 × 4 squares of 8 px of these levels. */
  const levels: Triple[] = [
    [64, 64, 64],
    [300, 300, 300],
    [512, 512, 512],
    [594, 594, 594],
    [700, 700, 700],
    [769, 769, 769],
    [900, 900, 900],
    [1023, 1023, 1023],
    [700, 200, 100],
    [200, 700, 100],
    [100, 200, 700],
    [600, 600, 100],
    [100, 600, 600],
    [600, 100, 600],
    [900, 500, 300],
    [0, 0, 0],
  ]

  it.each([
    ['PQ', 16],
    ['HLG', 18],
  ] as const)(
    'by %s keeps its shadows and middle, rolls off what is brighter than white, and that is said (P4)',
    async (name, transfer) => {
      const file = await readFile(new URL('support/ten-bits.avif', import.meta.url))
      file.writeUInt16BE(transfer, file.indexOf('nclx') + 6)
      const { prepared, at } = await sent(`${name}.avif`, file)
      expect(prepared.steps).toContain(`converted from Rec. 2100 ${name} to sRGB`)
      expect(prepared.steps.join()).toContain('its high dynamic range is lost')
      expect(prepared.steps).toContain('from 10 to 8 bits a channel')
      const shown = levels.map((_, index) => at((index % 4) * 8 + 4, Math.floor(index / 4) * 8 + 4))
      const expected = levels.map((level) => highRangeInSrgb(level.map((v) => v / 1023) as Triple, name))
      const lab = (all: Triple[]) => labOfSrgb(Uint8Array.from(all.flat()))
      expect(differences(lab(shown), lab(expected)).most).toBeLessThan(1.5)
      // Brighter stays brighter, up to what a display of 1,000 cd/m² shows.
      const greys = shown.slice(0, 6).map(([red]) => red)
      expect(greys).toEqual(greys.toSorted((one, other) => one - other))
      expect(new Set(greys).size).toBe(greys.length)
    },
  )

  it('of 8 bits in a PNG is converted too (P4)', async () => {
    const png = plainPng({ width, height, bits: 8, colourType: 2 }, colours, [['cICP', Buffer.from([9, 16, 0, 1])]])
    const { prepared, data } = await sent('pq.png', png)
    expect(prepared.steps.join()).toContain('its high dynamic range is lost')
    const expected = Array.from({ length: width * height }, (_, index) =>
      highRangeInSrgb([...colours.subarray(index * 3, index * 3 + 3)].map((v) => v / 255) as Triple, 'PQ'),
    )
    const difference = differences(labOfSrgb(new Uint8Array(data)), labOfSrgb(Uint8Array.from(expected.flat())))
    expect(difference.most).toBeLessThan(1.5)
  })
})

describe('a PNG’s gamma and primaries', () => {
  const u32s = (values: number[]): Buffer => {
    const body = Buffer.alloc(values.length * 4)
    values.forEach((value, index) => void body.writeUInt32BE(Math.round(value * 100_000), index * 4))
    return body
  }
  const p3Points = u32s([0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06])

  it.each([
    ['linear', [['gAMA', u32s([1])]], matrixProfile('linear', srgbMatrix, { gamma: 1 })],
    [
      'gamma 1.8 in Display P3',
      [
        ['gAMA', u32s([1 / 1.8])],
        ['cHRM', p3Points],
      ],
      matrixProfile('P3', p3Matrix, { gamma: 1.8 }),
    ],
  ] as [string, [string, Buffer][], Buffer][])(
    'are converted by, and not dropped: %s (P10)',
    async (_, chunks, icc) => {
      const { prepared, data } = await sent(
        'gamma.png',
        plainPng({ width, height, bits: 8, colourType: 2 }, colours, chunks),
      )
      expect(prepared.steps).toContain('converted from the gamma and primaries of the PNG to sRGB')
      const { mean, most } = differences(labOfSrgb(new Uint8Array(data)), expectedLab(icc, 'rgb', wide, false))
      expect(mean).toBeLessThan(1)
      expect(most).toBeLessThan(3)
    },
  )

  it('count for nothing where they are what writers of sRGB put there, or where better is known (P10)', async () => {
    const linear: [string, Buffer] = ['gAMA', u32s([1])]
    for (const chunks of [
      [['gAMA', u32s([0.45455])]],
      [['sRGB', Buffer.from([0])], linear],
      [['cICP', Buffer.from([1, 13, 0, 1])], linear],
    ] as [string, Buffer][][]) {
      const { prepared, data } = await sent(
        'srgb.png',
        plainPng({ width, height, bits: 8, colourType: 2 }, colours, chunks),
      )
      expect(prepared.steps.join()).not.toContain('converted')
      expect(data.equals(colours)).toBe(true)
    }
  })
})

describe('a TIFF', () => {
  const of = (photometric: number, bits: number[], more: Partial<TiffSamples> = {}): Buffer => {
    const bytes = bits.reduce((sum, each) => sum + each, 0) / 8
    return tiff({
      width,
      height,
      photometric,
      bits,
      data: Buffer.alloc(Math.ceil(width * height * bytes), 0x33),
      ...more,
    })
  }

  it.each([
    ['floating-point', of(2, [32, 32, 32], { format: 3 }), /floating-point colours.*16 or 8 bits/],
    ['floating-point grey', of(1, [32], { format: 3 }), /floating-point colours/],
    ['signed', of(2, [16, 16, 16], { format: 2 }), /signed numbers/],
    ['signed grey of 8 bits', of(1, [8], { format: 2 }), /signed numbers/],
    ['32-bit', of(2, [32, 32, 32]), /32 bits a channel/],
    ['32-bit grey', of(1, [32]), /32 bits a channel/],
    ['32-bit CMYK', of(5, [32, 32, 32, 32]), /32 bits a channel/],
    ['12-bit', of(2, [12, 12, 12]), /12 bits a channel/],
    ['unevenly deep', of(2, [8, 16, 8]), /different depths/],
    ['L*a*b* of 8 bits', of(8, [8, 8, 8]), /L\*a\*b\* of 8 bits.*to RGB/],
    ['ICC L*a*b*', of(9, [8, 8, 8]), /kind that cannot be read/],
    ['three-ink', of(5, [8, 8, 8]), /inks other than CMYK/],
    ['seven-channel', of(2, Array(7).fill(8), { extra: [0, 0, 0, 0] }), /7 channels/],
    ['CMYK of 16 bits with transparency', of(5, Array(5).fill(16), { extra: [2] }), /with transparency/],
  ])('that is %s is refused in words, and never sent in wrong colours (P10)', async (_, bytes, words) => {
    const prepared = await prepare('odd.tif', bytes)
    expect(prepared.decision).toBe('refused')
    if (prepared.decision !== 'refused') return
    expect(prepared.reason).toMatch(words)
    expect(prepared.reason).toContain('nothing was sent or charged')
    expect((await shop.images.inspect(await shop.write('odd.tif', bytes))).problem).toBe(prepared.reason)
  })

  it('in L*a*b* of 16 bits is converted (P10)', async () => {
    const data = Buffer.alloc(width * height * 6)
    for (let at = 0; at < width * height; at += 1) {
      data.writeUInt16LE(Math.round(65_535 * (0.2 + (0.6 * at) / (width * height))), at * 6)
      data.writeInt16LE(25 * 256, at * 6 + 2)
      data.writeInt16LE(-30 * 256, at * 6 + 4)
    }
    const { prepared, data: seen } = await sent(
      'lab.tif',
      tiff({ width, height, photometric: 8, bits: [16, 16, 16], data }),
    )
    expect(prepared.steps).toContain('converted from L*a*b* to sRGB')
    const expected = Array.from(
      { length: width * height },
      (_, at): Triple => [20 + (60 * at) / (width * height), 25, -30],
    )
    expect(differences(labOfSrgb(new Uint8Array(seen)), expected).most).toBeLessThan(1)
  })

  it.each([
    ['grey', 1, 1],
    ['RGB', 2, 3],
    ['CMYK', 5, 4],
  ])('in %s with a saved selection is sent without it (P10)', async (_, photometric, colourCount) => {
    const pixels = (extra: number[]): Buffer => {
      const each = colourCount + extra.length
      const data = Buffer.from(
        Array.from({ length: width * height * each }, (_, at) => (at % each < colourCount ? 120 : (extra[0] ?? 0))),
      )
      return of(photometric, Array(each).fill(8), { data, ...(extra.length > 0 ? { extra: extra.map(() => 0) } : {}) })
    }
    const without = await sent('plain.tif', pixels([]))
    const { prepared, data } = await sent('selection.tif', pixels([40]))
    expect(data.equals(without.data)).toBe(true)
    expect((await sharp(await readFile(prepared.path)).metadata()).hasAlpha).toBe(false)
  })

  it('in grey with transparency and a selection keeps the one alone (P10)', async () => {
    const data = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => [90, 200, 30][at % 3] ?? 0))
    const { prepared } = await sent('grey-alpha.tif', of(1, [8, 8, 8], { extra: [2, 0], data }))
    const raw = await sharp(await readFile(prepared.path))
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
    expect([...raw.subarray(0, 4)]).toEqual([90, 90, 90, 200])
  })
})

describe('a JPEG of 12 bits', () => {
  it('is refused in words, and not called damaged (P10)', async () => {
    const jpeg = await flat(16, 16).jpeg().toBuffer()
    jpeg.writeUInt8(12, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 4)
    const prepared = await prepare('twelve.jpg', withSegment(jpeg, 0xfe, Buffer.from('film')))
    expect(prepared).toMatchObject({ decision: 'refused', reason: expect.stringContaining('12 bits a channel') })
  })
})
