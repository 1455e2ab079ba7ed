import type { CapRefusal } from '../quote/cap.ts'
import type { LookUpOutcome, PollOutcome, SubmitOutcome } from './outcomes.ts'
import type { BroughtHome, ChoiceId, PaidBody, PreparationReport } from './receipt.ts'

/** Everything that can happen to a request. `atMs` is the wall clock at that moment. */
export type RequestEvent = { atMs: number } & (
  | { type: 'recovered' }
  /** Its home is another file than it was: copied, restored, or moved to another disk. */
  | { type: 'homeCopied' }
  /** The key it was ordered under is held again: what waited for that key is looked up, never sent. */
  | { type: 'keyHeldAgain' }
  | { type: 'bodyWritten'; body: PaidBody; preparation: PreparationReport[] }
  | { type: 'preparationRefused'; message: string }
  /** Preparation could not be finished for a passing reason (no network, upload refused for now). */
  | { type: 'preparationDelayed'; reason: string; afterMs: number | null }
  /** Before sending: the price list says something else than what was accepted, and it is more, or nothing. */
  | { type: 'priceRose'; credits: number | null }
  /** Before a decision is carried out: the list says another price than the question does. */
  | { type: 'priceSeen'; credits: number | null }
  | { type: 'preparationNeedsPerson'; kind: 'credits' | 'key'; message: string }
  /**
   * Just before sending: the service's word on it is too old, so that it is looked up first; or its price cannot be read, and
   * what is known of it is too old to pay by (clearance.ts).
   */
  | { type: 'heldBack'; why: 'word' | 'price' }
  /** Just before sending: it would pass what may be spent. */
  | { type: 'capReached'; refusal: CapRefusal }
  /** Just before sending, in a studio: somebody else has to approve it first. `why`: a sentence. */
  | { type: 'approvalNeeded'; why: string }
  /** Just before sending: the stored bytes are not those of the receipt any more. */
  | { type: 'bodyDamaged'; reason: string }
  | { type: 'submitted'; outcome: SubmitOutcome }
  /** `priceNow`: what its list says, read for a question that may come of it; left out where it was not, or could not be. */
  | { type: 'lookedUp'; outcome: LookUpOutcome; priceNow?: { credits: number | null } }
  | { type: 'polled'; outcome: PollOutcome }
  | { type: 'broughtHome'; asset: BroughtHome }
  | ({ type: 'bringingHomeFailed' } & FailedFetch)
  | { type: 'cancelled' }
  /** A person gave it another place in the queue (place.ts). */
  | { type: 'moved'; place: string }
  /** A person asked, in a program that does not drive the queue, that it be looked at now. */
  | { type: 'lookAsked' }
  /**
   * `beside`: in a program that does not drive the queue, so that who drives it takes the request up later. `credits`: the
   * price that was shown for the choice; one that has changed since decides nothing. Left out: it is not compared.
   * `ceilingCredits`: the most that the person named with the choice, which then is the order's; below its price it decides
   * nothing. Null or left out: none.
   */
  | { type: 'decided'; choice: ChoiceId; beside?: boolean; credits?: number | null; ceilingCredits?: number | null }
)

/** A file that could not be brought home. */
export interface FailedFetch {
  jobIndex: number
  outputIndex: number
  reason: string
  /** The answer itself said that nothing is there. */
  addressStale: boolean
  /** A host inside a private network that it was not fetched from, which a person may allow (M6). */
  insideHost?: string
  /** There was no room for it here: that says nothing of its address. */
  isDiskFull?: true
  /** The library's disk does not take it now, or says nothing at all: no word about its address either. */
  isDiskAway?: true
  /** It came whole, and our own reader of pictures failed: no word about the file. */
  isUnread?: true
  /** SHA-256 of what came whole by its length, is a picture or a film, and was not taken for the file. */
  came?: string
  /** The server of its address asked for so long a pause, in milliseconds of its own time (`Retry-After`). */
  laterMs?: number
}

/**
 * What to do next, and after which pause. One at a time a request:
 * the receipt's phase always says which, so a restart needs no list of unfinished effects.
 */
export type RequestEffect =
  | { do: 'prepare'; afterMs: number }
  | { do: 'submit'; afterMs: number }
  | { do: 'lookUp'; afterMs: number }
  | { do: 'poll'; afterMs: number }
  | { do: 'bringHome'; afterMs: number; jobIndex: number; outputIndex: number }

/** Pauses and windows in milliseconds, after division by the time scale. */
export interface Timing {
  /** Divides also what the service asks for; 1 but in tests against a loopback service. */
  scale: number
  /** §4.2: 3 seconds. */
  pollGenerationMs: number
  /** §4.15: 10 seconds. */
  pollSkillMs: number
  /** A11, A12: when the service says that polling may stop, or a job is past the service's own end. */
  pollSlowMs: number
  /** A8: how far apart two look-ups must be that find nothing. */
  secondLookMs: number
  /** A7: how long after the first send an unknown id may be sent again without asking. */
  resendWindowMs: number
  /** How long the service's word on a request is good enough to send by; longer ago, it is looked up first (A6). */
  wordGoodForMs: number
  /** How long a price that was read is paid by unasked, and how long where the list cannot be read again. */
  priceFreshMs: number
  priceMaxAgeMs: number
  /** How long a person's word to send again holds; later the question is put anew. */
  decisionGoodForMs: number
  /** How long an order must have been in doubt before a person may leave it. */
  doubtEndMs: number
  /** Longest pause between two looks at an order that stays in doubt. */
  doubtMaxMs: number
  /** First pause after a failure; doubles to `backOffMaxMs`. */
  backOffMs: number
  backOffMaxMs: number
  /** §3: the service's own end of a job. */
  imageEndMs: number
  videoEndMs: number
  /** A10: first pause of the slow reading that learns of a refund. */
  settleFirstMs: number
  settleMaxMs: number
  settleForMs: number
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long the service's and a person's word may be relied on. */
const words: ReadonlySet<keyof Timing> = new Set(['resendWindowMs', 'wordGoodForMs', 'decisionGoodForMs'])

/**
 * The document's own figures, divided by `scale` (1 but in tests against a loopback service). How long a word holds is
 * divided by 10 at most: a computer's own slowness is not scaled, and would use all of it up.
 */
export const timingFor = (scale: number): Timing => {
  const timing: Omit<Timing, 'scale'> = {
    pollGenerationMs: 3 * second,
    pollSkillMs: 10 * second,
    pollSlowMs: minute,
    secondLookMs: 30 * second,
    resendWindowMs: 15 * minute,
    wordGoodForMs: minute,
    priceFreshMs: 30 * second,
    priceMaxAgeMs: 5 * minute,
    decisionGoodForMs: 15 * minute,
    doubtEndMs: 24 * hour,
    doubtMaxMs: hour,
    backOffMs: 2 * second,
    backOffMaxMs: minute,
    imageEndMs: 6 * minute,
    videoEndMs: 12 * minute,
    settleFirstMs: minute,
    settleMaxMs: 24 * hour,
    settleForMs: 30 * 24 * hour,
  }
  for (const key of Object.keys(timing) as (keyof typeof timing)[])
    timing[key] = Math.ceil(timing[key] / (words.has(key) ? Math.min(scale, 10) : scale))
  return { ...timing, scale }
}
