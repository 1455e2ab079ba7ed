/** The library was put on another disk, and that is not there. Nothing is lost: what comes home waits for it. */
export class LibraryGoneError extends Error {
  override name = 'LibraryGoneError'
  constructor(folder: string) {
    super(
      `The library’s folder ${folder} is not there. Connect its disk, or choose in Settings → Folders where it is now. What is paid for waits for it; nothing is lost.`,
    )
  }
}
