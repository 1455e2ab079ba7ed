import type { CapsView } from '../../contract/app.ts'
import type { CallInput } from '../../contract/ipc.ts'
import { t } from './messages.ts'
import { parseSum } from './typed-sum.ts'

type Caps = Pick<CapsView, 'day' | 'batch'>

/** A cap as its field shows it; empty where there is none. */
export const capText = (cap: number | null): string => (cap === null ? '' : String(cap))

/** Empty: no cap. Undefined: not a sum. */
export function capOf(text: string): number | null | undefined {
  return text.trim() === '' ? null : (parseSum(text) ?? undefined)
}

/** What stands at a field whose words are no cap; null where they are one. */
export const typedCapProblem = (text: string): string | null =>
  capOf(text) === undefined ? t('Enter a number of credits, or leave it empty for no limit.') : null

/**
 * What was typed over the caps that a form was opened with, and no more: the others may have been set elsewhere since.
 * Undefined where something typed is no cap.
 */
export function changedCaps(opened: Caps, typed: Record<keyof Caps, string>): CallInput<'queue.setCaps'> | undefined {
  const changed: CallInput<'queue.setCaps'> = {}
  for (const name of ['day', 'batch'] as const) {
    if (typed[name].trim() === capText(opened[name])) continue
    const cap = capOf(typed[name])
    if (cap === undefined) return undefined
    if (cap !== opened[name]) changed[name] = cap
  }
  return changed
}
