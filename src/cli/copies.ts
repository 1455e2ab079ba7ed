import { access, constants, copyFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { codeOf } from '../domain/error-code.ts'
import { answered, fileAnswered, OtherDiskError, whyNot } from '../engine/platform/disk-answer.ts'
import { elsewhereWords, isElsewhere } from '../engine/platform/elsewhere.ts'
import { atLater } from '../engine/platform/failpoints.ts'
import { makeFoldersLater } from '../engine/platform/make-folders.ts'
import { lostSign } from '../engine/platform/odd-names.ts'
import { InTheWayError, type OwnPlaces, refuseOwnPlace } from '../engine/platform/own-place.ts'
import { asItsFolder } from '../engine/platform/own-rights.ts'
import { takeName } from '../engine/platform/take-name.ts'
import { sweepWorkFolders, temporaryIn } from '../engine/platform/work-folder.ts'
import { RefusedError } from './arguments.ts'

/** Of words that name folders alone. @throws RefusedError where no file is in them */
export function refuseNoFile(files: string[]): void {
  if (files.length === 0)
    throw new RefusedError('The folder holds no file. Nothing was sent or charged. Name a folder with pictures.')
}

/** The folder of `--out`, made before anything is sent. @throws RefusedError */
export async function openFolder(name: string, own: OwnPlaces): Promise<string> {
  if (isElsewhere(name))
    throw new RefusedError(
      `Nothing can be written to the folder of --out (${elsewhereWords}). Nothing was sent or charged. Name another folder.`,
    )
  const folder = resolve(name)
  try {
    // The folder that this runs in may have such a name, and another one would be made.
    if (folder.includes(lostSign))
      throw new RefusedError(
        `The path of the folder of --out is not valid UTF-8 (${folder}). Nothing was sent or charged. Name another folder.`,
      )
    await answered(folder, () => isSomething(folder))
    // By this very thread: of disks that have just answered.
    refuseOwnPlace(folder, { ...own, folders: await answering(own.folders) })
    await answered(folder, () => makeFoldersLater(folder))
    await answered(folder, () => access(folder, constants.W_OK))
    await sweepWorkFolders()
    return folder
  } catch (error) {
    if (error instanceof RefusedError) throw error
    if (error instanceof InTheWayError) throw new RefusedError(`${error.message} Nothing was sent or charged.`)
    throw new RefusedError(
      `Nothing can be written to the folder of --out (${whyNotCopied(error)}). Nothing was sent or charged. Name another folder.`,
    )
  }
}

/** Why something could not be put into a folder, as a clause. */
export function whyNotCopied(error: unknown): string {
  if (error instanceof OtherDiskError) return whyNot(error.code)
  return error instanceof Error ? error.message : 'the system says no more'
}

/** Those whose disks answer: what lies on another one is not in a folder that does. */
async function answering(folders: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of new Set(folders))
    if (
      await answered(folder, () => isSomething(folder)).then(
        () => true,
        (error: unknown) => !(error instanceof OtherDiskError),
      )
    )
      found.push(folder)
  return found
}

async function isSomething(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/**
 * Copies a file and never writes over another: a name that is taken gets a number. A disk that dies in the middle of it
 * ends it; what it leaves there is hidden, and taken away at the next run.
 * @param name the name for n = 1, 2, …
 * @param sizeBytes of the file: a large one may take longer
 * @returns the path of the copy
 * @throws OtherDiskError, or the system's error
 */
export async function copyNewResults(
  from: string,
  folder: string,
  name: (n: number) => string,
  sizeBytes: number,
): Promise<string> {
  // Whole before it has its name: a copy that was cut short is no copy.
  const temporary = temporaryIn(folder)
  const copy = async (): Promise<string> => {
    await atLater('result copy', () => copyFile(from, temporary, constants.COPYFILE_EXCL))
    await asItsFolder(folder, temporary)
    for (let n = 1; ; n += 1) {
      const path = join(folder, name(n))
      if (await takeName('export rename', temporary, path)) return path
    }
  }
  try {
    return await fileAnswered(folder, copy, sizeBytes)
  } finally {
    await answered(folder, () => rm(temporary, { force: true })).catch(() => undefined)
  }
}
