import type { CapsView } from '../../contract/app.ts'
import type { CallInput } from '../../contract/ipc.ts'
import { type Caps, capRefusal, raisesCaps } from '../../domain/quote/cap.ts'
import { agreedMost, quotedAtMost } from '../../domain/quote/ceiling.ts'
import { tidy } from '../../domain/quote/tidy.ts'
import type { Decision, Receipt } from '../../domain/request/receipt.ts'
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

const changedMeanwhile =
  'The spending limits were changed meanwhile and stay as they are now. Nothing was sent or charged. Look at them, and set them again.'

/**
 * Sets caps durably. Where more may be spent by that, what was stopped by one and fits by now is tried again, in its order.
 * No other call does that: a day that has passed also makes room, and of what a person was asked about nothing is sent by it.
 * @throws NotNowError where it would raise others than those that a person was asked about; they then stay
 */
export async function setCaps(engine: Engine, { from, ...changes }: CallInput<'queue.setCaps'>): Promise<CapsView> {
  const before = engine.budget.caps()
  const isMore = raisesCaps(before, changes)
  if (isMore && from !== undefined && (from.day !== before.day || from.batch !== before.batch))
    throw new NotNowError(changedMeanwhile)
  const caps = engine.budget.setCaps(changes)
  if (isMore) await tryStopped(engine, caps)
  return toCapsView(engine)
}

async function tryStopped(engine: Engine, caps: Caps): Promise<void> {
  const { spent, inFlight } = engine.budget.sums()
  let reserved = inFlight
  for (const receipt of stoppedByCap(engine)) {
    const { id, body } = receipt
    const choice = goesOnBy(receipt)
    if (choice === null) continue
    // What was sent before is part of what may be at the service already.
    const more = body === null ? quotedAtMost(receipt) : 0
    if (capRefusal('day', caps.day, { spent, reserved }, more) || engine.budget.refusalOfSubmit(receipt)) continue
    reserved = reserved === null || more === null ? null : tidy(reserved + more)
    await engine.driver.decide(id, choice.id, null, { credits: choice.credits }).catch((error: unknown) => {
      // Somebody else decided it meanwhile, or has it in hand.
      if (!(error instanceof NotNowError)) throw error
    })
  }
}

type Choice = Decision['choices'][number]

/** What goes on by itself once there is room: never at another price than the one that was agreed to. */
function goesOnBy(receipt: Receipt): Choice | null {
  const choices = receipt.decision?.choices ?? []
  const choice = choices.find(({ id }) => id === 'try-again' || id === 'look-again')
  if (choice === undefined) return null
  return choice.id === 'look-again' || choice.credits === agreedMost(receipt) ? choice : null
}

const stoppedByCap = ({ store, origin }: Engine): Receipt[] =>
  store.receipts
    .list({ origin, open: true })
    .filter(({ phase, decision }) => phase === 'needs-decision' && decision?.kind === 'cap')
    .sort(byPlace)
