/** A file could not be fetched. `addressStale`: the address itself is dead, the job's status may have a fresh one (A14). */
export class DownloadError extends Error {
  override name = 'DownloadError'
  readonly addressStale: boolean
  /** The host inside a private network that it was not fetched from, which a person may allow (M6); else null. */
  readonly insideHost: string | null
  /** SHA-256 of what came whole by its length and was not taken for the file; null where nothing did. */
  readonly came: string | null
  /** The server asked for so long a pause, in milliseconds (`Retry-After`); null where it did not. */
  readonly laterMs: number | null
  constructor(
    message: string,
    addressStale = false,
    insideHost: string | null = null,
    came: string | null = null,
    laterMs: number | null = null,
  ) {
    super(message)
    this.laterMs = laterMs
    this.addressStale = addressStale
    this.insideHost = insideHost
    this.came = came
  }
}
