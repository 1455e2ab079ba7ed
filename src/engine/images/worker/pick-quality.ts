import type { RawPicture } from './raw-picture.ts'

/** What a JPEG of a photograph mostly has with so many bits for each pixel: only where a search begins. */
export function likelyQuality({ width, height }: RawPicture, maxBytes: number): number {
  return Math.round(101.5 - 17 * ((maxBytes * 8) / (width * height)) ** -0.75)
}

/**
 * The largest quality in the range predicted to fit, `min` where none is. Needs the size at few qualities:
 * it grows nearly as a power of a curve that is much the same for all pictures, so a line through two
 * known points mostly meets the answer. Begins at `start`.
 */
export async function pickQuality(
  sizeAt: (quality: number) => Promise<number>,
  maxBytes: number,
  { min, max }: { min: number; max: number },
  start: number,
): Promise<number> {
  const points: { x: number; y: number }[] = []
  let [lo, hi] = [min - 1, max + 1]
  while (hi - lo > 1) {
    const guess = Math.min(
      hi - 1,
      Math.max(lo + 1, points.length === 0 ? start : nextGuess(points, Math.log(maxBytes), lo, hi)),
    )
    const size = await sizeAt(guess)
    points.push({ x: shape(guess), y: Math.log(size) })
    if (size <= maxBytes) lo = guess
    else hi = guess
  }
  return Math.max(lo, min)
}

const typicalSlope = 1

/** How the logarithm of an encoded size typically grows with quality, up to scale. */
function shape(quality: number): number {
  return -0.68 * Math.log(101.5 - quality)
}

function nextGuess(points: { x: number; y: number }[], target: number, lo: number, hi: number): number {
  const nearest = points.toSorted((a, b) => Math.abs(a.y - target) - Math.abs(b.y - target))
  const [first, second] = nearest
  if (!first) return hi - 1
  const measured = second ? (second.y - first.y) / (second.x - first.x) : typicalSlope
  const slope = measured > 0.2 && measured < 5 ? measured : typicalSlope
  const x = first.x + (target - first.y) / slope
  const guess = Math.floor(101.5 - Math.exp(-x / 0.68))
  // A line that points outside of what is known to be open says nothing: halve.
  return guess > lo && guess < hi ? guess : guess >= hi ? hi - 1 : lo + 1
}
