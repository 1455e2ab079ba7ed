import { accessSync, constants, copyFileSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeOf } from '../domain/error-code.ts'
import { RefusedError } from './arguments.ts'

/** Of words that name folders alone. @throws RefusedError where no file is in them */
export function refuseNoFile(files: string[]): void {
  if (files.length === 0)
    throw new RefusedError('The folder holds no file. Nothing was sent or charged. Name a folder with pictures.')
}

/** The folder of `--out`, made before anything is sent. @throws RefusedError */
export function openFolder(name: string): string {
  const folder = resolve(name)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const why = error instanceof Error ? error.message : 'the system says no more'
    throw new RefusedError(
      `Nothing can be written to the folder of --out (${why}). Nothing was sent or charged. Name another folder.`,
    )
  }
}

/**
 * Copies a file and never writes over another: a name that is taken gets a number.
 * @param name the name for n = 1, 2, …
 * @returns the path of the copy
 */
export function copyNew(from: string, folder: string, name: (n: number) => string): string {
  for (let n = 1; ; n += 1) {
    const path = join(folder, name(n))
    try {
      copyFileSync(from, path, constants.COPYFILE_EXCL)
      return path
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}
