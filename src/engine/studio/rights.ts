import { bothOf, type SumRow, sumsFrom } from '../../domain/quote/cap.ts'
import type { RequestEvent } from '../../domain/request/events.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { type Answerer, aboveLimit, answerRefusal } from '../../domain/studio/approval.ts'
import type { CommandOutcome } from './commands.ts'
import type { Database, Transaction } from './database.ts'
import { ActRefusedError, refusedAct } from './refused.ts'

/** Whose order a request is. */
export interface Answered {
  owner: string
  ownerName: string
  /** Its owner may not act any more. */
  isRevoked: boolean
  /** What its owner may order alone; null: any sum. */
  limit: number | null
  project: string | null
  /** The command that ordered it. */
  orderId: string
}

/**
 * Whether somebody may do that with a request; their rights hold until the transaction ends.
 * @returns their name
 * @throws ActRefusedError
 */
export async function refuseAnswer(
  transaction: Transaction,
  person: string,
  answered: Answered,
  receipt: Receipt,
  event: RequestEvent,
): Promise<string> {
  const [who] = await transaction.rows<{ name: string; role: Answerer['role']; isDisabled: boolean }>(
    `SELECT name, role, disabled_at IS NOT NULL AS "isDisabled" FROM people WHERE id = $1 FOR SHARE`,
    [person],
  )
  if (!who || who.isDisabled)
    throw new ActRefusedError(
      'revoked',
      `${who?.name ?? 'This person'} may not act in this studio any more. Ask a lead.`,
    )
  const approves = await isApproval(transaction, answered, receipt, event)
  const refused = answerRefusal({ role: who.role, isOwn: person === answered.owner }, approves)
  if (refused !== null) throw new ActRefusedError('rights', refused)
  return who.name
}

/** An answer to the question for approval, or one that takes the order above what its person may order alone. */
async function isApproval(
  transaction: Transaction,
  { orderId, ownerName, limit }: Answered,
  { id, decision, consent }: Receipt,
  event: RequestEvent,
): Promise<boolean> {
  if (event.type !== 'decided' || event.choice === 'leave' || decision === null) return false
  if (decision.kind === 'approval') return true
  const { credits = null } = decision.choices.find(({ id: choice }) => choice === event.choice) ?? {}
  if (limit === null || credits === null || (consent.credits !== null && credits <= consent.credits)) return false
  const rows = await transaction.rows<SumRow>(
    `SELECT 'waiting' AS kind, sum(held_credits) AS credits, count(held_credits)::int AS known, count(*)::int AS all
     FROM requests WHERE command = $1 AND id <> $2 HAVING count(*) > 0`,
    [orderId, id],
  )
  return aboveLimit(ownerName, limit, bothOf(sumsFrom(rows).waiting, credits)) !== null
}

/** Whether somebody may take a request out. @returns why not, as its command ends; null: they may */
export const mayCancel = (
  database: Database,
  person: string,
  receipt: Receipt,
): Promise<Extract<CommandOutcome, { is: 'refused' }> | null> =>
  database.transaction(async (transaction) => {
    try {
      const answered = await answeredOf(transaction, receipt.id)
      await refuseAnswer(transaction, person, answered, receipt, { type: 'cancelled', atMs: 0 })
      return null
    } catch (error) {
      if (error instanceof ActRefusedError) return refusedAct(error)
      throw error
    }
  })

/** @throws ActRefusedError where there is no such request */
export async function answeredOf(transaction: Transaction, id: string): Promise<Answered & StoredText> {
  const [row] = await transaction.rows<Answered & StoredText>(
    `SELECT receipt, checksum, person AS owner, people.name AS "ownerName", disabled_at IS NOT NULL AS "isRevoked",
       approval_limit AS "limit", project,
       command AS "orderId" FROM requests JOIN people ON people.id = person
     WHERE requests.id = $1 AND NOT arriving`,
    [id],
  )
  if (!row) throw new ActRefusedError('unfit', 'There is no such request in this studio.')
  return row
}

interface StoredText {
  receipt: string
  checksum: string
}
