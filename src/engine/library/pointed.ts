import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hashFile } from '../platform/files.ts'
import type { Assets, FileOf } from '../store/assets.ts'
import { sightOf } from './sight.ts'

/** So many files from all over the library are looked for first; enough to know it, and soon done. */
const sampled = 60
/** Hashing goes on for so long at most, but for a few files at least. */
const hashForMs = 4000
const hashedAtLeast = 8

/**
 * Whether one of the folders holds this library, by the hashes of some of its files.
 * @returns the folder, or why not, in words
 */
export async function looksLikeThisLibrary(
  folders: readonly string[],
  assets: Assets,
): Promise<{ folder: string } | { problem: string }> {
  const some = sampleOf(assets)
  let best = 0
  for (const folder of folders) {
    if (!existsSync(folder)) continue
    const right = await rightIn(folder, some)
    if (some.length === 0 || right * 2 > some.length) return { folder }
    best = Math.max(best, right)
  }
  const [first] = some
  return {
    problem: `Of ${some.length} ${some.length === 1 ? 'file' : 'files'} that were looked for there, ${best === 0 ? 'none is' : `${best} ${best === 1 ? 'is' : 'are'}`} this library’s. Choose the folder that holds its folders${first === undefined ? '' : `, such as ${first.relativePath.split('/')[0] ?? ''}`}. Nothing was changed.`,
  }
}

/**
 * Whether a folder holds at least one file of this library, by name and size: a mount point does not. Of one that was marked
 * before more is asked, for an earlier version may have put results there.
 */
export async function holdsLibrary(folder: string, assets: Assets, hadMarker: boolean): Promise<boolean> {
  if (hadMarker) return 'folder' in (await looksLikeThisLibrary([folder], assets))
  for (const file of sampleOf(assets)) {
    const found = await sightOf(join(folder, ...file.relativePath.split('/')))
    if (found.what === 'file' && found.size === file.sizeBytes) return true
  }
  return false
}

async function rightIn(folder: string, some: readonly FileOf[]): Promise<number> {
  const began = performance.now()
  let right = 0
  for (const [at, file] of some.entries()) {
    const path = join(folder, ...file.relativePath.split('/'))
    const found = await sightOf(path)
    if (found.what !== 'file' || found.size !== file.sizeBytes) continue
    const isHashed = at < hashedAtLeast || performance.now() - began < hashForMs
    if (!isHashed || (await hashFile(path).catch(() => null))?.sha256 === file.sha256) right += 1
  }
  return right
}

/** Rows from all over, the same file once. */
function sampleOf(assets: Assets): FileOf[] {
  const newest = assets.newest()
  const found = new Map<string, FileOf>()
  for (let n = 0; n < sampled; n += 1)
    for (const file of assets.filesAfter(Math.floor((newest * n) / sampled), 1)) found.set(file.relativePath, file)
  return [...found.values()]
}
