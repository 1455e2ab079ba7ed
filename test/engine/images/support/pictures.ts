import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'

/** Pixels that neither compress to nothing nor look like noise: soft shapes with some grain. The same for the same size. */
export function texture(width: number, height: number, channels: 3 | 4 = 3): Buffer {
  const pixels = Buffer.alloc(width * height * channels)
  let seed = 12_345
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      const grain = (seed >>> 16) & 31
      pixels[at] = 100 + 80 * Math.sin(x / 37) + grain
      pixels[at + 1] = 100 + 80 * Math.sin(y / 23 + x / 91) + grain
      pixels[at + 2] = 100 + 80 * Math.cos((x + y) / 53) + grain
      if (channels === 4) pixels[at + 3] = Math.round((255 * x) / width)
      at += channels
    }
  }
  return pixels
}

export function textured(width: number, height: number, channels: 3 | 4 = 3) {
  return sharp(texture(width, height, channels), { raw: { width, height, channels } })
}

/** Cheap at any size. */
export function flat(width: number, height: number, background = '#4080c0') {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
}

/** Upright, red is top left, green top right and blue below: tells every orientation from the others. 0: without one. */
export async function oriented(orientation: number): Promise<Buffer> {
  return (await storedTurned(orientation))
    .withMetadata(orientation > 0 ? { orientation } : {})
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** The same as it is stored, in a file that does not say so yet. */
export async function storedTurned(orientation: number): Promise<Sharp> {
  const [width, height] = orientation >= 5 ? [200, 300] : [300, 200]
  const upright = sharp({ create: { width: 300, height: 200, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: 150, height: 100, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    { input: { create: { width: 150, height: 100, channels: 3, background: '#00ff00' } }, left: 150, top: 0 },
  ])
  const pixels = await upright.removeAlpha().raw().toBuffer()
  return sharp(unturn(pixels, orientation), { raw: { width, height, channels: 3 } })
}

/** What is seen of such a picture: "rgb" where it is upright. */
export async function cornersOf(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const places = [
    [0.15, 0.2],
    [0.85, 0.2],
    [0.15, 0.8],
  ] as const
  return places
    .map(([x, y]) => (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels)
    .map((at) => [...data.subarray(at, at + 3)])
    .map((colour) => 'rgb'[colour.indexOf(Math.max(...colour))])
    .join('')
}

/** Where the upright pixel (x, y) of a 300 × 200 picture is stored (EXIF 2.3, table 6). */
function unturn(upright: Buffer, orientation: number): Buffer {
  const [width, height] = [300, 200]
  const stored = Buffer.alloc(upright.length)
  const storedWidth = orientation >= 5 ? height : width
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [mirrorX, mirrorY] = [width - 1 - x, height - 1 - y]
      const places: Record<number, [number, number]> = {
        2: [mirrorX, y],
        3: [mirrorX, mirrorY],
        4: [x, mirrorY],
        5: [y, x],
        6: [y, mirrorX],
        7: [mirrorY, mirrorX],
        8: [mirrorY, x],
      }
      const [storedX, storedY] = places[orientation] ?? [x, y]
      upright.copy(stored, (storedY * storedWidth + storedX) * 3, (y * width + x) * 3, (y * width + x) * 3 + 3)
    }
  }
  return stored
}

/** What no encoder can make small without ruining it. */
export function noise(width: number, height: number) {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
}
