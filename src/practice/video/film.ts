import { bundled } from '../pictures/bundled.ts'
import { randomFrom } from '../pictures/random.ts'
import type { Canvas, FilmRecipe } from '../pictures/recipe.ts'
import { mp4 } from './mp4.ts'

/** What the bundled film is: baseline H.264, its first picture whole, each further one predicted from the one before. */
const bundledFilm = { edge: 448, framesPerSecond: 8 }

/**
 * A playable film: as many pictures of the bundled one as the length has, and of each what lies within a frame of the
 * wanted size. Nothing is coded anew: a decoder itself leaves out what the settings say is not shown.
 */
export function film(recipe: FilmRecipe, { width, height }: Canvas): Buffer {
  const { edge, framesPerSecond } = bundledFilm
  const pictures = picturesOf(bundled('film.mp4')).slice(0, recipe.seconds * framesPerSecond)
  const random = randomFrom(`${recipe.prompt}\n${recipe.seed}`)
  const within = (room: number, step: number): number => Math.floor(random() * (Math.floor(room / step) + 1)) * step
  // FFmpeg, by which browsers decode, leaves columns out in steps of 64 alone.
  const frame = { left: within(edge - width, 64), top: within(edge - height, 2), width, height }
  return mp4({ width, height, framesPerSecond, sps: settings(frame), pps, pictures, comment: recipe.seed })
}

/** Each with its length before it, as `mp4` wants them; the bundled file has them in one piece. */
function picturesOf(file: Buffer): Buffer[] {
  const table = file.indexOf('stsz') + 12
  let at = file.indexOf('mdat') + 4
  return Array.from({ length: file.readUInt32BE(table) }, (_, n) => {
    const size = file.readUInt32BE(table + 4 + n * 4)
    at += size
    return file.subarray(at - size, at)
  })
}

/** Picture settings as the bundled film has them. */
const pps = Buffer.from('68ce0b2c80', 'hex')

/**
 * The sequence settings of the bundled film (H.264 §7.3.2.1.1), but for what of each picture is shown, in steps of two
 * pixels. No three bytes of them look like a start code: no number is long enough.
 */
function settings(frame: { left: number; top: number; width: number; height: number }): Buffer {
  const edges = [
    frame.left,
    bundledFilm.edge - frame.left - frame.width,
    frame.top,
    bundledFilm.edge - frame.top - frame.height,
  ]
  const blocks = exponentialGolomb(bundledFilm.edge / 16 - 1)
  // The numbers of the settings and of frames, their order, one picture of reference, blocks each way, whole frames.
  const before = [...[0, 0, 2, 1].map(exponentialGolomb), '0', blocks, blocks, '11']
  // Only a part is shown; no word on colours; the end.
  const bits = [...before, '1', ...edges.map((edge) => exponentialGolomb(edge / 2)), '01'].join('')
  const bytes = bits.match(/.{1,8}/g) ?? []
  // Baseline, at level 3.0.
  return Buffer.from([0x67, 66, 0xc0, 30, ...bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))])
}

function exponentialGolomb(value: number): string {
  const digits = (value + 1).toString(2)
  return digits.padStart(2 * digits.length - 1, '0')
}
