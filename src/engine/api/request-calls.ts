import type { CallInput, CallOutput } from '../../contract/ipc.ts'
import { mostRefusal } from '../../domain/request/choice-most.ts'
import { type ChoiceId, choiceIds, type Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { noKeyWords } from '../key/no-key.ts'
import { NotNowError } from '../platform/call-error.ts'
import { cancelEach } from '../queue/cancel-each.ts'
import { replacementOf } from '../quoting/approve.ts'
import { choiceRefusal, ordersAnew } from '../quoting/choice-price.ts'
import type { QuoteService } from '../quoting/quote-service.ts'
import { retryHere } from '../quoting/retry-here.ts'
import { toReceiptView } from '../views/request-view.ts'
import type { EngineCalls } from './engine-calls.ts'
import { fileOrdered, inheritedProject } from './projects.ts'

/** @throws NotNowError */
export function foundReceipt({ store }: Pick<Engine, 'store'>, id: string): Receipt {
  const receipt = store.receipts.get(id)
  if (!receipt) throw new NotNowError('There is no such request here.')
  return receipt
}

type RequestCalls = Pick<EngineCalls, Extract<keyof EngineCalls, `requests.${string}`>>

/** How requests stand, and what a person does with one. */
export function requestCalls(engine: Engine, quotes: QuoteService): RequestCalls {
  const { store, driver } = engine
  const found = (id: string): Receipt => foundReceipt(engine, id)
  return {
    'requests.list': async ({ open, limit }) => {
      const receipts = store.receipts.list({ ...(open ? { open } : {}), limit: limit ?? 200 })
      await engine.presence.look(
        receipts.flatMap(({ id, assets }) => (assets.length > 0 ? store.assets.ofRequest(id) : [])),
      )
      return receipts.map((receipt) => engine.viewOf(receipt))
    },
    'requests.receipt': async ({ id }) => {
      const receipt = found(id)
      const rows = store.assets.ofRequest(id)
      await engine.presence.look(rows)
      const assets = rows.map((asset) => engine.assetViewOf(asset))
      const copies = store.copies.ofRequest(id)
      const project = store.projects.of(id)
      const timeline = store.receipts.timeline(id)
      const parts = {
        receipt,
        activity: driver.activityOf(id),
        assets,
        copies,
        timing: engine.timing,
        nowMs: Date.now(),
        project,
      }
      return toReceiptView(parts, timeline)
    },
    'requests.cancel': async ({ ids }) => {
      for (const id of ids) found(id)
      await cancelEach(ids, (id) => driver.cancel(id))
      return ids.map((id) => engine.viewOf(found(id)))
    },
    'requests.lookNow': async ({ id }) => {
      driver.lookNow(id)
      return engine.viewOf(found(id))
    },
    'requests.decide': (choice) => decide(engine, found(choice.id), choice),
    'requests.retry': async ({ id, reencode }) => {
      const receipt = found(id)
      const retry = retryHere(engine, receipt)
      if (retry.do === 'nothing') throw new NotNowError(`${id.slice(0, 8)} cannot be tried again. ${retry.why}`)
      if (retry.do === 'order')
        return { request: engine.viewOf(receipt), quote: await quotes.reorder(receipt, reencode) }
      driver.lookNow(id)
      return { request: engine.viewOf(found(id)), quote: null }
    },
    'requests.copyAgain': async ({ id }) => {
      const receipt = found(id)
      if (store.readOnly) throw new NotNowError('This library can only be looked at now. Nothing was copied.')
      engine.copier.again(receipt)
      return engine.viewOf(receipt)
    },
  }
}

/** Carries a choice out, and makes the new order where the choice is one. @throws NotNowError nothing was decided */
async function decide(
  engine: Engine,
  receipt: Receipt,
  { id, choice, credits, ceilingCredits = null }: CallInput<'requests.decide'>,
): Promise<CallOutput<'requests.decide'>> {
  const { driver, key } = engine
  const known = choiceIds.find((c) => c === choice)
  if (!known) throw new NotNowError('There is no such choice.')
  driver.mustBeOfHere(id)
  mustBeOffered(receipt, known, ceilingCredits)
  if (known === 'look-again' || known === 'try-again') key.tryOldKeysAgain()
  await mustCostAsShown(engine, receipt, known, credits)
  const isReplaced = ordersAnew(receipt, known)
  if (isReplaced) await needKey(engine)
  const consent = {
    atMs: Date.now(),
    by: engine.options.by,
    origin: engine.origin,
    keyFingerprint: key.fingerprint,
    ceilingCredits,
  }
  const anew = isReplaced ? replacementOf(receipt, known, consent) : null
  await driver.decide(id, known, anew, { credits, ceilingCredits })
  if (anew) fileOrdered(engine, [anew.after], inheritedProject(engine, [anew.after]))
  return {
    ...engine.viewOf(foundReceipt(engine, id)),
    replacement: anew && engine.viewOf(foundReceipt(engine, anew.after.id)),
  }
}

/** @throws NotNowError nothing was decided */
function mustBeOffered(receipt: Receipt, choice: ChoiceId, ceilingCredits: number | null): void {
  const offers = (id: ChoiceId): boolean => receipt.decision?.choices.some((each) => each.id === id) === true
  if (choice === 'look-again' && !offers('look-again') && offers('try-again'))
    throw new NotNowError(
      'To look again would be to send this, and looking sends nothing. Nothing was sent or ordered. Choose “try-again” to send it, at the price that it names.',
    )
  const why = offers(choice) ? mostRefusal(receipt, choice, ceilingCredits) : null
  if (why !== null) throw new NotNowError(why)
}

/**
 * Where the list says more than the choice showed, the question is put anew at that price.
 * @throws NotNowError nothing was sent or ordered
 */
async function mustCostAsShown(
  { prices, driver }: Engine,
  receipt: Receipt,
  choice: ChoiceId,
  named: number | null | undefined,
): Promise<void> {
  const refusal = await choiceRefusal(prices, receipt, choice, named)
  if (refusal === null) return
  if (refusal.seen !== null) await driver.seePrice(receipt.id, refusal.seen.credits)
  throw new NotNowError(refusal.words)
}

/**
 * A new order is bound to the key that it is made under, for life (§4.15, I4): there must be one. Practice gives its own.
 * @throws NotNowError
 */
async function needKey({ key, practice }: Engine): Promise<void> {
  if (practice) await practice.endpoint()
  else if (key.key === null)
    throw new NotNowError(noKeyWords(key.status(), 'Nothing was sent or ordered.', 'Set one, then decide again.'))
}
