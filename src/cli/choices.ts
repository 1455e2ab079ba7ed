import type { RequestView } from '../contract/views.ts'
import { creditsInWords } from '../domain/request/money-words.ts'
import { maySpend } from '../domain/request/receipt.ts'

/** What a person may answer, each with the command that says so. @param more that it needs beside */
export const choicesInWords = ({ id, decision }: RequestView, more = ''): string[] =>
  (decision?.choices ?? []).map(({ id: choice, label, credits, explains }) =>
    `          queue decide ${id.slice(0, 8)} ${choice}${more}: ${label}${credits === null ? '' : ` (${creditsInWords(credits)})`}. ${explains}`.trimEnd(),
  )

/** Whether a choice sends something that is paid, and why it costs more than the command line allows (null: it does not). */
export function costOfChoice(
  { id, credits }: { id: string; credits: number | null },
  most: number | null,
): { isSpending: boolean; credits: number | null; above: string | null } {
  const isSpending = maySpend(id)
  return { isSpending, credits: isSpending ? credits : 0, above: isSpending ? aboveMost(most, credits) : null }
}

/** Why a choice costs more than the command line allows; null where it does not. */
export function aboveMost(most: number | null, credits: number | null): string | null {
  if (most === null) return null
  if (credits === null) return `What this choice costs is not known, and --max-credits allows ${most}.`
  return credits > most ? `This choice costs ${creditsInWords(credits)}, above --max-credits ${most}.` : null
}

/** Why a choice cannot be taken: what can be instead. */
export function notOffered(offered: readonly { id: string }[], choice: string): string {
  const ids = [...new Set(offered.map(({ id }) => id))]
  if (ids.length === 0) return 'This request asks nothing now.'
  const sends = choice === 'look-again' && ids.includes('try-again')
  return `${sends ? 'To look again would be to send this, which “try-again” does, at the price that “queue list” names. ' : ''}The choices are ${ids.join(', ')}.`
}
