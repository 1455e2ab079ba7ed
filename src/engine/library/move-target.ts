import { readdirSync, realpathSync, statfsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { sep } from 'node:path'
import { NotNowError } from '../platform/call-error.ts'
import { size } from './words.ts'

/** What a disk needs beside the files themselves. */
const roomToSpare = 64 * 2 ** 20

/**
 * Whether the library can go there.
 * @param chosen what a person chose · @param to the folder in it · @param sizeBytes of all its files
 * @throws NotNowError with a sentence, or the system's error
 */
export function checkTarget(chosen: string, to: string, library: string, sizeBytes: number): void {
  if (!statSync(chosen).isDirectory()) throw new NotNowError('That is no folder. Choose one. Nothing was changed.')
  const [real, own] = [realpathSync(chosen), realpathSync(library)]
  if (`${real}${sep}`.startsWith(`${own}${sep}`))
    throw new NotNowError('That folder lies in the library itself. Choose one outside it. Nothing was changed.')
  const isEmpty = namesIn(to).every(isHidden)
  if (isThere(to) && realpathSync(to) === own)
    throw new NotNowError(`The library is in ${to} already. Nothing was changed.`)
  if (!isEmpty)
    throw new NotNowError(
      `There are files in ${to} already. Choose another folder; or, if that is this library, say that it was moved by hand. Nothing was changed.`,
    )
  const { bavail, bsize } = statfsSync(chosen)
  const free = bavail * bsize
  if (free < sizeBytes + roomToSpare)
    throw new NotNowError(
      `The library needs ${size(sizeBytes)} and ${size(roomToSpare)} to spare, and ${size(free)} are free on the disk of ${chosen}. Make room there, or choose another disk. Nothing was changed.`,
    )
}

const isHidden = (name: string): boolean => name.startsWith('.')

/** A folder that is there and holds nothing, but for hidden files. */
export const isEmptyFolder = (path: string): boolean => isThere(path) && namesIn(path).every(isHidden)

/** The same of the folder that the library has left, whose disk may have died since. */
export async function holdsNothing(path: string): Promise<boolean> {
  const names = await readdir(path).catch(() => null)
  return names?.every(isHidden) === true
}

function isThere(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch {
    return false
  }
}

function namesIn(folder: string): string[] {
  return isThere(folder) ? readdirSync(folder) : []
}
