import { join } from 'node:path'
import { createImages, type ImagesOptions } from '../../../src/engine/images/client.ts'
import type { Images } from '../../../src/engine/images/port.ts'
import { forkImageWorker } from '../../../src/engine/images/spawn.ts'
import { inRoot } from './places.ts'

/** The worker as it was built, since that is what ships. */
const entry = inRoot('out/main/image-worker.mjs')

/** The engine's own pool around the work, from the start of its processes to their end. */
export async function withImages<T>(
  folder: string,
  work: (images: Images) => Promise<T>,
  options: Partial<ImagesOptions> = {},
): Promise<T> {
  const images = createImages({
    spawn: forkImageWorker({ nodePath: process.execPath, entry }),
    outputFolder: join(folder, 'prepared'),
    ...options,
  })
  try {
    return await work(images)
  } finally {
    await images.close()
  }
}
