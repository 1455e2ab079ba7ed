import type { QuoteView } from '../contract/quotes.ts'
import type { RequestView } from '../contract/views.ts'
import { isEndState } from '../domain/request/states.ts'

export const exitStatus = { done: 0, usage: 2, decision: 3, failed: 4, running: 5 } as const
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]

/**
 * Hosts that a person has to allow before anything goes on: all that is left of it is owed, and lies at them. None where
 * anything else is under way.
 */
export function hostsToAllow({ state, owed, progress }: RequestView): string[] {
  const left = isEndState(state)
    ? owed.length
    : state === 'downloading' && progress
      ? progress.total - progress.done
      : 0
  const hosts = owed.flatMap(({ insideHost }) => insideHost ?? [])
  return hosts.length > 0 && hosts.length === owed.length && owed.length >= left ? hosts : []
}

/**
 * The first that applies (design.md, "The terminal").
 * @param beside what became of the rest of the order: `decision` or `failed`
 */
export function statusOf(views: RequestView[], beside: ExitStatus | null = null): ExitStatus {
  if (beside === exitStatus.decision || views.some(needsPerson)) return exitStatus.decision
  if (beside !== null || views.some((view) => isEndState(view.state) && view.state !== 'completed'))
    return exitStatus.failed
  if (views.some((view) => !isEndState(view.state) || view.owed.length > 0)) return exitStatus.running
  return exitStatus.done
}

/** Of a command that the studio refused: a sum that a person may change, or not (docs/terminal.md). */
export const statusOfRefusal = (code: string): ExitStatus =>
  code === 'cap' || code === 'price-differs' ? exitStatus.decision : exitStatus.failed

const needsPerson = (view: RequestView): boolean => view.state === 'needs-decision' || hostsToAllow(view).length > 0

/** Of the files that a quote leaves out: an address is missing or a copy not accepted (A1), or they cannot be used. */
export function leftOutStatus(leftOut: QuoteView['leftOut']): ExitStatus | null {
  if (leftOut.some(({ original }) => original !== null)) return exitStatus.decision
  return leftOut.length > 0 ? exitStatus.failed : null
}
