import type { Difference } from '../answers.ts'
import { type EncoderName, encoders, formatOf, longestEdge } from './encoders.ts'
import type { QualityRange } from './fit-quality.ts'
import { likelyQuality, pickQuality } from './pick-quality.ts'
import type { RawPicture } from './raw-picture.ts'
import { type SampleArea, triedOn } from './sample.ts'

/** What a look beside the original may find, and hardly does: fine print and coloured hairlines keep their colours (ΔE, CIE76). */
export const bearable: Difference = { mean: 2, p99: 10 }

export const isBearable = ({ mean, p99 }: Difference): boolean => mean <= bearable.mean && p99 <= bearable.p99

export interface EncoderCandidate {
  name: EncoderName
  /** The best quality that fits as far as the sample tells. */
  quality: number
  fits: boolean
  difference: Difference
}

/** They take a fifth of a second for each megapixel and encoding: of large pictures they are tried where nothing else fits. */
const slow: ReadonlySet<EncoderName> = new Set(['jpegFullSmall', 'jpegHalfSmall', 'webp'])
const slowUpToPixels = 8_000_000

/** So much better a later one must be: below that the sample tells nothing, and the first is the cheaper or the closer to the source. */
const clearly = 0.95

/**
 * Which encoding loses least within the limit, by trying each on a sample at the quality at which it fills it: qualities of
 * different encodings cannot be compared, their errors at equal bytes can. The best first, and after it those that may
 * fit where it does not.
 * @param inOrder the preferred ones first, in groups: a later one is looked at only where what fits of the earlier is not bearable
 */
export async function chooseEncoder(
  raw: RawPicture,
  sample: SampleArea,
  inOrder: EncoderName[][],
  maxBytes: number,
  range: QualityRange,
): Promise<EncoderCandidate[]> {
  const found: EncoderCandidate[] = []
  const edge = Math.max(raw.width, raw.height)
  for (const group of inOrder) {
    const isTooSlow = raw.width * raw.height > slowUpToPixels && group.some((name) => slow.has(name))
    if (found.some(({ fits, difference }) => fits && (isTooSlow || isBearable(difference)))) break
    for (const name of group) {
      if (found.some(isExcellent)) break
      if (edge <= longestEdge[formatOf(name)]) found.push(await weigh(raw, sample, name, maxBytes, range))
    }
  }
  const best = found.reduce<EncoderCandidate | null>(
    (first, next) => (first === null || beats(next, first) ? next : first),
    null,
  )
  return best === null ? [] : [best, ...found.filter((each) => each !== best).reverse()]
}

async function weigh(
  raw: RawPicture,
  sample: SampleArea,
  name: EncoderName,
  maxBytes: number,
  range: QualityRange,
): Promise<EncoderCandidate> {
  const { sizeAt, differenceAt } = triedOn(sample, encoders[name])
  const quality = await pickQuality(sizeAt, maxBytes, range, likelyQuality(raw, maxBytes))
  return { name, quality, fits: (await sizeAt(quality)) <= maxBytes, difference: await differenceAt(quality) }
}

/** Nobody sees what another one would do better. */
const isExcellent = ({ fits, difference }: EncoderCandidate): boolean => fits && score(difference) < 0.5

function beats(next: EncoderCandidate, first: EncoderCandidate): boolean {
  if (next.fits !== first.fits) return next.fits
  return score(next.difference) < score(first.difference) * clearly
}

/** Average and worst alike, each by what is bearable of it. */
const score = ({ mean, p99 }: Difference): number => mean / bearable.mean + p99 / bearable.p99
