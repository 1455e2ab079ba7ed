import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside `out` where the app is built or packed, beside `src` where it runs from its sources. */
const folder = ['../../resources/practice', '../../../resources/practice']
  .map((path) => join(import.meta.dirname, path))
  .find(existsSync)

/** A picture or film that came with the app. */
export function bundled(name: string): Buffer {
  if (folder === undefined) throw new Error('the pictures of practice are missing: resources/practice')
  return readFileSync(join(folder, name))
}
