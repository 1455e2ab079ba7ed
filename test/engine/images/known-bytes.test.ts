import { readFile } from 'node:fs/promises'
import { createDeflate, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { webpOf, wholeChunks } from '../../../src/engine/images/worker/webp-chunks.ts'
import { chunk, withChunk, withJpegProfile, withPngProfile, withSegment } from './support/bytes.ts'
import { peakBytesOfChildren } from './support/children-memory.ts'
import { matrixProfile } from './support/icc-profile.ts'
import { flat, textured } from './support/pictures.ts'
import { useWorkshop, workerEntry } from './support/workshop.ts'

const shop = useWorkshop()
const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }

async function prepare(name: string, bytes: Buffer, maxEdge = limits.maxEdge) {
  const file = await shop.images.prepareReference(await shop.write(name, bytes), { ...limits, maxEdge })
  if (file.decision === 'refused') throw new Error(file.reason)
  return { file, sent: await readFile(file.path) }
}

/** What is sent is the picture without what was put into it, byte for byte. */
async function expectOnly(plain: Buffer, name: string, littered: Buffer): Promise<void> {
  const { file, sent } = await prepare(name, littered)
  expect([name, file.decision, file.quality]).toEqual([name, 'encoded', null])
  expect([name, sent.equals(plain)]).toEqual([name, true])
}

/** sRGB by its numbers, with its owner's words. */
function ownProfile(): Buffer {
  const srgb = [
    [0.4361, 0.3851, 0.1431],
    [0.2225, 0.7169, 0.0606],
    [0.0139, 0.0971, 0.7139],
  ] as const
  const tone = Array.from({ length: 1024 }, (_, index) => {
    const x = index / 1023
    return Math.round(65_535 * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
  })
  return Buffer.concat([
    matrixProfile('Words of its owner', srgb.map((row) => [...row]) as never, tone),
    Buffer.from('words'),
  ])
}

const words = Buffer.from('Words of somebody, that are nobody’s business')

describe('of a JPEG only what its picture needs is passed on (P5)', () => {
  const jpeg = () => textured(120, 90).jpeg().toBuffer()
  it.each([
    ['a profile', (bytes: Buffer) => withJpegProfile(bytes, ownProfile())],
    [
      'a table that nothing uses',
      (bytes: Buffer) => withSegment(bytes, 0xdb, Buffer.concat([Buffer.from([2]), Buffer.alloc(64, words)])),
    ],
    [
      'bytes behind the last code',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -2), words.subarray(0, 14), bytes.subarray(-2)]),
    ],
    [
      'a thumbnail',
      (bytes: Buffer) =>
        withSegment(bytes, 0xe0, Buffer.concat([Buffer.from('JFXX\0\x13\x03\x03'), Buffer.alloc(27, words)])),
    ],
  ])('not %s', async (name, litter) => {
    await expectOnly(await jpeg(), `${name}.jpg`, litter(await jpeg()))
    const progressive = await textured(120, 90).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
    await expectOnly(progressive, `${name}, progressive.jpg`, litter(progressive))
  })

  it('and one with more of them than encoders leave is called damaged: so a hole looks too', async () => {
    for (const progressive of [false, true]) {
      const bytes = await textured(120, 90).jpeg({ progressive }).toBuffer()
      const littered = Buffer.concat([bytes.subarray(0, -2), words, bytes.subarray(-2)])
      await expect(prepare('more.jpg', littered)).rejects.toThrow(/damaged: a part of it is lost/)
    }
  })

  it('nor bytes that fill up its start, or tables of odd length', async () => {
    const plain = await jpeg()
    await expectOnly(
      plain,
      'filled.jpg',
      Buffer.concat([plain.subarray(0, 2), Buffer.alloc(40, 0xff), plain.subarray(2)]),
    )
    const { file, sent } = await prepare(
      'odd.jpg',
      withSegment(plain, 0xdd, Buffer.concat([Buffer.alloc(2), words])),
    ).catch(() => ({ file: null, sent: Buffer.alloc(0) }))
    expect(file?.decision).not.toBe('as-is')
    expect(sent.includes(words)).toBe(false)
  })
})

describe('of a PNG only what its picture needs is passed on (P5)', () => {
  const png = () => textured(120, 90).png().toBuffer()
  const withEnd = (bytes: Buffer, more: Buffer) => Buffer.concat([bytes.subarray(0, -12), more, bytes.subarray(-12)])
  it.each([
    ['a profile', (bytes: Buffer) => withPngProfile(bytes, ownProfile())],
    [
      'the name of a profile',
      (bytes: Buffer) =>
        withChunk(bytes, 'iCCP', Buffer.concat([words.subarray(0, 40), Buffer.alloc(2), deflateSync(ownProfile())])),
    ],
    [
      'a chunk longer than its kind',
      (bytes: Buffer) => withChunk(bytes, 'sRGB', Buffer.concat([Buffer.alloc(1), words])),
    ],
    ['colours that a screen may choose from', (bytes: Buffer) => withChunk(bytes, 'PLTE', Buffer.alloc(60, words))],
    ['pixel data behind its pixels', (bytes: Buffer) => withEnd(bytes, chunk('IDAT', words))],
  ])('not %s', async (name, litter) => {
    await expectOnly(await png(), `${name}.png`, litter(await png()))
    const palette = await textured(120, 90).png({ palette: true }).toBuffer()
    if (!name.startsWith('colours')) await expectOnly(palette, `${name}, palette.png`, litter(palette))
  })

  it('and a chunk whose sum is wrong gets the right one, which could be words', async () => {
    const plain = await png()
    const wrong = Buffer.from(plain)
    const end = wrong.indexOf('pHYs', 0, 'latin1') + 4 + 9
    wrong.write('Hi!!', end, 'latin1')
    const { sent } = await prepare('sum.png', wrong)
    expect(sent.includes('Hi!!')).toBe(false)
  })

  it('and nothing of a profile that cannot be read', async () => {
    const littered = withChunk(await png(), 'iCCP', Buffer.concat([Buffer.from('x\0\0'), words]))
    expect((await prepare('unread.png', littered)).sent.includes(words)).toBe(false)
  })

  it('and a profile that unpacks to half a gigabyte takes neither memory nor time, and is not sent', async () => {
    const packing = createDeflate({ level: 1 })
    const parts: Buffer[] = []
    const packed = new Promise<Buffer>((resolve) => packing.on('end', () => resolve(Buffer.concat(parts))))
    packing.on('data', (part: Buffer) => parts.push(part))
    for (let left = 500; left > 0; left -= 1) packing.write(Buffer.alloc(2 ** 20))
    packing.end()
    const plain = await flat(100, 80).png().toBuffer()
    const bomb = withChunk(plain, 'iCCP', Buffer.concat([Buffer.from('x\0\0'), await packed]))
    const before = peakBytesOfChildren(workerEntry)
    const { sent } = await prepare('bomb.png', bomb)
    expect(sent.length).toBeLessThan(plain.length + 2_000)
    expect(peakBytesOfChildren(workerEntry) - before).toBeLessThan(150e6)
  })
})

/** A WebP with other bytes in the place of its one picture's chunk. */
function withPicture(webp: Buffer, change: (body: Buffer) => Buffer): Buffer {
  const body = change(webp.subarray(20, 20 + webp.readUInt32LE(16)))
  const bytes = Buffer.concat([webp.subarray(0, 20), body, Buffer.alloc(body.length % 2)])
  bytes.writeUInt32LE(body.length, 16)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  return bytes
}

describe('of a WebP only what its picture needs is passed on (P5)', () => {
  it('not a profile that nothing announces', async () => {
    const plain = await textured(120, 90).webp().toBuffer()
    const icc = ownProfile()
    const head = Buffer.from('ICCP\0\0\0\0', 'latin1')
    head.writeUInt32LE(icc.length, 4)
    const littered = Buffer.concat([plain, head, icc, Buffer.alloc(icc.length % 2)])
    littered.writeUInt32LE(littered.length - 8, 4)
    await expectOnly(plain, 'plain.webp', littered)
  })

  it.each([
    ['lossy', (image: Sharp) => image.webp()],
    ['lossless', (image: Sharp) => image.webp({ lossless: true })],
  ])(
    'and a %s one with bytes behind its picture is refused: they cannot be told from a hole in it',
    async (name, encode) => {
      const plain = await encode(textured(120, 90)).toBuffer()
      expect((await prepare(`${name}.webp`, plain)).file.decision).toBe('as-is')
      const littered = withPicture(plain, (body) => Buffer.concat([body, words]))
      await expect(prepare(`${name} and more.webp`, littered)).rejects.toThrow('nothing was sent or charged')
    },
  )

  it('nor one with bytes behind the first of its parts', async () => {
    const plain = await textured(120, 90).webp().toBuffer()
    const littered = withPicture(plain, (body) => {
      const tag = body.readUIntLE(0, 3)
      const longer = Buffer.concat([body.subarray(0, 10 + (tag >> 5)), words, body.subarray(10 + (tag >> 5))])
      longer.writeUIntLE(tag + (words.length << 5), 0, 3)
      return longer
    })
    await expect(prepare('first part.webp', littered)).rejects.toThrow('nothing was sent or charged')
  })

  it('nor alpha behind its picture, which nobody sees, though it has as many bytes as there are pixels', async () => {
    const plain = await textured(120, 90).webp().toBuffer()
    const canvas = Buffer.from([0, 0, 0, 0, 119, 0, 0, 89, 0, 0])
    const alpha = Buffer.concat([Buffer.of(0), Buffer.alloc(120 * 90, words)])
    const [picture] = wholeChunks(plain) ?? []
    if (!picture) throw new Error('no picture')
    const littered = webpOf([{ type: 'VP8X', content: canvas }, picture, { type: 'ALPH', content: alpha }])
    const { file, sent } = await prepare('alpha.webp', littered)
    expect(sent.includes(words)).toBe(false)
    expect(file.decision).toBe('encoded')
    expect((await sharp(sent).metadata()).hasAlpha).toBe(false)
  })
})

describe('of a GIF only what its picture needs is passed on (P5)', () => {
  it('not what stands behind its last code, nor colours that no pixel has', async () => {
    const plain = await textured(60, 40).gif({ colours: 9 }).toBuffer()
    const more = Buffer.concat([plain.subarray(0, -2), Buffer.from([words.length]), words, plain.subarray(-2)])
    await expectOnly(plain, 'code.gif', more)
    // A table twice as long, whose second half no pixel needs.
    const end = 13 + 3 * 16
    const longer = (content: Buffer) => {
      const bytes = Buffer.concat([plain.subarray(0, end), content, plain.subarray(end)])
      bytes.writeUInt8(plain.readUInt8(10) + 1, 10)
      return bytes
    }
    await expectOnly(longer(Buffer.alloc(48)), 'colours.gif', longer(Buffer.alloc(48, words)))
  })
})

it.each(['jpeg', 'png', 'webp'] as const)(
  'what was encoded anew has nothing to be taken out either (%s, P5)',
  async (format) => {
    const source = await (format === 'jpeg' ? textured(300, 200) : textured(300, 200, 4))
      .withIccProfile('p3')
      .withExif({ IFD0: { Artist: 'Words' } })
      .withXmp('<x:xmpmeta>Words</x:xmpmeta>')
      .tiff({ compression: 'lzw' })
      .toBuffer()
    const maxBytes = format === 'png' ? limits.maxBytes : 20_000
    const first = await shop.images.prepareReference(await shop.write(`anew.${format}.tif`, source), {
      ...limits,
      maxBytes,
    })
    if (first.decision === 'refused') throw new Error(first.reason)
    expect(first.format).toBe(format)
    const again = await shop.images.prepareReference(first.path, limits)
    expect(again).toMatchObject({ decision: 'as-is', sha256: first.sha256 })
    const { exif, xmp, icc, iptc, comments } = await sharp(await readFile(first.path)).metadata()
    expect([exif, xmp, icc, iptc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined])
  },
)
