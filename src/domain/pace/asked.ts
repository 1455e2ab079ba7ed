import type { CallKind, PaceScope } from './kinds.ts'

/** What an answer of the service says about being left alone. */
export interface PaceAsked {
  httpStatus: number
  /** A word of §7, where it has one. */
  code: string | null
  /** `Retry-After` or `retryAfterSeconds`, the longer (A5); null where it names no time. */
  afterMs: number | null
}

/** `forMs` null: no time was named. */
export interface Asked {
  scope: PaceScope
  forMs: number | null
}

/** So long everything is left alone for a limit of which nobody says whom it means: what is paid must come home. */
const unknownMs = 60_000

/**
 * Whom an answer wants to be left alone with. A limit on looks is on no one request (§7.3; O131), so it is taken for the
 * account's. That on a Skill's runs is its own by §8, which leaves status and catalogue out, and uploads have one of their
 * own. Rates of ordinary generation are not shown (§8, A23): no generation is sent for as long as was asked, and
 * everything else is left alone too for the first minute of it.
 *
 * Of 503 those that name a time and speak of no request: `in_progress` and `request_interrupted` are about one (§7.2),
 * and at uploads and runs a 503 may be about the server that a picture comes from (§4.8, §4.14; O89, O113).
 */
export function pausesAsked({ of }: CallKind, { httpStatus, code, afterMs }: PaceAsked): Asked[] {
  const isLimit = httpStatus === 429
  const isBusy = httpStatus === 503 && code === null && afterMs !== null
  if (!isLimit && !isBusy) return []
  switch (of) {
    case 'look':
      return [{ scope: 'all', forMs: afterMs }]
    case 'generate':
      return [
        { scope: of, forMs: afterMs },
        { scope: 'all', forMs: afterMs === null ? null : Math.min(afterMs, unknownMs) },
      ]
    case 'list':
      return [{ scope: of, forMs: afterMs }]
    default:
      return isLimit ? [{ scope: of, forMs: afterMs }] : []
  }
}
