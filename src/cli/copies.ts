import { randomUUID } from 'node:crypto'
import { accessSync, constants, copyFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolders } from '../engine/make-folders.ts'
import { lostSign } from '../engine/odd-names.ts'
import { InTheWayError, type OwnPlaces, refuseOwnPlace } from '../engine/own-place.ts'
import { putNew } from '../engine/write-out.ts'
import { RefusedError } from './arguments.ts'

/** Of words that name folders alone. @throws RefusedError where no file is in them */
export function refuseNoFile(files: string[]): void {
  if (files.length === 0)
    throw new RefusedError('The folder holds no file. Nothing was sent or charged. Name a folder with pictures.')
}

/** The folder of `--out`, made before anything is sent. @throws RefusedError */
export function openFolder(name: string, own: OwnPlaces): string {
  const folder = resolve(name)
  try {
    // The folder that this runs in may have such a name, and another one would be made.
    if (folder.includes(lostSign))
      throw new RefusedError(
        `The path of the folder of --out is not valid UTF-8 (${folder}). Nothing was sent or charged. Name another folder.`,
      )
    refuseOwnPlace(folder, own)
    makeFolders(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    if (error instanceof RefusedError) throw error
    if (error instanceof InTheWayError) throw new RefusedError(`${error.message} Nothing was sent or charged.`)
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
  // Whole before it has its name: a copy that was cut short is no copy.
  // Shorter than any name that a copy is given: where one fits, both do.
  const temporary = join(folder, `.${randomUUID().slice(0, 8)}`)
  try {
    copyFileSync(from, temporary, constants.COPYFILE_EXCL)
    for (let n = 1; ; n += 1) {
      const path = join(folder, name(n))
      if (putNew(temporary, path)) return path
    }
  } finally {
    rmSync(temporary, { force: true })
  }
}
