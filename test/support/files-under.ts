import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder; sockets, links to nowhere and the like are left out. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const entry = statSync(path, { throwIfNoEntry: false })
    return entry?.isDirectory() ? filesUnder(path) : entry?.isFile() ? [path] : []
  })
}
