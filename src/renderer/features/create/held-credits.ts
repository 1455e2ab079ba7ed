import type { RequestView } from '../../../contract/views.ts'
import { tidy } from '../../../domain/quote/tidy.ts'
import { isEndState } from '../../../domain/request/states.ts'

export interface HeldCredits {
  /** What was approved and has not been sent: no balance that the service told has it taken off. */
  credits: number
  /** Whether that is all. Of what may have been sent nobody knows which balance has it taken off. */
  isAll: boolean
}

/** What a request that was not sent comes to; null where that is not known, or where it may have been sent. */
function unsentCredits({ state, canCancel, creditsQuoted, decision }: RequestView): number | null {
  if (state === 'queued' || state === 'preparing') return creditsQuoted
  // One that asks waits as long as it can be taken out; a new price is what it would be sent at.
  if (state === 'needs-decision' && canCancel) return decision?.price ? decision.price.to : creditsQuoted
  return null
}

/** What waits in the queue will take from a balance, before anything new is ordered. */
export function heldCredits(requests: readonly RequestView[]): HeldCredits {
  let credits = 0
  let isAll = true
  for (const request of requests) {
    if (isEndState(request.state) || request.creditsUsed !== null) continue
    const unsent = unsentCredits(request)
    if (unsent === null) isAll = false
    else credits = tidy(credits + unsent)
  }
  return { credits, isAll }
}
