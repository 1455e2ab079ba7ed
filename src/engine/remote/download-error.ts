import type { FailedFetch } from '../../domain/request/events.ts'

/** A file could not be fetched. `addressStale`: the address itself is dead, the job's status may have a fresh one (A14). */
export class DownloadError extends Error {
  override name = 'DownloadError'
  readonly addressStale: boolean
  /** It came whole and our own reader failed: the look is counted, and after some it is kept as it is. */
  readonly isUnread: boolean
  /** The host inside a private network that it was not fetched from, which a person may allow (M6); else null. */
  readonly insideHost: string | null
  /** SHA-256 of what came whole by its length and was not taken for the file; null where nothing did. */
  readonly came: string | null
  /** The server asked for so long a pause, in milliseconds (`Retry-After`); null where it did not. */
  readonly laterMs: number | null
  constructor(
    message: string,
    addressStale = false,
    more: Partial<Pick<DownloadError, 'isUnread' | 'insideHost' | 'came' | 'laterMs'>> = {},
  ) {
    super(message)
    const { isUnread = false, insideHost = null, came = null, laterMs = null } = more
    this.addressStale = addressStale
    this.isUnread = isUnread
    this.insideHost = insideHost
    this.came = came
    this.laterMs = laterMs
  }

  /** As the rules of a request are told of it. */
  get failed(): Pick<FailedFetch, 'reason' | 'addressStale' | 'isUnread' | 'insideHost' | 'came' | 'laterMs'> {
    const { message: reason, addressStale, isUnread, insideHost, came, laterMs } = this
    return {
      reason,
      addressStale,
      ...(isUnread ? { isUnread } : {}),
      ...(insideHost === null ? {} : { insideHost }),
      ...(came === null ? {} : { came }),
      ...(laterMs === null ? {} : { laterMs }),
    }
  }
}
