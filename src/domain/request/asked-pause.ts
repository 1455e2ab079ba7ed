import type { RequestEvent } from './events.ts'
import type { Receipt } from './receipt.ts'
import { change, type Draft } from './transitions.ts'

/** How long the service asked to be left alone with this one, in milliseconds of its own time; null: it was not asked. */
function askedMs(event: RequestEvent): number | null {
  if (!('outcome' in event)) return null
  const { outcome } = event
  if ('afterMs' in outcome && outcome.afterMs !== null) return outcome.afterMs
  return silent.has(outcome.type) ? null : 0
}

/** What may come of it without a word of the service. */
const silent: ReadonlySet<string> = new Set(['notSent', 'unreachable', 'unknown', 'keyRefused'])

/** How much of the pause is left that the service asked for with this request. */
export function askedLeftMs({ askedPause }: Receipt, atMs: number): number {
  return askedPause === null ? 0 : Math.min(Math.max(0, askedPause.untilMs - atMs), askedPause.forMs)
}

/**
 * Nothing of it goes to the service sooner than was asked for, whoever is impatient and however often the program has
 * ended since (O57, O66). Files come from elsewhere, and what is prepared is not sent yet.
 */
export function notBefore(draft: Draft, event: RequestEvent): Draft {
  const kept = keepPause(draft, event)
  const { effect, receipt, atMs } = kept
  const leftMs = askedLeftMs(receipt, atMs)
  if (effect === null || effect.do === 'bringHome' || effect.do === 'prepare' || effect.afterMs >= leftMs) return kept
  const next = receipt.next && { ...receipt.next, atMs: atMs + leftMs }
  return { ...change(kept, { next }), effect: { ...effect, afterMs: leftMs } }
}

/** The pause of a permission to send counts from the first look that brought it: told anew with each, it would never end. */
function permittedForMs({ receipt, atMs }: Draft, event: RequestEvent): number {
  const isPermission =
    event.type === 'lookedUp' && event.outcome.type === 'inProgress' && event.outcome.mayResubmit === true
  return isPermission && receipt.permittedAtMs !== null ? Math.max(0, atMs - receipt.permittedAtMs) : 0
}

function keepPause(draft: Draft, event: RequestEvent): Draft {
  const asked = askedMs(event)
  const { receipt, atMs, timing } = draft
  const { askedPause } = receipt
  const forMs = Math.max(0, Math.ceil((asked ?? 0) / timing.scale) - permittedForMs(draft, event))
  if (forMs > 0) return change(draft, { askedPause: { untilMs: atMs + forMs, forMs } })
  if (askedPause === null) return draft
  // It has answered since, and asked for nothing: whatever the clocks say, that pause is over.
  if (asked !== null) return change(draft, { askedPause: null })
  // Counted from this start on: by a clock that was set back it would begin anew with each.
  const isBack = event.type === 'recovered' && askedPause.untilMs - atMs > askedPause.forMs
  return isBack ? change(draft, { askedPause: { ...askedPause, untilMs: atMs + askedPause.forMs } }) : draft
}
