import { z } from 'zod'
import { isDay } from '../domain/day.ts'
import { owedStates } from '../domain/ledger/owed.ts'
import { sides } from '../domain/ledger/sums.ts'
import { count } from './fields.ts'
import { requestView } from './views.ts'

/** `unknown`: of so many requests the service has told no figure; they are not in the sum. */
const sum = z.object({ credits: z.number(), unknown: count })
export type LedgerSum = z.infer<typeof sum>

/** A day of this computer's own zone. */
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isDay)

/** Both days are in it. */
export const ledgerPeriod = z.object({ from: day, to: day })
export type LedgerPeriod = z.infer<typeof ledgerPeriod>

/** Its columns are the models and Skills, or the projects. */
export const ledgerCut = ledgerPeriod.extend({ by: z.enum(sides) })
export type LedgerCut = z.infer<typeof ledgerCut>

/** Pending: of what was paid, that which may still be refunded. */
const totals = z.object({ requests: count, quoted: sum, charged: sum, refunded: sum, paid: sum, pending: sum })

export const ledgerView = z.object({
  period: ledgerPeriod,
  by: z.enum(sides),
  today: day,
  totals,
  /** The dearest first. `none`: all that is under no project; it has no name. */
  columns: z.array(
    totals.extend({ key: z.string(), kind: z.enum(['model', 'skill', 'project', 'none']), name: z.string() }),
  ),
  /** Each day of the period that has a request. `cells`: paid, by the column's key. */
  days: z.array(totals.extend({ day, cells: z.record(z.string(), sum) })),
  /**
   * No file yet, whatever its date. Each by how far the service has spoken of its money, and that in words.
   * `paid`: charged less refunded; null where that is not told, and never the estimate.
   */
  owed: z.array(
    z.object({
      request: requestView,
      state: z.enum(owedStates),
      paid: z.number().nullable(),
      quoted: z.number().nullable(),
      words: z.string(),
    }),
  ),
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
  project: z.string().nullable(),
  state: z.string(),
  quoted: z.number().nullable(),
  charged: z.number().nullable(),
  refunded: z.number().nullable(),
  paid: z.number().nullable(),
})
export type LedgerRow = z.infer<typeof ledgerRow>
