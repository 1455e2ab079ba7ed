import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { upscaleMaxBytes } from '../../src/engine/images/limits.ts'
import type { Images } from '../../src/engine/images/port.ts'
import { encoders } from '../../src/engine/images/worker/encoders.ts'
import { openPicture } from '../../src/engine/images/worker/open-picture.ts'
import type { RawPicture } from '../../src/engine/images/worker/raw-picture.ts'
import { uprightSrgbPixels } from '../../src/engine/images/worker/upright-srgb.ts'
import { inLanes } from '../support/lanes.ts'
import { cpuMsOfChildren } from './support/cost.ts'
import { withImages } from './support/image-pool.ts'
import { type Bench, type Measured, median, timedLater } from './support/measure.ts'
import { type Photo, photographs, photosAreOf } from './support/photos.ts'

const rounds = 3
const atLeastMegapixels = 23.9

interface Outcome {
  /** By the clock, the least disturbed of each. */
  ratio: number
  /** By processor time, which other work on the machine disturbs less. */
  cpuRatio: number
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
  const own: number[] = []
  const decoded: number[] = []
  const encoded: number[] = []
  let [ownCpuMs, plainCpuMs] = [0, 0]
  let quality = 0
  let raw = await decode(path)
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuMsOfChildren()
    own.push(
      await timedLater(async () => {
        const answer = await images.prepareUpscale(path, { maxBytes: upscaleMaxBytes })
        if (answer.decision !== 'encoded' || answer.format !== 'jpeg' || answer.quality === null)
          throw new Error(`${path}: not a JPEG at a quality`)
        quality = answer.quality
      }),
    )
    ownCpuMs += cpuMsOfChildren() - before
    const started = process.cpuUsage()
    decoded.push(
      await timedLater(async () => {
        raw = await decode(path)
      }),
    )
    encoded.push(await timedLater(() => encoders.jpegFast(raw, quality)))
    const { user, system } = process.cpuUsage(started)
    plainCpuMs += (user + system) / 1000
  }
  // The least disturbed of each.
  const [ownMs, decodeMs, encodeMs] = [Math.min(...own), Math.min(...decoded), Math.min(...encoded)]
  return {
    ratio: ownMs / (decodeMs + encodeMs),
    cpuRatio: ownCpuMs / plainCpuMs,
    decodeMs,
    encodeMs,
    ownMs,
    isExhaustive: (await largestThatFits(raw)) === quality,
  }
}

/** By trying each from the top on: sizes need not grow with the quality everywhere. */
async function largestThatFits(raw: RawPicture): Promise<number> {
  let best = 0
  await inLanes(availableParallelism(), 100, async (n) => {
    const quality = 100 - n
    if (quality > best && (await encoders.jpegFast(raw, quality)).length <= upscaleMaxBytes)
      best = Math.max(best, quality)
  })
  return best
}

export const upscaleSources: Bench = {
  name: 'upscale-sources',
  missing: async () => {
    const photos = await photographs()
    return 'missing' in photos ? photos.missing : null
  },
  run: async () => {
    const photos = await photographs()
    if ('missing' in photos) throw new Error(photos.missing)
    const large = photos.filter(
      ({ megapixels, sizeBytes }) => megapixels >= atLeastMegapixels && sizeBytes > upscaleMaxBytes,
    )
    const folder = mkdtempSync(join(tmpdir(), 'printroom-bench-'))
    const outcomes: Outcome[] = []
    await withImages(
      folder,
      async (images) => {
        await images.inspect(large[0]?.path ?? '')
        for (const photo of large) outcomes.push(await measure(images, photo))
      },
      { workers: 1 },
    )
    rmSync(folder, { recursive: true })
    const same = outcomes.filter(({ isExhaustive }) => isExhaustive).length
    const total = (of: 'ownMs' | 'decodeMs' | 'encodeMs') => outcomes.reduce((sum, each) => sum + each[of], 0) / 1000
    const work = `${large.length} photos of 24 MP and more to 9.5 MB at their size`
    const spent = `in all ${total('ownMs').toFixed(1)} s beside ${total('decodeMs').toFixed(1)} + ${total('encodeMs').toFixed(1)} s; ${photosAreOf}`
    return [
      ...linesOf(
        `${work}, processor time`,
        outcomes.map(({ cpuRatio }) => cpuRatio),
        '',
      ),
      ...linesOf(
        `${work}, by the clock`,
        outcomes.map(({ ratio }) => ratio),
        spent,
      ),
      {
        work: `${work}: the quality is the largest that fits`,
        beside: 'trying all from 100 down',
        ratio: same / outcomes.length,
        goal: { atLeast: 1 },
        detail: `${same} of ${outcomes.length}`,
      },
    ]
  },
}

function linesOf(work: string, ratios: number[], spent: string): Measured[] {
  const beside = 'decode + one encode'
  const share = ratios.filter((ratio) => ratio <= 1.15).length / ratios.length
  return [
    { work: `${work}: median`, beside, ratio: median(ratios), goal: { atMost: 1.2 }, detail: spent },
    {
      work: `${work}: the slowest`,
      beside,
      ratio: Math.max(...ratios),
      goal: { atMost: 1.5 },
      detail: ratios.map((ratio) => ratio.toFixed(2)).join(' '),
    },
    {
      work: `${work}: those within 1.15`,
      beside: '9 of 10',
      ratio: share / 0.9,
      goal: { atLeast: 1 },
      detail: `${(share * 100).toFixed(0)} %`,
    },
  ]
}
