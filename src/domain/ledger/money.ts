import { tidy } from '../quote/tidy.ts'
import type { Receipt } from '../request/receipt.ts'

/** What one request cost, in credits; null is not known, never nothing. */
export interface Money {
  quoted: number | null
  /** As the service answered. */
  charged: number | null
  /** Only what the service calls refunded, job by job (service.md §2.2, §8; O134). Null: some came back, how much is not told. */
  refunded: number | null
  /** Charged less refunded. */
  paid: number | null
}

export function moneyOf(receipt: Pick<Receipt, 'quote' | 'creditsUsed' | 'creditsStatus' | 'jobs'>): Money {
  const charged = receipt.creditsUsed
  const jobs = receipt.jobs.filter((job) => job.creditsStatus === 'refunded').map((job) => job.creditsUsed)
  const refunded =
    receipt.creditsStatus === 'refunded'
      ? charged
      : jobs.reduce<number | null>((sum, credits) => (sum === null || credits === null ? null : tidy(sum + credits)), 0)
  return {
    quoted: receipt.quote.credits,
    charged,
    refunded: charged === null ? null : refunded,
    paid: charged === null || refunded === null ? null : tidy(charged - refunded),
  }
}
