import { join } from 'node:path'
import { bundle, forgetOld } from './bundle.ts'

/** What many tests start as a process or a thread of its own, by the variable that tells them where it is. */
const programs = {
  PRINTROOM_TEST_IMAGE_WORKER: 'src/engine/images/worker.ts',
  PRINTROOM_TEST_ENGINE_THREAD: 'src/main/engine-thread.ts',
  PRINTROOM_TEST_PRACTICE: 'src/practice/main.ts',
}

const compiled = join(import.meta.dirname, '../../node_modules/.cache/printroom/compiled')

/** Once for a run of the tests. What few tests start from its sources is kept by Node as it compiled it. */
export async function setup(): Promise<void> {
  for (const [name, source] of Object.entries(programs)) process.env[name] = await bundle(source)
  forgetOld(compiled)
  process.env.NODE_COMPILE_CACHE = compiled
}
