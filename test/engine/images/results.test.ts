import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { coloursOf } from '../../../src/domain/library/colours.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { flat, oriented, textured } from './support/pictures.ts'

const shop = useLentWorkshop()

/** Bits that differ. */
function distance(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length
}

describe('a thumbnail', () => {
  it('is a WebP that fits the edge, upright, with its alpha, never larger than its source', async () => {
    const out = join(shop.folder, 'thumbs', 'a.webp')
    await shop.images.thumbnail(await shop.write('wide.png', await textured(900, 300, 4).png().toBuffer()), out, 256)
    expect(await sharp(await readFile(out)).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 85,
      hasAlpha: true,
    })
    await shop.images.thumbnail(await shop.write('turned.jpg', await oriented(6)), out, 256)
    expect(await sharp(await readFile(out)).metadata()).toMatchObject({ width: 256, height: 171, hasAlpha: false })
    await shop.images.thumbnail(await shop.write('small.png', await textured(20, 10).png().toBuffer()), out, 256)
    expect(await sharp(await readFile(out)).metadata()).toMatchObject({ width: 20, height: 10 })
    expect(await readdir(join(shop.folder, 'thumbs'))).toEqual(['a.webp'])
  })

  it('leaves nothing behind when it fails', async () => {
    const out = join(shop.folder, 'none', 'a.webp')
    const bytes = (await textured(300, 300).png().toBuffer()).subarray(0, 5_000)
    await expect(shop.images.thumbnail(await shop.write('broken.png', bytes), out, 64)).rejects.toThrow('cut off')
    await expect(readdir(join(shop.folder, 'none'))).rejects.toThrow('ENOENT')
  })
})

describe('an examination', () => {
  it('says what the library keeps', async () => {
    const path = await shop.write('result.webp', await textured(640, 480, 4).withIccProfile('p3').webp().toBuffer())
    expect(await shop.images.examine(path)).toEqual({
      format: 'webp',
      width: 640,
      height: 480,
      hasAlpha: true,
      dominantColour: expect.stringMatching(/^#[0-9a-f]{6}$/),
      palette: expect.stringMatching(/^(#[0-9a-f]{6}:\d+ ?)+$/),
      perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      profile: expect.stringMatching(/P3/),
    })
    expect(await shop.images.examine(await shop.write('turned-result.jpg', await oriented(6)))).toMatchObject({
      width: 300,
      height: 200,
      hasAlpha: false,
      profile: 'sRGB',
    })
  })

  it('names its few colours with their shares, of what is seen of it, and a thumbnail has the same', async () => {
    const [red, clear] = [
      { r: 200, g: 20, b: 20, alpha: 1 },
      { r: 0, g: 0, b: 0, alpha: 0 },
    ]
    const box = (background: typeof red, width: number) =>
      sharp({ create: { width, height: 80, channels: 4, background } })
        .png()
        .toBuffer()
    const path = await shop.write(
      'parts.png',
      await sharp(await box(clear, 80))
        .composite([
          { input: await box(red, 40), left: 0, top: 0 },
          { input: await box({ r: 20, g: 60, b: 200, alpha: 1 }, 20), left: 40, top: 0 },
        ])
        .png()
        .toBuffer(),
    )
    const { palette } = await shop.images.examine(path)
    const shares = [...coloursOf(palette)]
    expect(shares.map(([name]) => name)).toEqual(['red', 'blue'])
    expect(shares[0]?.[1]).toBeGreaterThan(58)
    expect(shares[0]?.[1]).toBeLessThan(72)
    const small = join(shop.folder, 'thumbs', 'parts.webp')
    await shop.images.thumbnail(path, small, 64)
    expect([...coloursOf(await shop.images.palette(small))].map(([name]) => name)).toEqual(['red', 'blue'])
  })

  it('names the colour most of the picture has', async () => {
    const spot = await flat(30, 30, '#ffffff').png().toBuffer()
    const bytes = await flat(100, 100, '#c04020')
      .composite([{ input: spot, left: 0, top: 0 }])
      .png()
      .toBuffer()
    expect(await shop.images.examine(await shop.write('red.png', bytes))).toMatchObject({ dominantColour: '#c04020' })
  })

  it('hashes the same picture alike at other sizes and formats, and others apart', async () => {
    const hashOf = async (name: string, bytes: Buffer) =>
      (await shop.images.examine(await shop.write(name, bytes))).perceptualHash
    const source = textured(800, 600)
    const original = await hashOf('h1.png', await source.clone().png().toBuffer())
    const small = await hashOf('h2.jpg', await source.clone().resize(300).jpeg({ quality: 60 }).toBuffer())
    const other = await hashOf('h3.png', await source.clone().rotate(90).png().toBuffer())
    expect(distance(original, small)).toBeLessThanOrEqual(4)
    expect(distance(original, other)).toBeGreaterThan(10)
  })
})
