import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianPackages } from './debian.ts'
import { openSharp as sharp } from './open-sharp.ts'
import { cacheDir } from './places.ts'

export interface Photo {
  path: string
  width: number
  height: number
  megapixels: number
  /** Tagged Display P3 and stored in it. */
  isWide: boolean
  sizeBytes: number
}

const wallpapers = 'plasma-workspace-wallpapers'
const count = 40
/** In turn, so that any run of ten has all of them. */
const megapixels = [12, 24, 16, 33, 24, 45, 20, 50, 12, 61]
/** Grain as of a sensor at 100 to 3200 ISO, in 8-bit levels. */
const grains = [1.5, 2.5, 4, 3, 5, 2, 3.5]

export const photosAreOf = `pictures of Debian's ${wallpapers}, enlarged to 12 to 61 megapixels with grain on them, JPEG at quality 94 to 97, every third in Display P3`

/** Forty photographs as a camera writes them, made once and kept; or why they cannot be made here. */
export async function photographs(): Promise<Photo[] | { missing: string }> {
  const unpacked = debianPackages(wallpapers)
  if ('missing' in unpacked) return unpacked
  const sources = largePictures(unpacked.folder)
  if (sources.length === 0) return { missing: `${wallpapers} holds no picture that is large enough` }
  const recipe = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex')
    .slice(0, 12)
  const folder = join(cacheDir, 'photos', recipe)
  mkdirSync(folder, { recursive: true })
  const photos: Photo[] = []
  for (let n = 0; n < count; n += 1) photos.push(await photograph(n, sources[n % sources.length] ?? '', folder))
  return photos
}

/** One of 64 megapixels, the most that an upscale source may have. */
export async function largestPhotograph(): Promise<Photo | { missing: string }> {
  const unpacked = debianPackages(wallpapers)
  if ('missing' in unpacked) return unpacked
  const [source = ''] = largePictures(unpacked.folder)
  const path = join(cacheDir, 'photos', 'largest.jpg')
  mkdirSync(join(cacheDir, 'photos'), { recursive: true })
  if (!existsSync(path))
    await make({ source, path, size: { width: 9792, height: 6528 }, grain: 3, isWide: false, seed: 64 })
  return described(path, false)
}

function largePictures(folder: string): string[] {
  const shared = join(folder, 'usr/share/wallpapers')
  const place = existsSync(shared) ? shared : '/usr/share/wallpapers'
  if (!existsSync(place)) return []
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => /contents\/images\/(2560x1600|3840x2160|5120x2880|3200x2000)\.(jpg|png)$/.test(name))
    .sort()
    .map((name) => join(place, name))
}

async function photograph(n: number, source: string, folder: string): Promise<Photo> {
  const isWide = n % 3 === 2
  const path = join(folder, `photo-${String(n).padStart(2, '0')}.jpg`)
  if (!existsSync(path)) {
    const pixels = (megapixels[n % megapixels.length] ?? 24) * 1e6
    const width = Math.round(Math.sqrt(pixels * 1.5) / 16) * 16
    const size = { width, height: Math.round(pixels / width / 16) * 16 }
    await make({ source, path, size, grain: grains[n % grains.length] ?? 3, isWide, seed: n })
  }
  return described(path, isWide)
}

async function described(path: string, isWide: boolean): Promise<Photo> {
  const { width, height } = await sharp(path).metadata()
  return { path, width, height, megapixels: (width * height) / 1e6, isWide, sizeBytes: statSync(path).size }
}

interface Recipe {
  source: string
  path: string
  size: { width: number; height: number }
  grain: number
  isWide: boolean
  seed: number
}

async function make({ source, path, size, grain, isWide, seed }: Recipe): Promise<void> {
  const { data, info } = await sharp(source)
    .removeAlpha()
    .resize({ ...size, fit: 'cover', kernel: 'cubic' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  addGrain(data, info.width, grain, seed)
  const camera = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .withExif({ IFD0: { Make: 'Printroom', Model: 'Benchmark' } })
    .jpeg({ quality: 94 + (seed % 4), optimiseCoding: false })
  const bytes = await (isWide ? camera.withIccProfile('p3') : camera).toBuffer()
  writeFileSync(`${path}.new`, bytes)
  renameSync(`${path}.new`, path)
}

const grainLength = 1 << 20

/** The same for all channels of a pixel, and a little alike in neighbouring ones, as after demosaicing. */
function addGrain(pixels: Buffer, width: number, sigma: number, seed: number): void {
  const grain = new Float32Array(grainLength)
  let state = seed + 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  for (let at = 0; at < grainLength; at += 1) {
    const fresh = (random() + random() + random() - 1.5) * 2 * sigma
    grain[at] = 0.35 * (grain[at - 1] ?? 0) + 0.94 * fresh
  }
  const clamped = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length)
  const rows = pixels.length / (width * 3)
  for (let row = 0, at = 0; row < rows; row += 1) {
    let from = Math.floor(random() * grainLength)
    for (let column = 0; column < width; column += 1, at += 3, from += 1) {
      const change = grain[from & (grainLength - 1)] ?? 0
      clamped[at] = (clamped[at] ?? 0) + change
      clamped[at + 1] = (clamped[at + 1] ?? 0) + change
      clamped[at + 2] = (clamped[at + 2] ?? 0) + change
    }
  }
}
