import { NotNowError } from '../platform/call-error.ts'
import { LibraryGoneError } from '../platform/library-gone.ts'
import type { LibraryContext } from './context.ts'

export interface Removable {
  /** The library's own: while it is not there, no file of it is gone. */
  folder: string
  files: { id: string; path: string }[]
}

/**
 * Where those of the chosen rows lie that are in the app's trash.
 * @throws LibraryGoneError, or NotNowError where files may lie in two folders or no row can be written; with a sentence
 */
export async function removableFiles(engine: LibraryContext, seqs: readonly number[]): Promise<Removable> {
  const { place, store } = engine
  if (store.readOnly) throw new NotNowError('This library can only be looked at now. Nothing was changed.')
  if (!(await place.isThere())) throw new LibraryGoneError(place.folder)
  if (place.note.plan !== null)
    throw new NotNowError('A move of the library is not at its end. Go on with it, or give it up, then try again.')
  const files = store.organise.inTrash(seqs).map((asset) => ({ id: asset.id, path: engine.pathOf(asset) }))
  return { folder: place.folder, files }
}
