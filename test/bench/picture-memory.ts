import type { Preparation, UpscalePreparation } from '../../src/engine/images/answers.ts'
import { upscaleMaxBytes } from '../../src/engine/images/limits.ts'
import type { Images } from '../../src/engine/images/port.ts'
import { peakBytesOfChildren } from '../engine/images/support/children-memory.ts'
import { withImages } from './support/image-pool.ts'
import { inTurns, median } from './support/measure.ts'
import { largestPhotograph } from './support/photos.ts'
import { pictureBench } from './support/picture-bench.ts'

const megabyte = 1e6
const rounds = 3
type Work = (images: Images) => Promise<Preparation | UpscalePreparation>

/** What a worker of its own held at most. */
function peakOf(folder: string, work: Work): Promise<number> {
  return withImages(
    folder,
    async (images) => {
      const { decision } = await work(images)
      if (decision !== 'encoded') throw new Error(`not encoded: ${decision}`)
      return peakBytesOfChildren()
    },
    { workers: 1 },
  )
}

export const pictureMemory = pictureBench('picture-memory', [largestPhotograph], async ({ folder }, photo) => {
  const { path, width, height } = photo
  const bitmap = width * height * 3
  const { recoded, streamed } = await inTurns(rounds, {
    recoded: () => peakOf(folder, (images) => images.prepareUpscale(path, { maxBytes: upscaleMaxBytes })),
    streamed: () =>
      peakOf(folder, (images) =>
        images.prepareReference(path, { maxEdge: Math.max(width, height), maxBytes: 64 * 2 ** 20 }),
      ),
  })
  const inWords = (bytes: number) => `${(bytes / megabyte).toFixed(0)} MB`
  return [
    {
      work: 'a photo of 64 MP to 9.5 MB at its size: peak memory of the worker',
      beside: 'its bitmap and 100 MB',
      ratio: median(recoded) / (bitmap + 100 * megabyte),
      rounds: recoded.map((bytes) => bytes / (bitmap + 100 * megabyte)),
      goal: { atMost: 1.1 },
      detail: `${inWords(median(recoded))} beside ${inWords(bitmap)} + 100 MB`,
    },
    {
      work: 'the same at a quality known before, as a stream: peak memory of the worker',
      beside: '130 MB',
      ratio: median(streamed) / (130 * megabyte),
      rounds: streamed.map((bytes) => bytes / (130 * megabyte)),
      goal: { atMost: 1 },
      detail: inWords(median(streamed)),
    },
  ]
})
