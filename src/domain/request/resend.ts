import { isInDoubt } from './doubt.ts'
import type { Receipt } from './receipt.ts'
import { ask, change, type Draft, decisionOf, longerOf, note, plan } from './transitions.ts'

/**
 * After a send that settled nothing: the next one comes no sooner than the service asked for (§7.2 `Retry-After`), nor than
 * our own pace. That doubles with each send, whatever the look-ups between them say, up to ten times the longest
 * pause of a look: a service that keeps permitting it must not be sent the same order without end.
 */
export function holdBack(draft: Draft, askedMs: number | null): Draft {
  const { receipt, timing } = draft
  const ownMs = Math.min(timing.backOffMaxMs * 10, timing.backOffMs * 2 ** Math.min(receipt.sentTimes - 1, 20))
  const forMs = longerOf(draft, askedMs, ownMs)
  return change(draft, { sendPause: { untilMs: draft.atMs + forMs, forMs } })
}

/** How much of that pause is left. */
export function heldBackMs({ receipt: { sendPause }, atMs }: Draft): number {
  return sendPause === null ? 0 : Math.min(Math.max(0, sendPause.untilMs - atMs), sendPause.forMs)
}

/**
 * Back to `ready`: the same number and the same bytes, after this step is on disk. Never sooner than it is held back
 * for; what was looked up long before that proves nothing by then, so it is looked up once more (A6, A7).
 * @param askedMs the pause that came with the permission
 */
export function sendAgain(before: Draft, why: string, askedMs: number | null = null): Draft {
  if (before.receipt.wasLeft) return askWhoLeft(before, why)
  // The service has it and permits this, or a person has said that it goes from here.
  const draft = change(before, { mayBeElsewhere: false })
  const heldMs = heldBackMs(draft)
  const afterMs = longerOf(draft, askedMs, heldMs)
  // What the service asked for counts as a pause too: long after the look that brought it, it is looked up once more.
  if (afterMs > draft.timing.secondLookMs) {
    // Counted from now: by a clock that was set back it would begin anew with each look.
    const sendPause = { untilMs: draft.atMs + afterMs, forMs: afterMs }
    return plan(
      note(
        change(draft, { phase: 'uncertain', decision: null, sendPause }),
        'Not sent again yet',
        `${why} ${heldBackWords}`,
      ),
      { do: 'lookUp', afterMs },
      `Checking order status, then retrying this request${againWords(draft.receipt)}`,
    )
  }
  return plan(
    note(
      change(draft, {
        phase: 'ready',
        missingInARow: 0,
        decision: null,
        // Where nothing that left before is in doubt, the age of what is counts from here (A7).
        firstSentAtMs: isInDoubt(draft.receipt) ? draft.receipt.firstSentAtMs : draft.atMs,
      }),
      draft.receipt.sentTimes > 0 ? 'Safe to send again' : 'Safe to send',
      why,
    ),
    { do: 'submit', afterMs },
    draft.receipt.sentTimes > 0 ? `Retrying this request${againWords(draft.receipt)}` : 'Sends',
  )
}

/** Left in doubt and looked at once more: that was no word to pay. */
const askWhoLeft = (draft: Draft, why: string): Draft =>
  ask(
    draft,
    decisionOf(
      'resend',
      `You had left this order. ${why} Nothing was sent. What it costs now is looked at again before anything is sent.`,
      ['look-again', 'send-again', 'leave'],
      null,
      isInDoubt(draft.receipt),
    ),
  )

const againWords = ({ sentTimes }: Receipt): string =>
  sentTimes < 3 ? '' : `, after ${sentTimes} times without a clear answer`

const heldBackWords = 'It waits as long as the service asked for, and longer with each time that it was sent.'
