import { findRuntime } from './launch.ts'

/** Finds the runtime once, for all tests, and says which it is. */
export default async function globalSetup(): Promise<void> {
  const runtime = await findRuntime()
  Object.assign(process.env, runtime.env)
  console.log(`Window tests run on ${runtime.words}.`)
}
