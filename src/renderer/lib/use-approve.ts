import { useRef, useState } from 'react'
import type { QuoteView } from '../../contract/views.ts'
import { ask } from '../bridge.ts'
import { useProjects } from '../stores/projects-store.ts'
import { saveDraftsNow } from '../stores/save-later.ts'

/** Orders only what was not paid for before, at the sum of the quote's `rest`. */
type LeaveOut = 'already-paid'

/** Approves a quote at the very figure it shows, or up to the most that a person named where it shows none; a second press while the receipt is written does nothing. */
export function useApprove(): {
  approving: boolean
  approve: (quote: QuoteView, leaveOut?: LeaveOut, ceilingCredits?: number | null) => Promise<number | null>
} {
  const [approving, setApproving] = useState(false)
  const held = useRef(false)
  const approve = async (quote: QuoteView, leaveOut?: LeaveOut, ceilingCredits: number | null = null) => {
    if (held.current) return null
    held.current = true
    setApproving(true)
    await saveDraftsNow()
    const credits = leaveOut === undefined ? quote.credits : (quote.rest?.credits ?? null)
    const answer = await ask('orders.approve', {
      quoteId: quote.id,
      credits,
      ceilingCredits,
      project: useProjects.getState().current,
      ...(leaveOut === undefined ? {} : { leaveOut }),
    })
    held.current = false
    setApproving(false)
    return answer ? answer.value.requestIds.length : null
  }
  return { approving, approve }
}
