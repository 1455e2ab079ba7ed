import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { avif, box, coded, picture } from './support/avif-made.ts'
import { chunk, withChunk, withSegment } from './support/bytes.ts'
import { exifBlock, rawProfile, textChunk, withExifHead } from './support/exif.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { cornersOf, oriented, storedTurned } from './support/pictures.ts'

const shop = useLentWorkshop()
const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }
const all = [1, 2, 3, 4, 5, 6, 7, 8]

/** Sent whole, sent smaller, upscaled and shown: upright each time. Those that take a process each time are only sent. */
async function expectUpright(name: string, bytes: Buffer, isTurned: boolean, { isLone = false } = {}): Promise<void> {
  const path = await shop.write(name, bytes)
  for (const maxEdge of isLone ? [4096] : [4096, 90]) {
    const file = await shop.images.prepareReference(path, { ...limits, maxEdge })
    if (file.decision === 'refused') throw new Error(file.reason)
    const sent = await readFile(file.path)
    const { width, height, orientation = 1 } = await sharp(sent).metadata()
    expect([name, width, height, orientation]).toEqual([name, ...(maxEdge === 90 ? [90, 60] : [300, 200]), 1])
    expect([name, await cornersOf(sent)]).toEqual([name, 'rgb'])
    expect([name, file.steps.includes('turned upright')]).toEqual([name, isTurned])
  }
  if (isLone) return
  expect([name, await shop.images.inspect(path)]).toMatchObject([name, { width: 300, height: 200, problem: null }])
  const upscale = await shop.images.prepareUpscale(path, limits)
  if (upscale.decision === 'refused' || upscale.decision === 'needs-url') throw new Error(upscale.reason)
  expect([name, await cornersOf(await readFile(upscale.path))]).toEqual([name, 'rgb'])
  const out = `${path}.thumbnail.webp`
  await shop.images.thumbnail(path, out, 60)
  expect([name, await cornersOf(await readFile(out))]).toEqual([name, 'rgb'])
  expect(await shop.images.examine(path)).toMatchObject({ width: 300, height: 200 })
}

const after = (png: Buffer, type: string, content: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, -12), chunk(type, content), png.subarray(-12)])

describe('a PNG is sent upright (P7)', () => {
  const png = async (orientation: number) => (await storedTurned(orientation)).png().toBuffer()
  it.each([
    ['eXIf before its pixels', (bytes: Buffer, exif: Buffer) => withChunk(bytes, 'eXIf', exif)],
    ['eXIf after its pixels', (bytes: Buffer, exif: Buffer) => after(bytes, 'eXIf', exif)],
    [
      "ImageMagick's profile, packed",
      (bytes: Buffer, exif: Buffer) =>
        withChunk(bytes, 'zTXt', textChunk('zTXt', 'Raw profile type exif', rawProfile('exif', withExifHead(exif)))),
    ],
    [
      "ImageMagick's profile as plain text, after its pixels",
      (bytes: Buffer, exif: Buffer) =>
        after(bytes, 'tEXt', textChunk('tEXt', 'Raw profile type APP1', rawProfile('APP1', withExifHead(exif)))),
    ],
    [
      "ImageMagick's profile as text of any language, packed",
      (bytes: Buffer, exif: Buffer) =>
        withChunk(bytes, 'iTXt', textChunk('iTXt', 'Raw profile type exif', rawProfile('exif', exif), true)),
    ],
    [
      "ImageMagick's profile as text of any language",
      (bytes: Buffer, exif: Buffer) =>
        withChunk(bytes, 'iTXt', textChunk('iTXt', 'Raw profile type APP1', rawProfile('APP1', withExifHead(exif)))),
    ],
    [
      'eXIf, whatever an older profile says',
      (bytes: Buffer, exif: Buffer) =>
        after(
          withChunk(bytes, 'zTXt', textChunk('zTXt', 'Raw profile type exif', rawProfile('exif', exifBlock(3)))),
          'eXIf',
          exif,
        ),
    ],
  ])('by %s', async (name, turn) => {
    for (const orientation of all)
      for (const order of ['II', 'MM'] as const)
        await expectUpright(
          `${name} ${orientation} ${order}.png`,
          turn(await png(orientation), exifBlock(orientation, { order })),
          orientation > 1,
        )
  })

  it('and not turned by a packed text that grows without an end', async () => {
    const bomb = textChunk(
      'zTXt',
      'Raw profile type exif',
      `${' '.repeat(2 ** 22)}exif 26 ${exifBlock(6).toString('hex')}`,
    )
    await expectUpright('bomb.png', withChunk(await png(1), 'zTXt', bomb), false)
  })
})

describe('a JPEG is sent upright (P7)', () => {
  it.each([
    ['the one EXIF that says how, behind others', (exif: Buffer) => [exif, exifBlock(0), Buffer.from('II*\0')]],
    ['the first EXIF of two that say it', (exif: Buffer) => [exifBlock(3), exif]],
  ])('by %s, in either byte order', async (name, blocks) => {
    for (const orientation of all)
      for (const order of ['II', 'MM'] as const) {
        const plain = await (await storedTurned(orientation)).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
        // Each is put in before the others.
        const bytes = blocks(exifBlock(orientation, { order })).reduce(
          (jpeg, block) => withSegment(jpeg, 0xe1, withExifHead(block)),
          withSegment(plain, 0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>')),
        )
        await expectUpright(`${name} ${orientation} ${order}.jpg`, bytes, orientation > 1)
      }
  })

  it('also where the number has another width than it should', async () => {
    for (const type of [1, 4] as const)
      for (const order of ['II', 'MM'] as const) {
        const plain = await (await storedTurned(6)).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
        await expectUpright(
          `${type} ${order}.jpg`,
          withSegment(plain, 0xe1, withExifHead(exifBlock(6, { type, order }))),
          true,
        )
      }
  })

  it('not by XMP, which browsers do not turn by either', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>'
    await expectUpright(
      'xmp.jpg',
      withSegment(await oriented(0), 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)),
      false,
    )
  })
})

describe('a WebP is sent upright (P7)', () => {
  it.each([
    ['with', true],
    ['without', false],
  ])('by its EXIF, %s the six bytes before that', async (_, hasHead) => {
    for (const orientation of all) {
      const plain = await (await storedTurned(orientation))
        .webp({ lossless: true })
        .withExif({ IFD0: { Make: 'x' } })
        .toBuffer()
      const block = hasHead ? withExifHead(exifBlock(orientation)) : exifBlock(orientation)
      const exif = Buffer.alloc(8 + block.length + (block.length % 2))
      exif.write('EXIF', 'latin1')
      exif.writeUInt32LE(block.length, 4)
      block.copy(exif, 8)
      const bytes = Buffer.concat([plain.subarray(0, plain.indexOf('EXIF', 0, 'latin1')), exif])
      bytes.writeUInt32LE(bytes.length - 8, 4)
      await expectUpright(`webp ${hasHead} ${orientation}.webp`, bytes, orientation > 1)
    }
  })
})

describe('TIFF and AVIF are sent upright (P7)', () => {
  it('by the tag of a TIFF', async () => {
    for (const orientation of all) {
      const bytes = await (await storedTurned(orientation)).tiff().withMetadata({ orientation }).toBuffer()
      await expectUpright(`tagged ${orientation}.tif`, bytes, orientation > 1, { isLone: true })
    }
  })

  it('by the boxes of an AVIF, beside which its EXIF means nothing', async () => {
    /** Turned against the clock by so many quarters, then mirrored: what each orientation is by these. */
    const boxes: Record<number, [quarters: number, mirror: number | null]> = {
      1: [0, null],
      2: [0, 1],
      3: [2, null],
      4: [0, 0],
      5: [1, 0],
      6: [3, null],
      7: [1, 1],
      8: [1, null],
    }
    for (const orientation of all) {
      const stored = await coded(await storedTurned(orientation))
      const [quarters, mirror] = boxes[orientation] ?? [0, null]
      const properties = [
        ...(quarters > 0 ? [box('irot', Buffer.from([quarters]))] : []),
        ...(mirror === null ? [] : [box('imir', Buffer.from([mirror]))]),
      ]
      const exif = { type: 'Exif', data: Buffer.concat([Buffer.alloc(4), exifBlock(6)]), isHidden: true }
      const bytes = avif({
        items: [picture(stored, properties), exif],
        references: [box('cdsc', Buffer.from([0, 2, 0, 1, 0, 1]))],
      })
      await expectUpright(`avif ${orientation}.avif`, bytes, false, { isLone: true })
    }
  })
})
