import { createImages } from '../../src/engine/images/client.ts'
import type { Images } from '../../src/engine/images/port.ts'
import { forkImageWorker } from '../../src/engine/images/spawn.ts'
import { imageWorkerEntry } from './image-worker.ts'
import { patienceMs } from './patience.ts'

/**
 * Image workers that no busy machine makes late, for tests about something else: the app takes a picture that is not
 * read within seconds for one that cannot be read. Whoever starts them closes them.
 * @param outputFolder where prepared files go
 * @param limitMs what a task may take, once its worker is there
 */
export const patientImages = (outputFolder: string, entry = imageWorkerEntry, limitMs = patienceMs): Images =>
  createImages({
    spawn: forkImageWorker({ nodePath: process.execPath, entry }),
    outputFolder,
    workers: 2,
    timeoutMs: limitMs,
    startTimeoutMs: patienceMs,
  })
