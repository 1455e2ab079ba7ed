import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { upscaleMaxBytes } from '../../src/engine/images/limits.ts'
import type { Images } from '../../src/engine/images/port.ts'
import { type Encoder, encoders } from '../../src/engine/images/worker/encoders.ts'
import { openPicture } from '../../src/engine/images/worker/open-picture.ts'
import type { RawPicture } from '../../src/engine/images/worker/raw-picture.ts'
import { uprightSrgbPixels } from '../../src/engine/images/worker/upright-srgb.ts'
import { inLanes } from '../support/lanes.ts'
import { type Cost, costOf, costOfChildren, sumOf } from './support/cost.ts'
import { withImages } from './support/image-pool.ts'
import { inTurns, type Measured, median } from './support/measure.ts'
import { type Photo, photographs, photosAreOf } from './support/photos.ts'
import { pictureBench } from './support/picture-bench.ts'

const rounds = 3
const atLeastMegapixels = 23.9

interface Outcome {
  /** By the clock, the least disturbed of each. */
  ratio: number
  /** By processor time, which other work on the machine disturbs less. */
  cpuRatio: number
  /** The same, round by round. */
  rounds: { ratio: number; cpuRatio: number }[]
  decodeMs: number
  encodeMs: number
  ownMs: number
  isExhaustive: boolean
}

/** The same decoding, colours included, into a bitmap. */
async function decode(path: string): Promise<RawPicture> {
  const bytes = await readFile(path)
  const picture = await openPicture('jpeg', bytes)
  return uprightSrgbPixels(picture, 'warning', Math.max(picture.width, picture.height))
}

async function measure(images: Images, { path }: Photo): Promise<Outcome> {
  let raw = await decode(path)
  const prepare = async (): Promise<{ quality: number; encode: Encoder }> => {
    const answer = await images.prepareUpscale(path, { maxBytes: upscaleMaxBytes })
    if (answer.decision !== 'encoded' || answer.format !== 'jpeg' || answer.quality === null)
      throw new Error(`${path}: not a JPEG at a quality`)
    return { quality: answer.quality, encode: answer.chroma === '4:2:0' ? encoders.jpegHalf : encoders.jpegFull }
  }
  const { quality, encode } = await prepare()
  const { own, decoded, encoded } = await inTurns(rounds, {
    own: () => costOfChildren(prepare),
    decoded: () =>
      costOf(async () => {
        raw = await decode(path)
      }),
    encoded: () => costOf(() => encode(raw, quality)),
  })
  // The least disturbed of each.
  const [ownMs, decodeMs, encodeMs] = [leastMs(own), leastMs(decoded), leastMs(encoded)]
  return {
    ratio: ownMs / (decodeMs + encodeMs),
    cpuRatio: sumOf(own).cpuMs / (sumOf(decoded).cpuMs + sumOf(encoded).cpuMs),
    rounds: own.map(({ wallMs, cpuMs }, n) => {
      const beside = sumOf([decoded[n], encoded[n]].filter((cost) => cost !== undefined))
      return { ratio: wallMs / beside.wallMs, cpuRatio: cpuMs / beside.cpuMs }
    }),
    decodeMs,
    encodeMs,
    ownMs,
    isExhaustive: (await largestThatFits(raw, encode)) === quality,
  }
}

const leastMs = (costs: Cost[]): number => Math.min(...costs.map(({ wallMs }) => wallMs))

/** By trying each from the top on: sizes need not grow with the quality everywhere. */
async function largestThatFits(raw: RawPicture, encode: Encoder): Promise<number> {
  let best = 0
  await inLanes(availableParallelism(), 100, async (n) => {
    const quality = 100 - n
    if (quality > best && (await encode(raw, quality)).length <= upscaleMaxBytes) best = Math.max(best, quality)
  })
  return best
}

export const upscaleSources = pictureBench('upscale-sources', [photographs], async ({ folder, effort }, photos) => {
  const all = photos.filter(
    ({ megapixels, sizeBytes }) => megapixels >= atLeastMegapixels && sizeBytes > upscaleMaxBytes,
  )
  const large = all.slice(0, effort(all.length, 2))
  const outcomes: Outcome[] = []
  await withImages(
    folder,
    async (images) => {
      for (const photo of large) outcomes.push(await measure(images, photo))
    },
    { workers: 1 },
  )
  const same = outcomes.filter(({ isExhaustive }) => isExhaustive).length
  const total = (of: 'ownMs' | 'decodeMs' | 'encodeMs') => outcomes.reduce((sum, each) => sum + each[of], 0) / 1000
  const work = `${large.length} photos of 24 MP and more to 9.5 MB at their size`
  const spent = `in all ${total('ownMs').toFixed(1)} s beside ${total('decodeMs').toFixed(1)} + ${total('encodeMs').toFixed(1)} s`
  return [
    ...linesOf(`${work}, processor time`, outcomes, 'cpuRatio', photosAreOf),
    ...linesOf(`${work}, by the clock`, outcomes, 'ratio', spent),
    {
      work: `${work}: the quality is the largest that fits`,
      beside: 'trying all from 100 down',
      ratio: same / outcomes.length,
      rounds: 'counted',
      goal: { atLeast: 1 },
      detail: `${same} of ${outcomes.length}`,
    },
  ]
})

/** What all photos' ratios come to, in the whole and in each round. */
function linesOf(work: string, outcomes: Outcome[], by: 'ratio' | 'cpuRatio', spent: string): Measured[] {
  const beside = 'decode + one encode'
  const ratios = outcomes.map((outcome) => outcome[by])
  const shareOf = (some: readonly number[]) => some.filter((ratio) => ratio <= 1.15).length / some.length
  const each = (of: (some: readonly number[]) => number) => ({
    ratio: of(ratios),
    rounds: Array.from({ length: rounds }, (_, n) =>
      of(outcomes.map((outcome) => outcome.rounds[n]?.[by] ?? Number.NaN)),
    ),
  })
  return [
    { work: `${work}: median`, beside, ...each(median), goal: { atMost: 1.2 }, detail: spent },
    {
      work: `${work}: the slowest`,
      beside,
      ...each((some) => Math.max(...some)),
      goal: { atMost: 1.5 },
      detail: ratios.map((ratio) => ratio.toFixed(2)).join(' '),
    },
    {
      work: `${work}: those within 1.15`,
      beside: '9 of 10',
      ...each((some) => shareOf(some) / 0.9),
      goal: { atLeast: 1 },
      detail: `${(shareOf(ratios) * 100).toFixed(0)} %`,
    },
  ]
}
