import { isInDoubt } from './doubt.ts'
import type { Timing } from './events.ts'
import type { Decision, Receipt } from './receipt.ts'
import { decisionOf } from './transitions.ts'

// An order that was sent, and that no look settles: the service speaks of it and says neither yes nor no.

interface Moment {
  atMs: number
  timing: Timing
}

/** How long ago the first send that is in doubt left; 0 where a clock that was set back hides it. */
const inDoubtForMs = ({ firstSentAtMs }: Receipt, { atMs }: Moment): number =>
  Math.max(0, atMs - (firstSentAtMs ?? atMs))

/** A look each three seconds for a day would be 28,800: the pause grows with the age of the doubt, up to an hour. */
export const doubtPause = (receipt: Receipt, now: Moment): number =>
  isInDoubt(receipt) ? Math.min(now.timing.doubtMaxMs, Math.floor(inDoubtForMs(receipt, now) / doubtShare)) : 0

const doubtShare = 20

/**
 * Whether a person may end it here: after a day without a word that settles it, while it goes on being looked at. It holds
 * its credits under the cap as long as it is open.
 */
export const mayBeLeft = (receipt: Receipt, now: Moment): boolean =>
  receipt.phase === 'uncertain' &&
  isInDoubt(receipt) &&
  (receipt.clockWentBack || inDoubtForMs(receipt, now) >= now.timing.doubtEndMs)

/** The question that is offered then; nobody has to answer it. */
export const leaveInDoubtDecision = (): Decision =>
  decisionOf(
    'other',
    'The service has left it open for a long time whether it has this order. It may have been charged; nobody knows yet. Nothing is sent again, and it is looked up further, ever more seldom. You need not decide. If you leave it, nobody looks for it any more, nothing that was made of it comes home, and a charge would stand; a day later it no longer counts under your limit. Ask the service with its number first.',
    ['leave'],
    null,
    true,
  )
