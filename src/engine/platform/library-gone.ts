/** The library's disk is not there, or its folder is not the library's. Nothing is lost: what comes home waits for it. */
export class LibraryGoneError extends Error {
  override name = 'LibraryGoneError'
  constructor(folder: string) {
    super(
      `The library’s folder ${folder} is not there. Connect its disk, or choose in Settings → Folders where it is now (an empty folder, if its files are gone for good). What is paid for waits for it; nothing is lost.`,
    )
  }
}
