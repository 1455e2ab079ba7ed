import { join } from 'node:path'
import { createImages } from '../../src/engine/images/client.ts'
import type { Images } from '../../src/engine/images/port.ts'
import { forkImageWorker } from '../../src/engine/images/spawn.ts'

/** The image worker, run by the Node that runs the tests: as bundled-worker.ts made it for this run, or from the sources. */
export const imageWorkerEntry =
  process.env.PRINTROOM_TEST_IMAGE_WORKER ?? join(import.meta.dirname, '../../src/engine/images/worker.ts')

/** Image workers of its own; whoever starts them closes them. @param outputFolder where prepared files go */
export const startImages = (outputFolder: string): Images =>
  createImages({ spawn: forkImageWorker({ nodePath: process.execPath, entry: imageWorkerEntry }), outputFolder })
