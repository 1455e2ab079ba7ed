import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createImages, type ImagesOptions } from '../../../../src/engine/images/client.ts'
import type { Images } from '../../../../src/engine/images/port.ts'
import { forkImageWorker } from '../../../../src/engine/images/spawn.ts'
import { imageWorkerEntry } from '../../../support/image-worker.ts'

export const repositoryRoot = resolve(import.meta.dirname, '../../../..')
export const workerEntry = imageWorkerEntry
/** Does what the path tells it to, and else what the real one does. */
export const rudeWorkerEntry = join(import.meta.dirname, 'rude-worker.ts')

export interface Workshop {
  /** A folder of this test file's own. */
  readonly folder: string
  /** Real worker processes, for the whole test file. */
  readonly images: Images
  write(name: string, bytes: Uint8Array | string): Promise<string>
  /** Others, closed at the end too. */
  start(options?: Partial<ImagesOptions> & { entry?: string }): Images
}

export function useWorkshop(): Workshop {
  let folder = ''
  let images: Images | undefined
  const opened: Images[] = []

  const start: Workshop['start'] = ({ entry = workerEntry, ...options } = {}) => {
    const started = createImages({
      spawn: forkImageWorker({ nodePath: process.execPath, entry }),
      outputFolder: join(folder, 'prepared'),
      workers: 2,
      ...options,
    })
    opened.push(started)
    return started
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'printroom-images-'))
    images = start()
  })
  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()))
    await rm(folder, { recursive: true, force: true })
  })

  return {
    get folder() {
      return folder
    },
    get images() {
      if (!images) throw new Error('used before beforeAll')
      return images
    },
    start,
    write: async (name, bytes) => {
      const path = join(folder, name)
      await writeFile(path, bytes)
      return path
    },
  }
}
