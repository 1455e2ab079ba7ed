import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { isEndState } from '../../../../src/domain/request/states.ts'
import { stateOf } from '../../../../src/domain/request/words.ts'

/** A request is at rest: it has ended, or waits for a person. */
export function isAtRest(receipt: Receipt): boolean {
  const state = stateOf(receipt, null)
  return state === 'needs-decision' || isEndState(state)
}
