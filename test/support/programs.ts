import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const source = join(import.meta.dirname, '../../src')

/** The engine's thread and practice, as bundled-worker.ts made them for this run, or from the sources. */
export const engineThreadEntry: URL = pathToFileURL(
  process.env.PRINTROOM_TEST_ENGINE_THREAD ?? join(source, 'main/engine-thread.ts'),
)
export const practiceEntry: string = process.env.PRINTROOM_TEST_PRACTICE ?? join(source, 'practice/main.ts')
