import { useRef, useState } from 'react'
import { approvalOfOrder } from '../../contract/approval.ts'
import type { CallInput } from '../../contract/ipc.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import { callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { useProjects } from '../stores/projects-store.ts'
import { saveDraftsNow } from '../stores/save-later.ts'

/** Orders only what was not paid for before, at the sum of the quote's `rest`. */
type LeaveOut = 'already-paid'

type Bought = Pick<CallInput<'orders.approve'>, 'contentHash' | 'credits' | 'ceilingCredits' | 'leaveOut'>

/** What is bought, as the button shows it and as it is asked for. */
function boughtOf(quote: QuoteView, leaveOut: LeaveOut | undefined, ceilingCredits: number | null): Bought {
  const of = leaveOut === undefined ? quote : quote.rest
  const credits = of?.credits ?? null
  return {
    contentHash: of?.contentHash,
    credits,
    ceilingCredits,
    ...(leaveOut === undefined ? {} : { leaveOut }),
  }
}

/** For the button (components/spend-button.tsx). */
export const approvalOf = (
  quote: QuoteView | null,
  leaveOut?: LeaveOut,
  ceilingCredits: number | null = null,
): string | null => quote && approvalOfOrder(boughtOf(quote, leaveOut, ceilingCredits))

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
    const answer = await callMain('orders.approve', {
      quoteId: quote.id,
      ...boughtOf(quote, leaveOut, ceilingCredits),
      project: useProjects.getState().current,
    })
    held.current = false
    setApproving(false)
    if (answer) useNotices.getState().settle('orders.approve')
    return answer ? answer.value.requestIds.length : null
  }
  return { approving, approve }
}
