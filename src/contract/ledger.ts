import { z } from 'zod'
import { requestView } from './views.ts'

const count = z.number().int().nonnegative()

/** `unknown`: of so many requests the service has told no figure; they are not in the sum. */
const sum = z.object({ credits: z.number(), unknown: count })
export type LedgerSum = z.infer<typeof sum>

/** A day of this computer's own zone. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** Both days are in it. */
export const ledgerPeriod = z.object({ from: day, to: day })
export type LedgerPeriod = z.infer<typeof ledgerPeriod>

export const ledgerView = z.object({
  period: ledgerPeriod,
  today: day,
  totals: z.object({ quoted: sum, charged: sum, refunded: sum, paid: sum, pending: sum }),
  columns: z.array(z.object({ key: z.string(), kind: z.enum(['model', 'skill']), name: z.string(), paid: sum })),
  /** Each day of the period that has a request. */
  days: z.array(z.object({ day, cells: z.record(z.string(), sum), refunded: sum, paid: sum })),
  requests: count,
  /** Charged, no file yet: whatever its date. */
  owed: z.array(z.object({ request: requestView, credits: z.number().nullable(), words: z.string() })),
  /** Receipts that were set aside since their two copies disagree; nothing about them is in a sum. */
  setAside: count,
})
export type LedgerView = z.infer<typeof ledgerView>

/** One request with its figures, newest first. */
export const ledgerRow = z.object({
  id: z.string(),
  at: z.string(),
  title: z.string(),
  name: z.string(),
  state: z.string(),
  quoted: z.number().nullable(),
  charged: z.number().nullable(),
  refunded: z.number().nullable(),
  paid: z.number().nullable(),
})
export type LedgerRow = z.infer<typeof ledgerRow>
