import type { Engine } from '../engine.ts'
import { ownFoldersOf } from '../own-folders.ts'
import { FolderError } from './folder-error.ts'

/**
 * Asked at each look: a link may be put in the folder's way, or the library into it, at any time.
 * @throws FolderError where it is, or lies in, a folder of the app
 */
export async function mustNotBeOwn(
  folder: string,
  { images, place, options }: Engine,
  signal?: AbortSignal,
): Promise<void> {
  if (await images.folders.liesInAny(folder, ownFoldersOf(place.folder, options.folders), signal))
    throw new FolderError(
      `${folder} is Printroom’s own: its library, data or cache. Nothing in it is ordered. Choose another folder.`,
    )
}
