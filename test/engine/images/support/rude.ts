import { bundle } from '../../../support/bundle.ts'
import { rudeWorkerEntry } from './workshop.ts'

/** rude-worker.ts as one file. */
export const rudeWorker = await bundle(rudeWorkerEntry)
