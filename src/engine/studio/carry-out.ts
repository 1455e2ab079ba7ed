import type { RequestEvent } from '../../domain/request/events.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { NotNowError } from '../platform/call-error.ts'
import { replacementOf } from '../quoting/approve.ts'
import { choiceRefusal, ordersAnew } from '../quoting/choice-price.ts'
import { type ActPayload, actPayload, type JudgedAct, takeAct } from './acts.ts'
import { type CommandOutcome, endAlone, payloadOf, type StudioCommand } from './commands.ts'
import type { Database } from './database.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import { DamagedRowError, readRow } from './receipt-row.ts'
import { mayCancel } from './rights.ts'
import type { WorkerStore } from './worker-store.ts'

interface CarryOutDeps {
  database: Database
  engine: Engine
  leases: Pick<LeaseKeeper, 'leaseOf' | 'holds'>
  store: Pick<WorkerStore, 'taken' | 'forget'>
  session: string
}

const noSuch: CommandOutcome = {
  is: 'refused',
  code: 'unfit',
  message: 'There is no such request in this studio, or it cannot be read, or no such act. Nothing was changed.',
}

/**
 * Carries out a command about one request whose lease this worker holds.
 * @returns null where it is not to be done now: it stays in the inbox
 */
export async function carryOut(
  deps: CarryOutDeps,
  command: StudioCommand & { request: string },
): Promise<CommandOutcome | null> {
  const { database, engine, leases, store, session } = deps
  const { id, request } = command
  const payload = actPayload.safeParse(payloadOf(command)).data ?? null
  // Damaged it stays as it is for whoever mends it, and nobody's answer is carried out upon it.
  const before = payload && (await readOne(database, request).catch(damagedAsNone))
  if (payload === null || before === null) return endAlone(database, id, noSuch, session)
  // Its POST may be on the way at this very moment: what comes of it is known soon.
  if (!leases.holds(request) || before.phase === 'ready') return null
  if (payload.kind === 'cancel' && before.phase === 'uncertain') return cancelHere(deps, command, before)
  const judged = await judgeAct(engine, before, payload)
  if (judged === null) return null
  const lease = leases.leaseOf(request)
  let outcome: CommandOutcome | null
  try {
    outcome = await takeAct(database, command, judged, { session, lease, timing: engine.timing })
  } catch (error) {
    // It may stand all the same, as where nobody heard that it was written: then nobody is asked to carry it out again.
    store.forget((taken) => taken === request)
    throw error
  }
  // Read anew before anything more is done for it here.
  if (outcome !== null) store.forget((taken) => taken === request)
  return outcome
}

/**
 * What was sent, and is known not to stand, may be looked at at this moment: it is taken out by the engine that would look, so
 * that nothing which a look finds is lost. Again it is done already.
 */
async function cancelHere(
  { database, engine, store, session }: CarryOutDeps,
  { id, person, request }: StudioCommand & { request: string },
  before: Receipt,
): Promise<CommandOutcome | null> {
  const refused = await mayCancel(database, person, before)
  if (refused !== null) return endAlone(database, id, refused, session)
  if (!store.taken.has(request)) return null
  try {
    await engine.driver.cancel(request)
  } catch (error) {
    // Something is under way for it: the next look at the inbox tries again.
    if (error instanceof NotNowError) return null
    throw error
  }
  const after = await readOne(database, request)
  if (after?.phase === 'uncertain') {
    const message = `${request.slice(0, 8)} may stand at the service, so it is looked up and not taken out. Nothing was changed.`
    return endAlone(database, id, { is: 'refused', code: 'unfit', message }, session)
  }
  // Anything else than taken out it became by itself meanwhile: judged as that.
  return after?.phase === 'cancelled' ? endAlone(database, id, { is: 'done', requests: [request] }, session) : null
}

/**
 * An act as it would be written now, by the price lists of now.
 * @returns null where they cannot be read: it waits
 */
async function judgeAct(engine: Engine, before: Receipt, payload: ActPayload): Promise<JudgedAct | null> {
  const atMs = Date.now()
  if (payload.kind === 'cancel') return { before, event: { type: 'cancelled', atMs }, anew: null, refusal: null }
  const { choice, credits, ceilingCredits } = payload
  const { key, prices, origin, options } = engine
  if (key.key === null) return null
  const refused = await choiceRefusal(prices, before, choice, credits)
  if (refused !== null && refused.seen === null) return null
  if (refused?.seen) {
    const event: RequestEvent = { type: 'priceSeen', credits: refused.seen.credits, atMs }
    return { before, event, anew: null, refusal: refused.words }
  }
  // Whoever drives it takes it up later, also where that is this worker: what may stand is looked up first.
  const event: RequestEvent = { type: 'decided', choice, beside: true, credits, ceilingCredits, atMs }
  const consent = { atMs, by: options.by, origin, keyFingerprint: key.fingerprint, ceilingCredits }
  const anew = ordersAnew(before, choice) ? replacementOf(before, choice, consent) : null
  return { before, event, anew, refusal: null }
}

function damagedAsNone(error: unknown): null {
  if (error instanceof DamagedRowError) return null
  throw error
}

async function readOne(database: Database, id: string): Promise<Receipt | null> {
  const [row] = await database.rows<{ id: string; receipt: string; checksum: string }>(
    'SELECT id, receipt, checksum FROM requests WHERE id = $1',
    [id],
  )
  return row ? readRow(row) : null
}
