import { unsettled } from '../request/charges.ts'
import { isInDoubt, waitsToBeSent } from '../request/doubt.ts'
import { missingOutputs } from '../request/jobs.ts'
import type { Receipt } from '../request/receipt.ts'
import { isAtItsEnd } from '../request/words.ts'
import { type KnownSums, type Money, moneyOf, toldSoFar } from './money.ts'
import { type OwedState, owedStateOf } from './owed.ts'

/** One request as the ledger has it. */
export interface LedgerEntry extends Money {
  id: string
  /** When the service took it, else when it may first have left; ms since 1970. */
  atMs: number
  /** Which model or Skill: one column of the ledger. */
  of: { kind: 'model' | 'skill'; key: string; name: string }
  /** What a person filed it under; null where nobody did. */
  project: string | null
  /** What was charged may still be refunded: nothing has settled it. */
  isPending: boolean
  /** Not all of its files are at home, nor has it come to nothing: what is known of its money. Null: nothing is owed. */
  owed: OwedState | null
  /** The part of its charge that is told, where the whole is not. */
  told: KnownSums | null
}

/** It never left, or was told to wait: nothing was started, and nothing of it is in doubt. */
const isRefusedForNow = (receipt: Receipt): boolean =>
  waitsToBeSent(receipt) || (receipt.sentTimes > 0 && !isInDoubt(receipt))

/**
 * Null where nothing was ever sent, or the service took nothing: such a request is no money.
 * @param project what it is filed under, which the receipt does not say
 */
export function entryOf(receipt: Receipt, project: string | null = null): LedgerEntry | null {
  const { phase, firstSentAtMs, acceptedAtMs, creditsUsed, order } = receipt
  const atMs = acceptedAtMs ?? firstSentAtMs
  // What a studio has taken over is in the studio's books.
  if (atMs === null || phase === 'cancelled' || phase === 'handed-over') return null
  // Refused, and known to have cost nothing: ended, or with a question that says so.
  const isFree = phase === 'rejected' || receipt.decision?.mayHaveCharged === false || isRefusedForNow(receipt)
  if (acceptedAtMs === null && creditsUsed === null && isFree) return null
  const isOver = isAtItsEnd(receipt)
  const money = moneyOf(receipt)
  const isRefunded = receipt.creditsStatus === 'refunded'
  const isOwed =
    !isRefunded && (!isOver || phase === 'gone' || missingOutputs(receipt).length > 0 || unsettled(receipt))
  return {
    id: receipt.id,
    atMs,
    of:
      order.kind === 'skill'
        ? { kind: 'skill', key: `skill:${order.skill}`, name: order.skill }
        : { kind: 'model', key: `model:${order.modelName}`, name: order.modelName },
    project,
    isPending: !isRefunded && receipt.creditsStatus !== 'confirmed' && (!isOver || unsettled(receipt)),
    owed: isOwed ? owedStateOf(receipt) : null,
    told: toldSoFar(receipt),
    ...money,
  }
}
