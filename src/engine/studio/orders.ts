import { z } from 'zod'
import { bothOf } from '../../domain/quote/cap.ts'
import { quotedAtMost } from '../../domain/quote/ceiling.ts'
import { approvalDecision } from '../../domain/request/questions.ts'
import { type Receipt, receipt as receiptSchema } from '../../domain/request/receipt.ts'
import { localSourcesOf } from '../../domain/request/sources.ts'
import { aboveLimit } from '../../domain/studio/approval.ts'
import { budgetRefusal, budgetSentence } from '../../domain/studio/budget.ts'
import { partitionOf } from '../../domain/studio/partition.ts'
import { lockBudgets } from './budgets.ts'
import { type CommandOutcome, endCommand, lockCommand, type StudioCommand } from './commands.ts'
import type { Database, Transaction } from './database.ts'
import { first, lockPerson, takePlaces } from './orderers.ts'
import { insertReceipt } from './receipt-row.ts'
import { ActRefusedError } from './refused.ts'
import { writeEvents } from './shared-steps.ts'
import { beginToWait } from './turns.ts'

/** What an order command carries: approved receipts, whose files lie in the file store. */
export const orderPayload = z.object({
  project: z.string().nullable(),
  receipts: z.array(receiptSchema).min(1).max(1000),
})

/** What the worker knows of an order beyond what it says: a price that a command brought is not believed. */
export interface Judged {
  service: string
  /** Of the key that all workers hold. */
  keyFingerprint: string | null
  /** Why its prices do not stand, in words; null: they do. */
  refusal: string | null
}

/**
 * Takes an order, or refuses it whole: rights, files, budgets, requests and outcome in one transaction. Once: where another
 * worker has it, or had it, nothing is done.
 * @returns null where it is not this worker's to take
 */
export function takeOrder(
  database: Database,
  command: StudioCommand,
  judged: Judged,
  session: string,
): Promise<CommandOutcome | null> {
  return database.transaction(async (transaction) => {
    if (!(await lockCommand(transaction, command.id))) return null
    // What was written before it turned out that it cannot be taken goes back; the refusal stays.
    await transaction.rows('SAVEPOINT before_order')
    let outcome: CommandOutcome
    try {
      outcome = { is: 'done', requests: await take(transaction, command, judged) }
    } catch (error) {
      if (!(error instanceof ActRefusedError)) throw error
      await transaction.rows('ROLLBACK TO SAVEPOINT before_order')
      outcome = { ...error.outcome, message: `${error.message} Nothing was ordered or charged.` }
    }
    await endCommand(transaction, command.id, outcome, session)
    return outcome
  })
}

async function take(transaction: Transaction, command: StudioCommand, judged: Judged): Promise<string[]> {
  const { project, receipts } = readPayload(command.payload)
  const person = await lockPerson(transaction, command.person)
  if (judged.refusal !== null) throw new ActRefusedError('price-differs', judged.refusal)
  for (const receipt of receipts) refuseUnfit(receipt, judged)
  await refuseMissing(transaction, receipts)
  const budgets = await lockBudgets(transaction, { person: command.person, name: person.name, project })
  const credits = receipts.map(quotedAtMost).reduce(bothOf, 0)
  const refused = budgetRefusal(budgets, credits, 'order')
  if (refused !== null) throw new ActRefusedError('cap', budgetSentence(refused))
  const above = aboveLimit(person.name, person.limit, credits)
  const places = await takePlaces(transaction, command.person, receipts.length, person.lastNumber)
  if (above === null) await beginToWait(transaction, command.person)
  for (const [n, receipt] of receipts.entries()) {
    const { turn, place } = places[n] ?? first
    const taken: Receipt = { ...heldFor(receipt, above), place, keyFingerprint: judged.keyFingerprint }
    const owned = {
      partition: partitionOf(receipt.id),
      person: command.person,
      project,
      command: command.id,
      place,
      turn,
    }
    if (!(await insertReceipt(transaction, taken, owned)))
      throw new ActRefusedError('problems', `A request of the number ${receipt.id} is there already.`)
    await writeEvents(transaction, taken, [approvedBy(taken, person.name)], { session: null, fence: null })
  }
  return receipts.map(({ id }) => id)
}

/** @throws Refused */
function readPayload(text: string): z.infer<typeof orderPayload> {
  const parsed = orderPayload.safeParse(JSON.parse(text))
  if (!parsed.success) throw new ActRefusedError('problems', 'The order is not one that this version reads.')
  return parsed.data
}

/** As it is taken: above its person's limit it waits for a lead. @param above why it does; null: it does not */
const heldFor = (receipt: Receipt, above: string | null): Receipt =>
  above === null
    ? receipt
    : { ...receipt, phase: 'needs-decision', decision: approvalDecision(quotedAtMost(receipt), above), next: null }

/** Only what nothing has happened to yet is an order. @throws Refused */
function refuseUnfit(receipt: Receipt, { service }: Judged): void {
  const isFresh =
    receipt.phase === 'approved' &&
    receipt.revision === 1 &&
    receipt.body === null &&
    receipt.sentTimes === 0 &&
    receipt.lookedUpTimes === 0 &&
    receipt.acceptedAtMs === null &&
    receipt.jobs.length + receipt.assets.length + receipt.owed.length === 0
  if (!isFresh || receipt.copies !== null || receipt.watch !== null)
    throw new ActRefusedError('problems', `${receipt.id.slice(0, 8)} is no new order.`)
  if (receipt.origin !== service)
    throw new ActRefusedError('problems', `The order is for ${receipt.origin}, and this studio works with ${service}.`)
}

/** @throws Refused where a picture is not in the file store yet */
async function refuseMissing(transaction: Transaction, receipts: readonly Receipt[]): Promise<void> {
  const wanted = [...new Set(receipts.flatMap(({ order }) => localSourcesOf(order).map(({ sha256 }) => sha256)))]
  if (wanted.length === 0) return
  const there = await transaction.rows<{ sha256: string }>('SELECT sha256 FROM blobs WHERE sha256 = ANY ($1)', [wanted])
  if (there.length < wanted.length)
    throw new ActRefusedError(
      'problems',
      `${wanted.length - there.length} pictures of the order are not in the studio’s files.`,
    )
}

const approvedBy = ({ approvedAtMs, quote }: Receipt, name: string) => ({
  atMs: approvedAtMs,
  tone: 'step' as const,
  title: quote.credits === null ? 'Approved at a price not known yet' : `Approved at ${quote.credits} credits`,
  detail: `By ${name}. Taken by the studio before anything was sent.`,
})
