import { FolderError } from '../platform/folder-error.ts'
import { ownFoldersOf } from '../platform/own-folders.ts'
import type { WatchContext } from './context.ts'

/**
 * Asked at each look: a link may be put in the folder's way, or the library into it, at any time.
 * @throws FolderError where it is, or lies in, a folder of the app
 */
export async function mustNotBeOwn(
  folder: string,
  { images, place, options }: WatchContext,
  signal?: AbortSignal,
): Promise<void> {
  if (await images.folders.liesInAny(folder, ownFoldersOf(place.folder, options.folders), signal))
    throw new FolderError(
      `${folder} is Printroom’s own: its library, data or cache. Nothing in it is ordered. Choose another folder.`,
    )
}
