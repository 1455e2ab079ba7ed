import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Images } from '../../src/engine/images/port.ts'
import { costOfChildren } from './support/cost.ts'
import { withImages } from './support/image-pool.ts'
import { median } from './support/measure.ts'
import { type Photo, photographs, photosAreOf } from './support/photos.ts'
import { inTurns, pictureBench } from './support/picture-bench.ts'

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

async function measure(images: Images, { path }: Photo, plain: string): Promise<{ tagged: number; without: number }> {
  writeFileSync(plain, untagged(readFileSync(path)))
  const { tagged, without } = await inTurns(rounds, {
    tagged: () => cpuOf(images, path),
    without: () => cpuOf(images, plain),
  })
  return { tagged: total(tagged), without: total(without) }
}

const total = (values: number[]): number => values.reduce((sum, each) => sum + each, 0)

export const wideGamut = pictureBench('wide-gamut', [photographs], async (folder, photos) => {
  const wide = photos.filter(({ isWide }) => isWide)
  const sums: { tagged: number; without: number }[] = []
  await withImages(
    folder,
    async (images) => {
      await images.inspect(wide[0]?.path ?? '')
      for (const photo of wide) sums.push(await measure(images, photo, join(folder, 'untagged.jpg')))
    },
    { workers: 1 },
  )
  const [tagged, without] = [total(sums.map((sum) => sum.tagged)), total(sums.map((sum) => sum.without))]
  const ratios = sums.map((sum) => sum.tagged / sum.without)
  const each = (all: number) => `${(all / rounds / wide.length).toFixed(0)} ms`
  return [
    {
      work: `${wide.length} photos in Display P3 to references: processor time`,
      beside: 'the same photos untagged',
      ratio: tagged / without,
      goal: { atMost: 1.4 },
      detail: `${each(tagged)} beside ${each(without)} each, median ${median(ratios).toFixed(2)}, largest ${Math.max(...ratios).toFixed(2)}; ${photosAreOf}`,
    },
  ]
})
