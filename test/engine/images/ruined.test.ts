import { describe, expect, it } from 'vitest'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { flat, noise, textured } from './support/pictures.ts'

const shop = useLentWorkshop()
const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }

/** The reason where it is refused; else what is said of it. */
async function told(name: string, bytes: Buffer): Promise<string> {
  const prepared = await shop.images.prepareReference(await shop.write(name, bytes), limits)
  return prepared.decision === 'refused' ? prepared.reason : `${prepared.decision}: ${prepared.steps.join('; ')}`
}

const holed = (bytes: Buffer, from: number, to: number): Buffer => {
  const copy = Buffer.from(bytes)
  const at = (share: number) => Math.ceil((bytes.length * share) / 512) * 512
  return copy.fill(0, at(from), Math.min(bytes.length, at(to)))
}

describe('what is lost of a JPEG is measured, and no decoder is believed (P6)', () => {
  const large = () => noise(1000, 800).jpeg({ quality: 90 })

  it.each([
    ['small', () => textured(800, 600).jpeg()],
    ['large', large],
    ['grey', () => textured(800, 600).greyscale().toColourspace('b-w').jpeg()],
    ['of full colours', () => textured(800, 600).jpeg({ chromaSubsampling: '4:4:4', optimiseCoding: false })],
    ['progressive', () => textured(800, 600).jpeg({ progressive: true })],
  ])('zeros over a half of a %s one, which libjpeg reads as codes, are found (P6)', async (name, make) => {
    const bytes = await make().toBuffer()
    for (const [from, to] of [
      [0.2, 0.7],
      [0.5, 0.6],
      [0.85, 0.95],
    ] as const) {
      const path = `${name} ${from}.jpg`
      expect(await told(path, holed(bytes, from, to))).toMatch(/cut off|damaged/)
      await expect(shop.images.examine(await shop.write(path, holed(bytes, from, to)))).rejects.toThrow(
        /cut off|damaged/,
      )
    }
  })

  it('zeros in any scan of a progressive one are found, also where its codes end too early, or libjpeg is content (P6)', async () => {
    const bytes = await textured(480, 360).jpeg({ progressive: true }).toBuffer()
    for (const [from, to] of [
      [1024, 2560],
      // All codes that it needs are there, and more of them.
      [15_360, 15_872],
      // Of detail the upper bits, and the last one.
      [3072, 3584],
      [30_208, 31_744],
    ] as const) {
      const path = `progressive ${from}.jpg`
      const hole = Buffer.from(bytes).fill(0, from, to)
      expect([from, await told(path, hole)]).toEqual([from, expect.stringMatching(/cut off|damaged/)])
      await expect(shop.images.examine(await shop.write(path, hole))).rejects.toThrow(/cut off|damaged/)
    }
  })

  it('of a progressive one that ends in its first scan the missing share is told; behind it, that a part is missing (P6)', async () => {
    const bytes = await textured(480, 360).jpeg({ progressive: true }).toBuffer()
    expect(await told('first.jpg', bytes.subarray(0, 1700))).toMatch(/cut off: (3\d|4\d|5\d|6\d) % of it is missing/)
    expect(await told('later.jpg', bytes.subarray(0, 20_000))).toMatch(/cut off: a part of the file is missing/)
    const scans = [...bytes.keys()].filter((at) => bytes[at] === 0xff && bytes[at + 1] === 0xda)
    // Whole scans, and no more of them.
    expect(await told('scans.jpg', bytes.subarray(0, scans[3]))).toMatch(/cut off: a part of the file is missing/)
  })

  it.each([
    ['libjpeg', { progressive: true }],
    ['mozjpeg', { mozjpeg: true }],
  ])(
    'of %s that ends behind some of its scans, with an end marker, is no whole result, and may be sent (I11, M4)',
    async (name, options) => {
      const bytes = await textured(331, 203).jpeg(options).toBuffer()
      const scans = [...bytes.keys()].filter((at) => bytes[at] === 0xff && bytes[at + 1] === 0xda)
      expect(scans.length).toBeGreaterThan(4)
      for (const at of scans.slice(1)) {
        const cut = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xd9])])
        await expect(shop.images.examine(await shop.write(`${name} ${at}.jpg`, cut)), `cut at ${at}`).rejects.toThrow(
          /cut off: a part of the file is missing/,
        )
        expect(await told(`${name} ${at}.jpg`, cut)).not.toMatch(/cut off|damaged/)
      }
    },
  )

  it('whole progressive ones are whole, however they are made (P6, I11)', async () => {
    for (const quality of [5, 60, 100])
      for (const options of [
        { mozjpeg: true },
        { progressive: true, chromaSubsampling: '4:4:4' },
        { progressive: true },
      ]) {
        const bytes = await textured(331, 203)
          .jpeg({ quality, ...options })
          .toBuffer()
        const path = await shop.write('whole.jpg', bytes)
        expect(await told('whole.jpg', bytes)).not.toMatch(/cut off|damaged|mended/)
        await expect(shop.images.examine(path)).resolves.toMatchObject({ width: 331 })
      }
    for (const options of [{ mozjpeg: true }, { progressive: true }])
      for (const made of [
        flat(331, 203),
        textured(331, 203).greyscale().toColourspace('b-w'),
        textured(331, 203).toColourspace('cmyk'),
      ])
        for (const quality of [1, 100]) {
          const path = await shop.write(
            'other.jpg',
            await made
              .clone()
              .jpeg({ quality, ...options })
              .toBuffer(),
          )
          await expect(shop.images.examine(path)).resolves.toMatchObject({ width: 331 })
        }
  })

  it('what is missing at its end is told as the share that it is, or refused with it (P6)', async () => {
    const bytes = await textured(800, 600).jpeg().toBuffer()
    const cut = (share: number) => bytes.subarray(0, Math.round(bytes.length * share))
    expect(await told('half.jpg', cut(0.5))).toMatch(/cut off: (4[5-9]|5[0-5]) % of it is missing/)
    const padded = Buffer.concat([cut(0.6), Buffer.alloc(bytes.length * 0.4)])
    expect(await told('padded.jpg', padded)).toMatch(/cut off: (3[5-9]|4[0-5]) % of it is missing/)
    expect(await told('little.jpg', cut(0.99))).toMatch(/the last \d+ of 600 rows are grey or damaged \(([01]\.\d) %/)
  })

  it('lost units that a later marker hides are never called the last rows (P6)', async () => {
    const bytes = await textured(800, 600).jpeg({ quality: 95 }).toBuffer()
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda])) + 14
    // A piece from the middle is gone, so that what follows stands where it does not belong.
    const from = scan + Math.round((bytes.length - scan) * 0.5)
    const moved = Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 700)])
    expect(await told('moved.jpg', moved)).toMatch(/damaged/)
    expect(await told('doubled.jpg', Buffer.concat([bytes.subarray(0, from), bytes.subarray(from - 700)]))).toMatch(
      /damaged/,
    )
  })
})

describe('a WebP with a hole is refused every time (P6, L3)', () => {
  it.each([
    ['lossy', () => textured(640, 480).webp()],
    ['lossy with alpha', () => textured(640, 480, 4).webp()],
    ['lossless', () => textured(640, 480).webp({ lossless: true, effort: 1 })],
  ])('%s (P6, L3)', async (name, make) => {
    const bytes = await make().toBuffer()
    for (let from = 0.1; from < 0.9; from += 0.1) {
      const hole = holed(bytes, from, from + 0.06)
      expect(await told(`${name}.webp`, hole)).toMatch(/cut off|damaged/)
    }
  })
})

describe('a GIF is read as it is written (P6)', () => {
  it('one with a hole is refused before it is paid for (P6, L3)', async () => {
    const bytes = await textured(640, 480).gif().toBuffer()
    for (let from = 0.2; from < 0.9; from += 0.1)
      expect(await told('hole.gif', holed(bytes, from, from + 0.05))).toMatch(/cut off|damaged/)
  })
})

describe('a TIFF never comes out black where it cannot be read (P6)', () => {
  it.each(['none', 'lzw', 'deflate', 'jpeg', 'packbits'] as const)('%s, in strips and in tiles (P6)', async (kind) => {
    for (const isTiled of [false, true]) {
      const tiles = isTiled ? { tile: true, tileWidth: 128, tileHeight: 128 } : {}
      const bytes = await textured(400, 300)
        .tiff({ compression: kind, quality: 90, ...tiles })
        .toBuffer()
      expect(await told('whole.tif', bytes)).not.toMatch(/damaged|mended/)
      expect(await told('hole.tif', holed(bytes, 0.3, 0.5))).toMatch(/cut off|damaged/)
    }
  })
})

describe('what a disk did to a TIFF is found by what its strips come to (P6)', () => {
  it('LZW of another place has codes like any other, and they come to more than whole rows (P6)', async () => {
    const bytes = await textured(480, 360).tiff({ compression: 'lzw' }).toBuffer()
    const repeated = Buffer.from(bytes)
    bytes.copy(repeated, 32_256, 0, 32_256)
    expect(await told('whole.tif', bytes)).not.toMatch(/damaged/)
    expect(await told('repeated.tif', repeated)).toMatch(/damaged/)
  })

  it('a hole over less than a hundredth of uncompressed pixels is seen, and found (P6)', async () => {
    const bytes = await textured(480, 360).tiff({ compression: 'none' }).toBuffer()
    expect(await told('whole.tif', bytes)).not.toMatch(/damaged/)
    expect(await told('hole.tif', Buffer.from(bytes).fill(0, 61_952, 65_536))).toMatch(/damaged/)
  })
})

describe('whole pictures of one colour are whole, whatever their data looks like (P6, I11)', () => {
  const colours = ['#000000', '#ffffff', '#808080']

  it.each(colours)('%s (P6, I11)', async (colour) => {
    const picture = () => flat(1500, 1100, colour)
    const files: [string, Buffer][] = [
      ['jpeg', await picture().jpeg().toBuffer()],
      ['progressive.jpeg', await picture().jpeg({ progressive: true }).toBuffer()],
      ['plain.jpeg', await picture().jpeg({ optimiseCoding: false, quality: 100 }).toBuffer()],
      ['stored.png', await picture().png({ compressionLevel: 0 }).toBuffer()],
      ['webp', await picture().webp().toBuffer()],
      ['lossless.webp', await picture().webp({ lossless: true }).toBuffer()],
      ['gif', await picture().gif().toBuffer()],
      ['tif', await picture().tiff({ compression: 'none' }).toBuffer()],
      ['avif', await picture().avif({ effort: 0 }).toBuffer()],
    ]
    for (const [name, bytes] of files) {
      expect([name, await told(name, bytes)]).toEqual([name, expect.not.stringMatching(/cut off|damaged|mended/)])
      await expect(shop.images.examine(await shop.write(name, bytes))).resolves.toMatchObject({ width: 1500 })
    }
  })
})
