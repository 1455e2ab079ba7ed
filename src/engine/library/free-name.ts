import { join } from 'node:path'
import { hashFile } from '../platform/files.ts'
import { isFree } from '../platform/take-name.ts'

/** `2026-11`, so that no folder grows without end. */
export const monthFolder = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7)

/**
 * Never overwrites: a name that another file has gets a number; the same file again keeps its name.
 * @param sha256 null: it is another file whatever is in it
 */
export async function freeName(folder: string, wished: string, sha256: string | null): Promise<string> {
  const dot = wished.lastIndexOf('.')
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wished : `${wished.slice(0, dot)}-${n}${wished.slice(dot)}`
    const path = join(folder, name)
    if (await isFree(path)) return name
    if (sha256 === null) continue
    const there = await hashFile(path).catch(() => null)
    if (there?.sha256 === sha256) return name
  }
}
