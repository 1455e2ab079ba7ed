import { z } from 'zod'
import { bothOf, holdingOf } from '../../domain/quote/cap.ts'
import type { RequestEvent, Timing } from '../../domain/request/events.ts'
import { choiceIds, type Receipt } from '../../domain/request/receipt.ts'
import { step } from '../../domain/request/step.ts'
import { budgetRefusal, budgetSentence } from '../../domain/studio/budget.ts'
import { type FirstStep, orderedBy } from '../quoting/approve.ts'
import { ClaimLostError } from '../store/receipts.ts'
import { lockBudgets } from './budgets.ts'
import { type CommandOutcome, endCommand, lockCommand, type StudioCommand } from './commands.ts'
import type { Database, Transaction } from './database.ts'
import { type Fenced, holdLeases } from './leases.ts'
import { readRow, updateReceipt } from './receipt-row.ts'
import { ActRefusedError, refusedAct } from './refused.ts'
import { type Answered, answeredOf, refuseAnswer } from './rights.ts'
import { asShared } from './shared-paths.ts'
import { insertReplacement, writeEvents } from './shared-steps.ts'
import { beginToWait } from './turns.ts'

/** What a command about one request carries. */
export const actPayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decide'),
    choice: z.enum(choiceIds),
    /** The price that the choice showed. */
    credits: z.number().nullable(),
    ceilingCredits: z.number().nullable(),
  }),
  z.object({ kind: z.literal('cancel') }),
])
export type ActPayload = z.infer<typeof actPayload>

/** What a worker makes of an act before it is written. */
export interface JudgedAct {
  /** As it was read for it: where it has changed since, it is read and judged anew. */
  before: Receipt
  event: RequestEvent
  /** A new order in its place. */
  anew: FirstStep | null
  /** Why it is not carried out all the same (its price is another one); the event is written then. */
  refusal: string | null
}

/** It is not as it was judged, or not this worker's any more: looked at again. */
class ChangedMeanwhile extends Error {}

/**
 * Carries an act out, or refuses it: rights, budgets, the step, a new order in its place and the outcome in one transaction,
 * under the lease. Once, however often its command comes.
 * @returns null where it is not to be done now, or not here
 */
export async function takeAct(
  database: Database,
  command: StudioCommand,
  judged: JudgedAct,
  { session, lease, timing }: { session: string; lease: Fenced; timing: Timing },
): Promise<CommandOutcome | null> {
  try {
    return await database.transaction(async (transaction) => {
      if (!(await lockCommand(transaction, command.id))) return null
      await holdLeases(transaction, session, [lease])
      await transaction.rows('SAVEPOINT before_act')
      let outcome: CommandOutcome
      try {
        outcome = await act(transaction, command, judged, { session, lease, timing })
      } catch (error) {
        if (!(error instanceof ActRefusedError)) throw error
        await transaction.rows('ROLLBACK TO SAVEPOINT before_act')
        outcome = refusedAct(error)
      }
      await endCommand(transaction, command.id, outcome, session)
      return outcome
    })
  } catch (error) {
    if (error instanceof ChangedMeanwhile || error instanceof ClaimLostError) return null
    throw error
  }
}

async function act(
  transaction: Transaction,
  command: StudioCommand,
  { before, event, anew, refusal }: JudgedAct,
  { session, lease, timing }: { session: string; lease: Fenced; timing: Timing },
): Promise<CommandOutcome> {
  const row = await answeredOf(transaction, before.id)
  if (readRow({ ...row, id: before.id }).revision !== before.revision) throw new ChangedMeanwhile()
  const name = await refuseAnswer(transaction, command.person, row, before, event)
  const made = step(before, event, timing)
  if (!made.accepted) throw new ActRefusedError('unfit', unfitWords(before, event))
  const after = { ...made.receipt, revision: before.revision + 1 }
  if (refusal === null)
    await refuseAboveBudgets(transaction, row, before, anew === null ? [after] : [after, anew.after])
  if (after.phase === 'approved') await beginToWait(transaction, row.owner)
  // Whoever may answer for somebody who was revoked has decided in words that it goes on.
  if (row.isRevoked) await release(transaction, before.id)
  if (!(await updateReceipt(transaction, after))) throw new ChangedMeanwhile()
  await writeEvents(transaction, after, orderedBy(`${name}:`, made.timeline), { session, fence: lease.fence })
  if (refusal !== null) return { is: 'refused', code: 'price-differs', message: refusal }
  if (anew === null) return { is: 'done', requests: [after.id] }
  const replacement = asShared(anew.after)
  await insertReplacement(transaction, replacement)
  await writeEvents(transaction, replacement, orderedBy(`${name}:`, anew.timeline), { session: null, fence: null })
  return { is: 'done', requests: [replacement.id] }
}

const release = async (transaction: Transaction, id: string): Promise<void> => {
  await transaction.rows('UPDATE requests SET released = true WHERE id = $1', [id])
}

const unfitWords = ({ id, phase }: Receipt, { type }: RequestEvent): string =>
  type === 'cancelled'
    ? phase === 'needs-decision'
      ? `${id.slice(0, 8)} waits for a decision: decide it with “leave”.`
      : `${id.slice(0, 8)} cannot be taken out any more: it was sent, or has ended.`
    : `${id.slice(0, 8)} does not ask that now, or at another price. Look at it again.`

/** What holds more than before must fit, as an order must. */
async function refuseAboveBudgets(
  transaction: Transaction,
  { owner, ownerName, project }: Answered,
  before: Receipt,
  after: readonly Receipt[],
): Promise<void> {
  const held = holdingOf(before)
  const credits = after.map((receipt) => holdingOf(receipt).credits).reduce(bothOf, 0)
  const isMore = held.credits === null ? credits !== 0 : credits === null || credits > held.credits
  if (!isMore) return
  const budgets = await lockBudgets(transaction, { person: owner, name: ownerName, project }, before.id)
  const refused = budgetRefusal(budgets, credits, 'order')
  if (refused !== null) throw new ActRefusedError('cap', budgetSentence(refused))
}
