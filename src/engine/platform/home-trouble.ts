import { join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { CallError } from './call-error.ts'
import { lockName } from './file-names.ts'
import { diskTrouble } from './files.ts'
import type { Folders } from './home.ts'
import { lostSign } from './odd-names.ts'

/** A home that is not opened, for a reason that is foreseen. Nothing was sent, and nothing in it was changed. */
export class HomeError extends CallError {
  override name = 'HomeError'
  constructor(message: string) {
    super('home', message)
  }
}

/** SQLite's own on Unix (`MAX_PATHNAME`), of which it keeps the end of its longest companion's name free (`-journal`). */
const longestFileBytes = 512 - '-journal'.length

/**
 * Asked before anything is made: SQLite says of such a path what it says of a broken disk.
 * @param folder absolute, as it is named
 * @throws HomeError
 */
export function refuseLongPath(folder: string): void {
  if (process.platform === 'win32') return
  const most = longestFileBytes - Buffer.byteLength(join('/', lockName))
  const bytes = Buffer.byteLength(folder)
  if (bytes <= most) return
  throw new HomeError(
    `The path of Printroom’s folder is too long: ${folder.slice(0, 40)}… has ${bytes} bytes, and a database can lie in a folder of at most ${most} (a letter outside English takes two or more). Move the folder nearer to the top of its disk, or name another one.`,
  )
}

/**
 * Why a home is none that was meant, in words; null where its path is as it was named. Node puts U+FFFD in place of what is
 * no UTF-8, in variables of the environment and in the folder that a program runs in, and that leads elsewhere.
 */
export function oddHomeWords({ data, library, cache }: Pick<Folders, 'data' | 'library' | 'cache'>): string | null {
  const odd = [data, library, cache].find((path) => path.includes(lostSign))
  return odd === undefined
    ? null
    : `The path of Printroom’s home is not valid UTF-8 (${odd}, in which ${lostSign} stands for what was lost), and leads to another folder than the one that was meant. Nothing was made there, and nothing was sent or charged. Rename that folder, or name another one with --home or PRINTROOM_HOME.`
}

/** @throws HomeError as `oddHomeWords` says */
export function refuseOddHome(folders: Pick<Folders, 'data' | 'library' | 'cache'>): void {
  const message = oddHomeWords(folders)
  if (message !== null) throw new HomeError(message)
}

/**
 * Why a home could not be opened, in words; null for what is none of its reasons.
 * @param folder the home's data
 */
export function homeTrouble(error: unknown, folder: string): string | null {
  if (error instanceof HomeError) return error.message
  const message = diskTrouble(error, folder)
  if (message !== null) return message
  const code = codeOf(error)
  if (code === 'ENAMETOOLONG')
    return `A name in the path ${folder.slice(0, 40)}… is longer than its disk allows (255 bytes on most). Name another folder for the home.`
  return ['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code)
    ? `The folder ${folder} cannot be used (${code}). Name another one with --home.`
    : null
}
