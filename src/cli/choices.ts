import type { RequestView } from '../contract/views.ts'
import { creditsInWords } from '../domain/request/money-words.ts'
import type { Receipt } from '../domain/request/receipt.ts'

/** What a person may answer, each with the command that says so. @param more that it needs beside */
export const choicesInWords = ({ id, decision }: RequestView, more = ''): string[] =>
  (decision?.choices ?? []).map(
    ({ id: choice, label, credits, explains }) =>
      `          queue decide ${id.slice(0, 8)} ${choice}${more}: ${label}${credits === null ? '' : ` (${creditsInWords(credits)})`}. ${explains}`,
  )

/** Whether a choice sends something that is paid, and why it costs more than the command line allows (null: it does not). */
export function costOfChoice(
  { body }: Pick<Receipt, 'body'>,
  { decision, creditsQuoted }: Pick<RequestView, 'decision' | 'creditsQuoted'>,
  { id, credits }: { id: string; credits: number | null },
  most: number | null,
): { isSpending: boolean; credits: number | null; above: string | null } {
  // What was not sent, or was stopped by a cap, is sent by looking at it again, at the price that was accepted for it.
  const isHeldBack = body === null || decision?.kind === 'cap'
  const isSpending = id !== 'leave' && (id !== 'look-again' || isHeldBack)
  const cost = !isSpending ? 0 : id === 'look-again' ? creditsQuoted : credits
  return { isSpending, credits: cost, above: isSpending ? aboveMost(most, cost) : null }
}

/** Why a choice costs more than the command line allows; null where it does not. */
export function aboveMost(most: number | null, credits: number | null): string | null {
  if (most === null) return null
  if (credits === null) return `What this choice costs is not known, and --max-credits allows ${most}.`
  return credits > most ? `This choice costs ${creditsInWords(credits)}, above --max-credits ${most}.` : null
}
