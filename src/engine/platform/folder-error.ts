/** A folder cannot be looked through, in words. */
export class FolderError extends Error {
  override name = 'FolderError'
}
