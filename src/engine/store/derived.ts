import { holdingOf } from '../../domain/quote/cap.ts'
import { orderFingerprint } from '../../domain/request/order-fingerprint.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { sha256Of } from '../platform/checksum.ts'

/** Columns that follow from the receipt alone, so that whatever writes the row writes them too. */
type Derived = {
  holding: string
  held_credits: number | null
  held_ms: number
  sent_ms: number | null
  sameness: string | null
  replaces: string | null
  watch: string | null
  watch_content: string | null
  /** Empty where an agent asked for it outside its budget. */
  agent_budget: string | null
  agent_key: string | null
}

export function derivedOf(receipt: Receipt): Derived {
  const { kind, credits, atMs } = holdingOf(receipt)
  const same = orderFingerprint(receipt.order)
  return {
    holding: kind,
    held_credits: credits,
    held_ms: Math.trunc(atMs),
    sent_ms: receipt.firstSentAtMs === null ? null : Math.trunc(receipt.firstSentAtMs),
    sameness: same === null ? null : sha256Of(same),
    replaces: receipt.replaces,
    watch: receipt.watch?.id ?? null,
    watch_content: receipt.watch?.content ?? null,
    agent_budget: receipt.agent === null ? null : (receipt.agent.budget ?? ''),
    agent_key: receipt.agent?.key ?? null,
  }
}
