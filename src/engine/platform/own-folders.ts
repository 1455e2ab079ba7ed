import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { tellingNames } from './file-names.ts'
import type { Folders } from './home.ts'
import { isWithin } from './is-within.ts'

/**
 * Whether a folder is another one or lies in it, by whatever name: through links, in another spelling on a disk that does
 * not tell cases apart, or where a disk is mounted twice. The path alone does not say.
 */
async function liesWithin(folder: string, other: string): Promise<boolean> {
  if (isWithin(await realWay(folder), await realWay(other))) return true
  const wanted = await numberOf(other)
  if (wanted === null) return false
  for (let at = await realWay(folder); ; at = dirname(at)) {
    if ((await numberOf(at)) === wanted) return true
    if (dirname(at) === at) return false
  }
}

/** The real path, also of what is not there yet: of the nearest folder above it that is. */
async function realWay(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null)
  if (real !== null || dirname(path) === path) return real ?? path
  return join(await realWay(dirname(path)), basename(path))
}

/** What a file system calls the folder itself; null where it is not there, or has no numbers. */
async function numberOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null || found.ino === 0n ? null : `${found.dev}.${found.ino}`
}

/**
 * Folders whose files are Printroom's own business: nothing in them is new, and nothing is put there. A folder that holds
 * one of them is nobody's trouble, since only the files in a watched folder itself are looked at.
 */
export function ownFoldersOf(library: string, { data, library: usual, cache, practice, settings }: Folders): string[] {
  const home = dirname(settings)
  return [library, usual, data, cache, practice, join(home, 'service'), join(home, 'practice')]
}

/** Also where it lies in another home's data or library, which are known by their files. */
export async function liesInAny(folder: string, others: readonly string[]): Promise<boolean> {
  for (const other of others) if (await liesWithin(folder, other)) return true
  for (let at = await realWay(folder); ; at = dirname(at)) {
    for (const name of tellingNames) if (await isThere(join(at, name))) return true
    if (dirname(at) === at) return false
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )
