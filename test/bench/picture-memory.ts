import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upscaleMaxBytes } from '../../src/engine/images/limits.ts'
import type { Images, Preparation, UpscalePreparation } from '../../src/engine/images/port.ts'
import { peakBytesOfChildren } from '../engine/images/support/children-memory.ts'
import { withImages } from './support/image-pool.ts'
import type { Bench } from './support/measure.ts'
import { largestPhotograph } from './support/photos.ts'

const megabyte = 1e6

/** A worker of its own, and what it held at most. */
async function peakOf(work: (images: Images) => Promise<Preparation | UpscalePreparation>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-bench-'))
  try {
    return await withImages(
      folder,
      async (images) => {
        const { decision } = await work(images)
        if (decision !== 'encoded') throw new Error(`not encoded: ${decision}`)
        return peakBytesOfChildren()
      },
      { workers: 1 },
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const pictureMemory: Bench = {
  name: 'picture-memory',
  missing: async () => {
    const photo = await largestPhotograph()
    return 'missing' in photo ? photo.missing : null
  },
  run: async () => {
    const photo = await largestPhotograph()
    if ('missing' in photo) throw new Error(photo.missing)
    const { path, width, height } = photo
    const bitmap = width * height * 3
    const recoded = await peakOf((images) => images.prepareUpscale(path, { maxBytes: upscaleMaxBytes }))
    const streamed = await peakOf((images) =>
      images.prepareReference(path, { maxEdge: Math.max(width, height), maxBytes: 64 * 2 ** 20 }),
    )
    const inWords = (bytes: number) => `${(bytes / megabyte).toFixed(0)} MB`
    return [
      {
        work: 'a photo of 64 MP to 9.5 MB at its size: peak memory of the worker',
        beside: 'its bitmap and 100 MB',
        ratio: recoded / (bitmap + 100 * megabyte),
        goal: { atMost: 1.1 },
        detail: `${inWords(recoded)} beside ${inWords(bitmap)} + 100 MB`,
      },
      {
        work: 'the same at a quality known before, as a stream: peak memory of the worker',
        beside: '130 MB',
        ratio: streamed / (130 * megabyte),
        goal: { atMost: 1 },
        detail: inWords(streamed),
      },
    ]
  },
}
