import type { Json } from '../json.ts'
import type { Job } from './receipt.ts'

/** What an acceptance says beside its jobs (§2.1, §2.3, §2.8). */
export interface Acceptance {
  jobs: Job[]
  creditsUsed: number | null
  creditsStatus: string | null
  modelId: string | null
  aspectRatio: string | null
  /** Product detail says how many items to expect (§4.11). */
  expectedCount: number | null
  /** The balance ran out between the items of one run (§4.11); absent where nothing says so. */
  paywallHitMidBatch?: boolean
  deduped: boolean
  expectedWaitSeconds: number | null
  /** 0: the service says that polling may stop (§2.2). */
  pollHintSeconds: number | null
  /** How a Skill's submission stands, apart from its rendering (§2.8; O121); absent where nothing says so. */
  submissionStatus?: string | null
  submissionHttpStatus?: number | null
  /** How the rendering of the whole stands (§2.8), which may know of jobs that are not listed yet; absent where nothing says so. */
  renderingStatus?: string | null
  /** Figures that cannot be true, as the service wrote them; absent where there are none. */
  oddFigures?: string[]
}

/** Why the service refused, without having started anything. */
export type RefusalReason = 'input' | 'key' | 'credits' | 'conflict' | 'collision' | 'price-changed' | 'resize-required'

export interface Refusal {
  type: 'refused'
  reason: RefusalReason
  httpStatus: number
  code: string | null
  /** The service's own words, for a person; may be empty. */
  message: string
  /** `price_changed`: what it costs now (§4.14). */
  quotedCredits?: number | null
  /** 402: the balance that the order needs (§7.1). */
  required?: number | null
  /** `upscale_resize_required`: the original's size (§4.14). */
  sourceSize?: { width: number; height: number } | null
}

/** What became of a paid POST. Only `accepted` and `refused` settle it. */
export type SubmitOutcome =
  | { type: 'accepted'; acceptance: Acceptance }
  | Refusal
  /**
   * A limit (§7.3 429; A23): a look after the pause, then the same id. `isUnsaid`: without a word of the service's own, so that
   * it may come from anything on the way to it and proves nothing (A29).
   */
  | { type: 'limited'; afterMs: number; message: string; isUnsaid?: true }
  /** A reservation or lease exists: look the receipt up after the pause (§7.2, §7.3). */
  | { type: 'inProgress'; afterMs: number }
  /** The order exists and its job is no longer available (§7.2 410). */
  | { type: 'gone'; generationId: string | null }
  /** It never left this computer: no connection was opened. `isKeyless`: since no key is set. */
  | { type: 'notSent'; reason: string; isKeyless?: true }
  /** Anything else: it may have been taken and charged. `afterMs` where the service named a time. */
  | { type: 'unknown'; reason: string; afterMs: number | null }

/** What a read-only look-up of a receipt said (§4.3, §4.15). */
export type LookUpOutcome =
  | { type: 'found'; acceptance: Acceptance }
  /** `underOtherKey`: asked with another key than it was ordered under, to which another account's order looks missing. */
  | { type: 'missing'; underOtherKey?: boolean }
  /**
   * `retryParameters`: what a Skill's receipt says may be sent again (§2.8); absent elsewhere. `failure`: the rendering that it
   * says has failed, which is the end of an order that was accepted: that one is never sent again (§4.15; I5). `isLimited`:
   * its submission met a limit, so that nothing was started (§7.3).
   */
  | {
      type: 'inProgress'
      afterMs: number
      mayResubmit: boolean
      retryParameters?: Json | null
      failure?: Acceptance
      isLimited?: true
    }
  | { type: 'gone'; generationId: string | null }
  /** The verdict on the original submission (A3). */
  | Refusal
  /** No verdict: try again later. `isSaid`: in the service's own words, so it knows of it. */
  | (Unanswered & { isSaid?: true })

/** What a status look at one job said (§4.2). */
export type PollOutcome =
  | { type: 'job'; acceptance: Acceptance }
  | { type: 'missing'; httpStatus: number }
  /** `isUnasked`: another key is set than the one it was ordered under, so that the service was not asked (A35). */
  | { type: 'keyRefused'; isUnasked?: true }
  | Unanswered

/** `afterMs` where the service named a time; `isKeyless`: it was not asked, since no key is set. */
interface Unanswered {
  type: 'unreachable'
  reason: string
  afterMs: number | null
  isKeyless?: true
}
