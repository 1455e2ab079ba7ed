import { nothingCharged } from './money-words.ts'
import type { Refusal } from './outcomes.ts'
import { inWords } from './questions.ts'
import type { Decision, Phase, Receipt } from './receipt.ts'
import { change, type Draft, decisionOf, note } from './transitions.ts'

// A home that was copied, restored or moved holds orders that another copy of it may send too, or has sent. Only Skills are said
// to be charged once for one number (§3), and nowhere is said how long the service remembers one.

/** What the service has accepted, or what has ended here, is one and the same in every copy. */
export function homeCopied(draft: Draft): Draft {
  if (draft.receipt.mayBeElsewhere || !mayBeSentElsewhere(draft.receipt)) return draft
  return change(
    note(draft, 'Another copy may have it', 'Printroom’s folder was copied, restored or moved since this was ordered.'),
    // What a person has decided before that is in each of the copies.
    { mayBeElsewhere: true, mayResend: false, resendDecidedAtMs: null },
  )
}

/** Something may still leave for it, or have left, that nobody here knows of. */
export const mayBeSentElsewhere = ({ phase, acceptedAtMs }: Receipt): boolean =>
  acceptedAtMs === null && unsettled.has(phase)

const unsettled: ReadonlySet<Phase> = new Set(['approved', 'ready', 'uncertain', 'needs-decision'])

/** The service knows no such order, and this copy is not the only one that may send it. */
export const sentElsewhere = ({ quote, isImported }: Receipt): Decision =>
  decisionOf(
    'resend',
    isImported
      ? 'This order came into the studio from a home of one computer. The service knows no such order now. If a copy or a backup of that home sends it too, or sent it so long ago that the service has forgotten it, it is charged a second time. Send it from the studio only.'
      : 'Printroom’s folder was copied, restored or moved to another disk after this was ordered. The service knows no such order now. If another copy of the folder sends it too, or sent it so long ago that the service has forgotten it, it is charged a second time. Send it from one of them only.',
    ['send-again', 'look-again', 'leave'],
    quote.credits,
    true,
  )

/** Its number stands for what the other copy sent: another body under it would be another order (I4). */
export const refusedElsewhere = ({ quote }: Receipt, { message }: Refusal): Decision =>
  decisionOf(
    'other',
    `Another copy of this home has sent this order, and the service refused it and started nothing. ${nothingCharged}${inWords(message)} Order it anew, or leave it.`,
    ['new-order', 'leave'],
    quote.credits,
  )

/** The service waits for the very request that the other copy sent (§4.15: `retryable`), and would do so without an end. */
export const heldElsewhere: Decision = decisionOf(
  'other',
  'Another copy of this home has sent this order, and the service holds it unfinished. It may be charged as agreed. Only the copy that sent it can go on with it: open that one, then check again. If you leave it here, what becomes of it is seen there alone.',
  ['look-again', 'leave'],
  null,
  true,
)
