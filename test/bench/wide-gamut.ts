import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Images } from '../../src/engine/images/port.ts'
import { costOfChildren } from './support/cost.ts'
import { withImages } from './support/image-pool.ts'
import { inTurns, median, ratiosOf } from './support/measure.ts'
import { type Photo, photographs, photosAreOf } from './support/photos.ts'
import { pictureBench } from './support/picture-bench.ts'

const rounds = 3
const limits = { maxEdge: 4096, maxBytes: 64 * 2 ** 20 }

/** The same bytes, but that nobody takes the profile for one. */
function untagged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf('ICC_PROFILE', 0, 'latin1')
  if (at < 0) throw new Error('a photo without a profile')
  copy.write('NO_', at, 'latin1')
  return copy
}

/** Processor time of the worker for one reference. */
async function cpuOf(images: Images, path: string): Promise<number> {
  const { cpuMs } = await costOfChildren(async () => {
    const answer = await images.prepareReference(path, limits)
    if (answer.decision !== 'encoded') throw new Error(`not encoded: ${answer.decision}`)
  })
  return cpuMs
}

/** Of each round. */
interface Sums {
  tagged: number[]
  without: number[]
}

async function measure(images: Images, { path }: Photo, plain: string): Promise<Sums> {
  writeFileSync(plain, untagged(readFileSync(path)))
  return inTurns(rounds, { tagged: () => cpuOf(images, path), without: () => cpuOf(images, plain) })
}

const total = (values: number[]): number => values.reduce((sum, each) => sum + each, 0)

export const wideGamut = pictureBench('wide-gamut', [photographs], async ({ folder, effort }, photos) => {
  const all = photos.filter(({ isWide }) => isWide)
  const wide = all.slice(0, effort(all.length, 3))
  const sums: Sums[] = []
  await withImages(
    folder,
    async (images) => {
      await images.inspect(wide[0]?.path ?? '')
      for (const photo of wide) sums.push(await measure(images, photo, join(folder, 'untagged.jpg')))
    },
    { workers: 1 },
  )
  const perRound = (of: keyof Sums) =>
    Array.from({ length: rounds }, (_, n) => total(sums.map((sum) => sum[of][n] ?? 0)))
  const [tagged, without] = [total(perRound('tagged')), total(perRound('without'))]
  const ratios = sums.map((sum) => total(sum.tagged) / total(sum.without))
  const each = (all: number) => `${(all / rounds / wide.length).toFixed(0)} ms`
  return [
    {
      work: `${wide.length} photos in Display P3 to references: processor time`,
      beside: 'the same photos untagged',
      ratio: tagged / without,
      rounds: ratiosOf(perRound('tagged'), perRound('without')),
      goal: { atMost: 1.4 },
      detail: `${each(tagged)} beside ${each(without)} each, median ${median(ratios).toFixed(2)}, largest ${Math.max(...ratios).toFixed(2)}; ${photosAreOf}`,
    },
  ]
})
