import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type ExportPicture, exportFormats, usualExportPicture } from '../../../src/domain/export/choice.ts'
import type { ExportedFile } from '../../../src/engine/images/answers.ts'
import type { SourceType } from '../../../src/engine/images/worker/ai-mark.ts'
import { differences, expectedLab, labOfSrgb } from '../../support/colour-judge.ts'
import { withPngProfile } from './support/bytes.ts'
import { adobeMatrix } from './support/colour-science.ts'
import { matrixProfile } from './support/icc-profile.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { cornersOf, oriented, textured } from './support/pictures.ts'

const shop = useLentWorkshop()
let made = 0

async function exported(
  name: string,
  bytes: Buffer,
  choice: Partial<ExportPicture>,
  source: SourceType | null = null,
): Promise<{ files: ExportedFile[]; folder: string }> {
  made += 1
  const folder = join(shop.folder, 'exports', String(made))
  const picture = { ...usualExportPicture, ...choice }
  return { folder, files: await shop.images.export(await shop.write(name, bytes), folder, { picture, source }) }
}

async function only(...of: Parameters<typeof exported>): Promise<ExportedFile & { bytes: Buffer }> {
  const [file, ...more] = (await exported(...of)).files
  if (file === undefined || more.length > 0) throw new Error('one file was expected')
  return { ...file, bytes: await readFile(file.path) }
}

/** A blue square at (left, top) of nothing else. */
const island = (width: number, height: number, { left, top, edge }: { left: number; top: number; edge: number }) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: { create: { width: edge, height: edge, channels: 4, background: '#0000ff' } }, left, top }])
    .png()
    .toBuffer()

const pixelAt = async (bytes: Buffer, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels)]
}

describe('exporting a picture', () => {
  it.each(exportFormats)(
    'makes a whole %s of the size that was asked for, and leaves the picture as it is',
    async (format) => {
      const bytes = await textured(900, 600).png().toBuffer()
      const { files, folder } = await exported(`plain-${format}.png`, bytes, {
        format,
        size: { by: 'longEdge', pixels: 200 },
        scales: [2, 1],
      })
      expect(files.map(({ scale, width, height }) => [scale, width, height])).toEqual([
        [1, 200, 133],
        [2, 400, 267],
      ])
      expect(readdirSync(folder)).toHaveLength(2)
      for (const file of files) {
        const { data, info } = await sharp(await readFile(file.path))
          .raw()
          .toBuffer({ resolveWithObject: true })
        expect([info.width, info.height, data.length]).toEqual([file.width, file.height, file.width * file.height * 3])
        expect((await sharp(await readFile(file.path)).metadata()).format).toBe(format === 'avif' ? 'heif' : format)
        expect(statSync(file.path).size).toBe(file.sizeBytes)
      }
      expect(await readFile(join(shop.folder, `plain-${format}.png`))).toEqual(bytes)
    },
  )

  it('is smaller at a lower quality where the format loses something', async () => {
    const bytes = await textured(400, 300).png().toBuffer()
    for (const format of ['jpeg', 'webp', 'avif'] as const) {
      const sizes = []
      for (const quality of [30, 90]) sizes.push((await only('q.png', bytes, { format, quality })).sizeBytes)
      expect([format, (sizes[0] ?? 0) < (sizes[1] ?? 0) * 0.7]).toEqual([format, true])
    }
  })

  it('never enlarges, and says where the picture has too few pixels', async () => {
    const bytes = await textured(300, 200).png().toBuffer()
    const file = await only('small.png', bytes, { size: { by: 'longEdge', pixels: 1000 } })
    expect(file).toMatchObject({ width: 300, height: 200, isSmaller: true })
  })

  it.each([1, 3, 6, 8])(
    'is upright (orientation %i), with one scale, with several, and with its own numbers',
    async (orientation) => {
      const bytes = await oriented(orientation)
      for (const choice of [{}, { scales: [1, 2] }, { profile: 'original' }] as Partial<ExportPicture>[]) {
        const { files } = await exported(`o${orientation}.jpg`, bytes, { ...choice, format: 'png' })
        for (const file of files) expect(await cornersOf(await readFile(file.path))).toBe('rgb')
        expect(files.at(-1)).toMatchObject({ width: 300, height: 200 })
      }
    },
  )

  it('trims transparent edges off and puts padding around, clear or of a colour', async () => {
    const bytes = await island(120, 80, { left: 30, top: 20, edge: 24 })
    const clear = await only('island.png', bytes, { format: 'png', trim: true })
    expect(clear).toMatchObject({ width: 24, height: 24 })
    expect(await pixelAt(clear.bytes, 0, 0)).toEqual([0, 0, 255, 255])
    const padded = await only('island.png', bytes, { format: 'png', trim: true, padding: 8 })
    expect(padded).toMatchObject({ width: 40, height: 40 })
    expect(await pixelAt(padded.bytes, 7, 7)).toEqual([0, 0, 0, 0])
    expect(await pixelAt(padded.bytes, 8, 8)).toEqual([0, 0, 255, 255])
    const matte = await only('island.png', bytes, { format: 'png', trim: true, padding: 8, background: '#ff8000' })
    expect(await pixelAt(matte.bytes, 0, 0)).toEqual([255, 128, 0, 255])
    const whole = await only('island.png', bytes, { format: 'png', background: '#ff8000' })
    expect(whole).toMatchObject({ width: 120, height: 80 })
    expect(await pixelAt(whole.bytes, 0, 0)).toEqual([255, 128, 0, 255])
    const jpeg = await only('island.png', bytes, { format: 'jpeg', quality: 100 })
    expect(await pixelAt(jpeg.bytes, 0, 0), 'what JPEG cannot leave clear is white').toEqual([255, 255, 255, 255])
    const nothing = await only('none.png', await island(30, 30, { left: 0, top: 0, edge: 1 }), { trim: true })
    expect(nothing).toMatchObject({ width: 1, height: 1 })
  })

  it('is of the colours that the picture’s profile means, as sRGB or under that profile', async () => {
    const icc = matrixProfile('Adobe RGB', adobeMatrix, { gamma: 563 / 256 })
    const [across, edge] = [5, 16]
    const patches = Array.from({ length: 25 }, (_, n) => [(n % 5) * 60, Math.floor(n / 5) * 60, 255 - n * 10])
    const png = await sharp(Buffer.from(patches.flat()), { raw: { width: across, height: 5, channels: 3 } })
      .resize(across * edge, 5 * edge, { kernel: 'nearest' })
      .png()
      .toBuffer()
    const bytes = withPngProfile(png, icc)
    const expected = expectedLab(
      icc,
      'rgb',
      Uint16Array.from(patches.flat(), (value) => value * 257),
      false,
    )
    const middles = async (file: Buffer): Promise<Uint8Array> => {
      const { data, info } = await sharp(file, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true })
      return Uint8Array.from(
        patches.flatMap((_, n) => {
          const at = ((Math.floor(n / 5) + 0.5) * edge * info.width + ((n % 5) + 0.5) * edge) * info.channels
          return [...data.subarray(at, at + 3)]
        }),
      )
    }
    for (const format of ['png', 'tiff'] as const)
      for (const scales of [[1], [1, 2]] as const) {
        const { files } = await exported('adobe.png', bytes, { format, scales: [...scales] })
        const found = differences(labOfSrgb(await middles(await readFile(files.at(-1)?.path ?? ''))), expected)
        expect([format, scales.length, found.most < 1.5]).toEqual([format, scales.length, true])
      }
    for (const format of exportFormats) {
      const file = await only('adobe.png', bytes, { format, profile: 'original', quality: 100 })
      const kept = (await sharp(file.bytes).metadata()).icc ?? Buffer.alloc(0)
      expect([format, kept.equals(icc)]).toEqual([format, true])
      const seen = await middles(file.bytes)
      const lab = expectedLab(
        kept,
        'rgb',
        Uint16Array.from(seen, (value) => value * 257),
        false,
      )
      const { mean } = differences(lab, expected)
      expect([format, mean < (format === 'png' || format === 'tiff' ? 0.01 : 4)]).toEqual([format, true])
    }
  })

  it('keeps 16 bits where the numbers stay and the format holds them', async () => {
    const deep = await sharp(
      Uint16Array.from({ length: 64 * 3 }, (_, n) => n * 300 + 7),
      {
        raw: { width: 8, height: 8, channels: 3 },
      },
    )
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    for (const format of ['png', 'tiff'] as const) {
      const file = await only('deep.png', deep, { format, profile: 'original' })
      expect((await sharp(file.bytes).metadata()).depth).toBe('ushort')
      const numbers = await sharp(file.bytes).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()
      expect(numbers.equals(await sharp(deep).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer())).toBe(true)
      expect((await sharp((await only('deep.png', deep, { format })).bytes).metadata()).depth).toBe('uchar')
    }
  })

  it('carries the mark of how it was made in every format but AVIF, and says so', async () => {
    const bytes = await textured(60, 40).png().toBuffer()
    for (const format of exportFormats) {
      const file = await only('mark.png', bytes, { format }, 'trainedAlgorithmicMedia')
      expect([format, file.isMarked, file.bytes.includes('digitalsourcetype/trainedAlgorithmicMedia')]).toEqual([
        format,
        format !== 'avif',
        format !== 'avif',
      ])
      expect((await sharp(file.bytes).metadata()).width).toBe(60)
      const bare = await only('mark.png', bytes, { format })
      expect([format, bare.isMarked, bare.bytes.includes('digitalsourcetype')]).toEqual([format, false, false])
    }
  })

  it('makes nothing of what moves, and nothing of what is cut off', async () => {
    const frames = Buffer.alloc(8 * 16 * 3, 200).fill(10, 0, 8 * 8 * 3)
    const moving = await sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
      .gif()
      .toBuffer()
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2)
    expect((await exported('moving.gif', moving, {})).files).toEqual([])
    const cutOff = (await textured(300, 300).png().toBuffer()).subarray(0, 5000)
    await expect(exported('cut.png', cutOff, {})).rejects.toThrow('cut off')
  })
})
