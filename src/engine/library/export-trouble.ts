import { codeOf, isNoRoom } from '../../domain/error-code.ts'
import { ImageWorkerError } from '../images/errors.ts'
import type { LibraryContext } from './context.ts'
import { FolderGoneError } from './export-place.ts'

/**
 * What keeps an export from going on with any result, in a sentence that says how it can; null: it is this result's own.
 */
export async function troubleOf(engine: LibraryContext, error: unknown, folder: string): Promise<string | null> {
  if (error instanceof FolderGoneError)
    return `The folder ${folder} is not there any more. What is in it already stays there. Connect its disk, then resume.`
  if (isNoRoom(error))
    return `The disk of ${folder} is full. What is in it already is whole. Free some space there, then resume.`
  if (codeOf(error) === 'EROFS')
    return `The disk of ${folder} is read-only. What is in it already is whole. Make it writable, then resume.`
  if (error instanceof ImageWorkerError) {
    if (error.code === 'disk')
      return 'Printroom cannot write what it makes to its own cache: that disk is full, or may not be written. Free some space there, then resume.'
    if (error.code === 'unavailable') return `${error.message} Nothing was lost.`
    if (error.code !== 'unread') return null
  }
  return (await engine.place.isAway().catch(() => true))
    ? `The library in ${engine.place.folder} is not there. Connect its disk, then resume.`
    : null
}

/** Why one result was not exported, as a clause. */
export function exportObstacle(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full'
    case 'EROFS':
      return 'the disk is read-only'
    case 'EACCES':
    case 'EPERM':
      return 'this account may not write there'
    case 'ENOENT':
      return 'its file is missing'
    default:
      return error instanceof Error ? error.message : 'it could not be copied'
  }
}
