import { useRef, useState } from 'react'
import type { QuoteView } from '../../contract/views.ts'
import { ask } from '../bridge.ts'
import { saveDraftsNow } from '../stores/save-later.ts'

/** Approves a quote at the very figure it shows; a second press while the receipt is written does nothing. */
export function useApprove(): { approving: boolean; approve: (quote: QuoteView) => Promise<number | null> } {
  const [approving, setApproving] = useState(false)
  const held = useRef(false)
  const approve = async (quote: QuoteView): Promise<number | null> => {
    if (held.current) return null
    held.current = true
    setApproving(true)
    await saveDraftsNow()
    const answer = await ask('orders.approve', { quoteId: quote.id, credits: quote.credits })
    held.current = false
    setApproving(false)
    return answer ? answer.value.requestIds.length : null
  }
  return { approving, approve }
}
