import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { oriented, textured } from './support/pictures.ts'

const shop = useLentWorkshop()

async function detail(name: string, bytes: Buffer, edge: number) {
  const out = join(shop.folder, 'details', `${name}.webp`)
  await shop.images.detail(await shop.write(name, bytes), out, edge)
  return sharp(await readFile(out))
    .raw()
    .toBuffer({ resolveWithObject: true })
}

describe('a detail', () => {
  it('is the middle, pixel for pixel, with its alpha', async () => {
    const source = textured(901, 300, 4).png()
    const { data, info } = await detail('wide.png', await source.toBuffer(), 100)
    expect(info).toMatchObject({ width: 100, height: 100, channels: 4 })
    const middle = { left: 400, top: 100, width: 100, height: 100 }
    const wanted = await sharp(await source.toBuffer())
      .extract(middle)
      .webp({ lossless: true })
      .toBuffer()
    expect(data.equals(await sharp(wanted).raw().toBuffer())).toBe(true)
  })

  it.each([1, 3, 6, 8])('is upright (orientation %i)', async (orientation) => {
    const { data, info } = await detail(`o${orientation}.jpg`, await oriented(orientation), 120)
    expect(info).toMatchObject({ width: 120, height: 120 })
    const colour = (x: number, y: number) => {
      const at = (y * 120 + x) * info.channels
      return [data[at], data[at + 1], data[at + 2]].map((value) => Math.round((value ?? 0) / 64))
    }
    expect([colour(30, 30), colour(90, 30), colour(60, 90)]).toEqual([
      [4, 0, 0],
      [0, 4, 0],
      [0, 0, 4],
    ])
  })

  it('of a small picture is the whole of it, and of a broken one nothing', async () => {
    const { info } = await detail('small.png', await textured(20, 10).png().toBuffer(), 512)
    expect(info).toMatchObject({ width: 20, height: 10 })
    const bytes = (await textured(300, 300).png().toBuffer()).subarray(0, 5000)
    const out = join(shop.folder, 'none', 'a.webp')
    await expect(shop.images.detail(await shop.write('broken.png', bytes), out, 64)).rejects.toThrow('cut off')
    await expect(readdir(join(shop.folder, 'none'))).rejects.toThrow('ENOENT')
  })
})
