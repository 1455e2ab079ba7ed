import type { RequestView } from '../contract/views.ts'
import { isEndState } from '../domain/request/states.ts'

export const exitStatus = { done: 0, usage: 2, decision: 3, failed: 4, running: 5 } as const
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]

/** The first that applies (design.md, "The terminal"). */
export function statusOf(views: RequestView[], somethingRefused = false): ExitStatus {
  if (views.some((view) => view.state === 'needs-decision')) return exitStatus.decision
  if (somethingRefused || views.some((view) => isEndState(view.state) && view.state !== 'completed'))
    return exitStatus.failed
  if (views.some((view) => !isEndState(view.state) || view.owed.length > 0)) return exitStatus.running
  return exitStatus.done
}
