import { z } from 'zod'
import { projectName } from '../../domain/ledger/project.ts'
import { capsView } from '../app.ts'
import { text } from '../fields.ts'
import { mostCeiling, mostOpen } from '../limits.ts'
import { generationOrder, skillOrder } from '../orders.ts'
import { quoteView } from '../quotes.ts'
import { receiptView, requestView } from '../views.ts'
import { cap, defineCall, ids, nothing } from './call.ts'

export const orderCallSchemas = {
  /** Works the price out and checks the order; sends and spends nothing. */
  'quote.generation': defineCall('engine', generationOrder, quoteView),
  'quote.skill': defineCall('engine', skillOrder, quoteView),
  /** The one call that leads to spending. `credits` must be the very figure the quote showed. */
  'orders.approve': defineCall(
    'engine',
    z.object({
      quoteId: text(64),
      credits: z.number().nullable(),
      /** Of what was shown: the quote's own, or that of its `rest`. Another order is refused. */
      contentHash: z
        .string()
        .regex(/^[\da-f]{64}$/)
        .optional(),
      /** Orders only what was not ordered before; `credits` is then that of the quote's `rest`. */
      leaveOut: z.literal('already-paid').optional(),
      /** The most that the person allows for the whole order, in credits; needed where the price is not known. */
      ceilingCredits: z.number().nonnegative().max(mostCeiling).nullable().optional(),
      /** Filed under it once they are taken; what is made in place of an earlier order, under that one's. */
      project: projectName.nullable().optional(),
    }),
    z.object({ requestIds: z.array(z.string()) }),
  ),

  /** Newest first. `open` leaves the ended ones out. */
  'requests.list': defineCall(
    'engine',
    z.object({ open: z.boolean().optional(), limit: z.number().int().min(1).max(mostOpen).optional() }),
    z.array(requestView),
  ),
  'requests.receipt': defineCall('engine', z.object({ id: text(64) }), receiptView),
  'requests.cancel': defineCall('engine', z.object({ ids }), z.array(requestView)),
  /** Makes what waits for a time look now (a poll, a look-up, a download), never sends a paid request early. */
  'requests.lookNow': defineCall('engine', z.object({ id: text(64) }), requestView),
  'requests.decide': defineCall(
    'engine',
    /**
     * `credits`: what was shown as the choice's price; where it is another by now, nothing is decided. Left out: not looked at.
     * `ceilingCredits`: the most that the person allows for it; below that price nothing is decided, else the receipt keeps it.
     */
    z.object({
      id: text(64),
      choice: text(80),
      credits: z.number().nullable().optional(),
      ceilingCredits: z.number().nonnegative().max(mostCeiling).nullable().optional(),
    }),
    /** `replacement` is the new order in its place, charged by itself; null where the choice makes none. */
    requestView.extend({ replacement: requestView.nullable() }),
  ),
  /**
   * `fetch-more` for each of these, one after the other, for as long as that takes: one act of a person's is good for exactly
   * what it names. The first refusal is the answer, and the rest stay as they are.
   */
  'requests.fetchMore': defineCall('main', z.object({ ids: z.array(text(64)).min(1).max(mostOpen) }), nothing),
  /** Looks now at what waits or is owed; for what has come to nothing, a quote of the same order anew, to be approved. */
  'requests.retry': defineCall(
    'engine',
    /** `reencode` accepts the lossy copy that the quote offered for its original (obligations A1). */
    z.object({ id: text(64), reencode: z.boolean().optional() }),
    z.object({ request: requestView, quote: quoteView.nullable() }),
  ),
  /** Puts copies of its results where the order wished them, once more; costs nothing. */
  'requests.copyAgain': defineCall('engine', z.object({ id: text(64) }), requestView),
  /** Gives what was not sent another place: before another one, with null at the front, or at the end of all. */
  'queue.move': defineCall(
    'engine',
    z.object({ id: text(64), before: text(64).nullable(), toEnd: z.literal(true).optional() }),
    requestView,
  ),
  'queue.caps': defineCall('engine', nothing, capsView),
  /** Null: no cap; left out: unchanged. Raised or lifted, what was stopped by a cap and fits now is tried again. */
  'queue.setCaps': defineCall(
    'engine',
    z.object({
      day: cap.nullable().optional(),
      batch: cap.nullable().optional(),
      /** What they were when it was decided whether to ask a person: main’s, whatever the page says. */
      from: z.object({ day: cap.nullable(), batch: cap.nullable() }).optional(),
    }),
    capsView,
  ),
  'queue.pause': defineCall('engine', nothing, nothing),
  'queue.resume': defineCall('engine', nothing, nothing),
} as const
