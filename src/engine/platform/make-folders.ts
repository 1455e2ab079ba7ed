import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'

/**
 * Makes a folder and whatever is missing above it, one after the other. Node's own `recursive` never comes to an end where
 * a parent is there and takes no child (`/proc`).
 * @returns the topmost one that was made; null where all were there
 * @throws the system's error, such as ENOENT, EROFS, ENOTDIR, EEXIST (there is something else by that name)
 */
export function makeFolders(path: string, mode?: number): string | null {
  const missing: string[] = []
  let at = resolve(path)
  let top = makeOne(at, mode)
  while (top === 'no parent' && dirname(at) !== at) {
    missing.push(at)
    at = dirname(at)
    top = makeOne(at, mode)
  }
  let made = top === 'made' ? at : null
  for (const folder of missing.reverse()) {
    const outcome = makeOne(folder, mode)
    if (outcome === 'no parent') throw noSuch(folder)
    if (outcome === 'made') made ??= folder
  }
  return made
}

function makeOne(path: string, mode: number | undefined): 'made' | 'there' | 'no parent' {
  try {
    mkdirSync(path, mode === undefined ? {} : { mode })
    return 'made'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'no parent'
    // What the system says of a folder that is there differs: EEXIST, EISDIR, EROFS, EPERM.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'there'
    throw error
  }
}

/** The same without holding up the thread, on a disk that may not answer. */
export async function makeFoldersLater(path: string, mode?: number): Promise<string | null> {
  const missing: string[] = []
  let at = resolve(path)
  let top = await makeOneLater(at, mode)
  while (top === 'no parent' && dirname(at) !== at) {
    missing.push(at)
    at = dirname(at)
    top = await makeOneLater(at, mode)
  }
  let made = top === 'made' ? at : null
  for (const folder of missing.reverse()) {
    const outcome = await makeOneLater(folder, mode)
    if (outcome === 'no parent') throw noSuch(folder)
    if (outcome === 'made') made ??= folder
  }
  return made
}

async function makeOneLater(path: string, mode: number | undefined): Promise<ReturnType<typeof makeOne>> {
  try {
    await mkdir(path, mode === undefined ? {} : { mode })
    return 'made'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'no parent'
    const found = await stat(path).catch(() => null)
    if (found?.isDirectory()) return 'there'
    throw error
  }
}

const noSuch = (path: string): Error =>
  Object.assign(new Error(`ENOENT: no folder can be made, mkdir '${path}'`), { code: 'ENOENT', path, syscall: 'mkdir' })
