import { encodeLosslessWebp, encodePng, longestEdge } from './encoders.ts'
import type { RawPicture } from './raw-picture.ts'
import type { SampleArea } from './sample.ts'

export interface Lossless {
  format: 'png' | 'webp'
  bytes: Buffer
}

/** Tried sooner than looked at. */
const smallPixels = 1_500_000
/** What is not met by the estimate, measured: photographs are up to a third smaller than it says. */
const patience = 2
/** With so many pixels as their neighbours let expect it is a drawing, and most of it comes back somewhere. */
const drawnShare = 0.3
/** A PNG of the sample finds little of what comes back, measured on posters. */
const drawnPatience = 3.3
/** WebP is mostly as large as PNG, and a third of it for drawings. */
const webpGain = 3
/** It takes a quarter of a second for each megapixel, and memory beside the pixels: nobody waits so long for a larger one. */
const webpUpToPixels = 8_000_000

/**
 * Every pixel within the limit, or null. What is hopeless is told by the sample: photographs mostly are, and trying them
 * would take longer than all that is done with them.
 */
export async function fitsWithoutLoss(raw: RawPicture, sample: SampleArea, maxBytes: number): Promise<Lossless | null> {
  if (await isHopeless(raw, sample, maxBytes)) return null
  const png = await encodePng(raw)
  if (png.length <= maxBytes) return { format: 'png', bytes: png }
  const isTooMuch = png.length > maxBytes * webpGain || raw.width * raw.height > webpUpToPixels
  if (isTooMuch || Math.max(raw.width, raw.height) > longestEdge.webp) return null
  const gain = (await encodeLosslessWebp(sample.raw)).length / (await encodePng(sample.raw)).length
  if (png.length * gain > maxBytes * patience) return null
  const webp = await encodeLosslessWebp(raw)
  return webp.length <= maxBytes ? { format: 'webp', bytes: webp } : null
}

/** Whether most of it is flat or smooth, without grain: a poster, a drawing, a screenshot. Green or grey tells it. */
export function isDrawn({ raw }: SampleArea): boolean {
  const counts = surprises(raw, raw.channels >= 3 ? 1 : 0)
  const all = counts.reduce((sum, count) => sum + count, 0)
  return (counts[0] ?? 0) >= all * drawnShare
}

async function isHopeless(raw: RawPicture, sample: SampleArea, maxBytes: number): Promise<boolean> {
  const pixels = raw.width * raw.height
  if (pixels <= smallPixels) return false
  const { channels } = sample.raw
  const bits = Array.from({ length: channels }, (_, channel) => entropy(surprises(sample.raw, channel)))
  if ((bits.reduce((sum, each) => sum + each, 0) / 8) * pixels <= maxBytes * patience) return false
  return !isDrawn(sample) || sample.wholeFrom((await encodePng(sample.raw)).length, 0) > maxBytes * drawnPatience
}

/**
 * How often a channel differs by how much from what its left and upper neighbours let expect: by its entropy, which is what a
 * PNG of a photograph comes to, in a hundredth of the time of one.
 */
function surprises({ data, width, channels }: RawPicture, channel: number): Uint32Array {
  const counts = new Uint32Array(256)
  const line = width * channels
  for (let at = line + channels + channel; at < data.length; at += channels) {
    const left = data[at - channels] ?? 0
    const up = data[at - line] ?? 0
    const before = data[at - line - channels] ?? 0
    const low = left < up ? left : up
    const high = left < up ? up : left
    const expected = before >= high ? low : before <= low ? high : left + up - before
    const rest = ((data[at] ?? 0) - expected) & 255
    counts[rest] = (counts[rest] ?? 0) + 1
  }
  return counts
}

function entropy(counts: Uint32Array): number {
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / all) * Math.log2(count / all)), 0)
}
