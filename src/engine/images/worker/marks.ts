import { codeOf } from '../../../domain/error-code.ts'
import { FolderError } from '../../platform/folder-error.ts'
import { type Marked, MarksError, markAsWatched, resultsMarkedIn } from '../../platform/folder-marks.ts'
import type { Images } from '../port.ts'

/**
 * Says in a watched folder that it is one, so that every Printroom marks what it puts there.
 * @throws FolderError where that cannot be written: results of other homes would look like new pictures
 */
export async function mayBeMarked(folder: string, { folders }: Images, signal?: AbortSignal): Promise<void> {
  if (await folders.isWatched(folder, signal)) return
  try {
    await markAsWatched(folder)
  } catch (error) {
    const why = error instanceof MarksError ? error.message : codeOf(error)
    throw new FolderError(
      `Printroom cannot write in ${folder} (${why}), so results that other Printrooms put there could not be told from new pictures. Nothing in it is ordered. Let this account write there, or watch another folder.`,
    )
  }
}

/** What was put there as a result, by whatever home. @throws FolderError where that cannot be read */
export async function readMarks(folder: string, salt: string): Promise<Marked> {
  try {
    return await resultsMarkedIn(folder, salt)
  } catch (error) {
    const why = error instanceof MarksError ? error.message : codeOf(error)
    throw new FolderError(
      `The marks of what Printrooms put into ${folder} cannot be read (${why}), so results could not be told from new pictures. Nothing in it is ordered. Let this account read them, or move that file away.`,
    )
  }
}
