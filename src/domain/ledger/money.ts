import { saneCredits } from '../figures.ts'
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
  const charged = saneCredits(receipt.creditsUsed)
  const refunded = charged === null ? null : refundedOf(receipt, charged)
  return {
    quoted: saneCredits(receipt.quote.credits),
    charged,
    refunded,
    paid: charged === null || refunded === null ? null : tidy(charged - refunded),
  }
}

/** What is told so far of a charge that is not known as a whole: of the jobs that the service lists; null where it is, or none is. */
export function toldSoFar(receipt: Pick<Receipt, 'creditsUsed' | 'jobs'>): KnownSums | null {
  if (saneCredits(receipt.creditsUsed) !== null) return null
  const sumOf = (jobs: Receipt['jobs']): number =>
    tidy(jobs.reduce((sum, job) => sum + (saneCredits(job.creditsUsed) ?? 0), 0))
  const charged = sumOf(receipt.jobs)
  const refunded = sumOf(receipt.jobs.filter((job) => job.creditsStatus === 'refunded'))
  return charged === 0 ? null : { charged, refunded, paid: tidy(charged - refunded) }
}

/** In credits. */
export interface KnownSums {
  charged: number
  refunded: number
  paid: number
}

/** More than was charged cannot have come back, whatever the figures of single jobs add up to. */
function refundedOf({ creditsStatus, jobs }: Pick<Receipt, 'creditsStatus' | 'jobs'>, charged: number): number | null {
  if (creditsStatus === 'refunded') return charged
  const parts = jobs.filter((job) => job.creditsStatus === 'refunded').map((job) => saneCredits(job.creditsUsed))
  const sum = parts.reduce<number | null>((known, part) => (known === null || part === null ? null : known + part), 0)
  return sum === null ? null : Math.min(charged, tidy(sum))
}
