import { type CallKind, looks, preparationOf, submitsOf } from '../../domain/pace/kinds.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { leftAlone } from './words.ts'

/** What the next step of a request asks of the service; null: nothing, or nobody knows. */
function nextKindOf({ phase, order }: Receipt): CallKind | null {
  switch (phase) {
    case 'approved':
      return preparationOf(order)
    case 'ready':
      return submitsOf(order)
    case 'uncertain':
    case 'running':
      return looks
    default:
      return null
  }
}

/** What comes next, and when: no sooner than the service wants to be asked. */
export function nextOf(receipt: Receipt, leftMs: (kind: CallKind) => number, nowMs: number): Receipt['next'] {
  const { next, phase } = receipt
  const kind = nextKindOf(receipt)
  const untilMs = kind === null ? 0 : nowMs + leftMs(kind)
  const message = next?.words ?? (phase === 'approved' ? 'Preparing and sending' : null)
  if (message === null || untilMs <= Math.max(next?.atMs ?? 0, nowMs)) return next
  const after = `${message.charAt(0).toLowerCase()}${message.slice(1)}`
  return { atMs: untilMs, words: `${leftAlone(untilMs, nowMs)}; ${after}` }
}
