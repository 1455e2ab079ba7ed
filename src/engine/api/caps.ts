import type { CapsView } from '../../contract/app.ts'
import { type Caps, capRefusal } from '../../domain/quote/cap.ts'
import { quotedAtMost } from '../../domain/quote/ceiling.ts'
import { tidy } from '../../domain/quote/tidy.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { NotNowError } from '../platform/call-error.ts'
import { byPlace } from '../queue/sort-key.ts'

/** The caps of the engine's service, and what they hold now. */
export function toCapsView({ budget }: Engine): CapsView {
  const { day, batch } = budget.caps()
  const { spent, inFlight, waiting } = budget.sums()
  const reserved = inFlight === null || waiting === null ? null : tidy(inFlight + waiting)
  const left = day === null || spent === null || reserved === null ? null : Math.max(0, tidy(day - spent - reserved))
  return { day, batch, spent, reserved, left }
}

/** Sets caps durably, then tries again what was stopped by one and fits by now, in its order. */
export async function setCaps(engine: Engine, changes: Partial<Caps>): Promise<CapsView> {
  const caps = engine.budget.setCaps(changes)
  const { spent, inFlight } = engine.budget.sums()
  let reserved = inFlight
  for (const receipt of stoppedByCap(engine)) {
    const { id, body } = receipt
    // What was sent before is part of what may be at the service already.
    const more = body === null ? quotedAtMost(receipt) : 0
    if (capRefusal('day', caps.day, { spent, reserved }, more) || engine.budget.refusalOfSubmit(receipt)) continue
    reserved = reserved === null || more === null ? null : tidy(reserved + more)
    await engine.driver.decide(id, 'look-again', null).catch((error: unknown) => {
      // Somebody else decided it meanwhile, or has it in hand.
      if (!(error instanceof NotNowError)) throw error
    })
  }
  return toCapsView(engine)
}

const stoppedByCap = ({ store, origin }: Engine): Receipt[] =>
  store.receipts
    .list({ origin, open: true })
    .filter(({ phase, decision }) => phase === 'needs-decision' && decision?.kind === 'cap')
    .sort(byPlace)
