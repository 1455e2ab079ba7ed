import { z } from 'zod'
import { reencode } from '../domain/request/receipt.ts'
import { credits, instant } from './fields.ts'
import { fileHandle, fileOrAddress } from './handles.ts'

/** One line of a quote or receipt: `label … amount`. `amount` is printed as it stands ("8 × 2", "free"). */
export const quoteLineView = z.object({ label: z.string(), amount: z.string(), credits })
export type QuoteLineView = z.infer<typeof quoteLineView>

/** An original too large for an upload; `reencode` is the copy at its full size that may go instead, null where none may. */
const largeOriginal = z.object({
  sizeBytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  reencode: reencode.nullable(),
})

/** What one of an order's models comes to. */
const modelPart = z.object({
  modelId: z.string(),
  name: z.string(),
  requests: z.number().int(),
  price: z.enum(['known', 'unknown', 'unavailable']),
  credits,
})

export const quoteView = z.object({
  /** Names this quote when it is approved. */
  id: z.string(),
  /** SHA-256 over what approving it buys, with the prices. */
  contentHash: z.string(),
  /** `known`: credits stands · `unknown`: the service shows a price this app cannot read · `unavailable`: the service shows none. */
  price: z.enum(['known', 'unknown', 'unavailable']),
  /** Total for all its requests, in credits; null unless the price is known. */
  credits,
  lines: z.array(quoteLineView),
  /** Of each of its models, in the order in which they were chosen; of a Skill none. */
  models: z.array(modelPart).default([]),
  /** How many requests approving it makes. */
  requests: z.number().int(),
  /** What each of them is quoted at, where that is the same for all. */
  each: credits,
  /** When the prices were read from the service. */
  pricesReadAt: instant,
  /** Sentences that stand in the way: field, rule, way out. With any of these nothing can be approved. */
  problems: z.array(
    z.object({ field: z.string().nullable(), message: z.string(), isMissing: z.literal(true).optional() }),
  ),
  /** Files that cannot be used, each with the reason; the rest goes on without them and they are not in the price. */
  leftOut: z.array(
    z.object({
      file: fileOrAddress,
      message: z.string(),
      /** Set where the file can go after all: by its own public address, or as the lossy copy, where one is offered (A1). */
      original: largeOriginal.nullable(),
    }),
  ),
  /** Originals that go as the lossy copy which the order accepts. */
  reencoded: z.array(z.object({ file: fileHandle, reencode })),
  /** Things worth knowing before paying; they do not stand in the way. */
  notes: z.array(z.string()),
  /**
   * The service checks a sum before it starts (§4.14, rule 3), so that a person may name the most that is paid where the price
   * cannot be read.
   */
  takesCeiling: z.boolean(),
  /** A cap that this order does not fit under: approving it is refused. Null where it fits. */
  overCap: z.string().nullable(),
  /**
   * Pictures that stand in this order once more, under whatever name, as they were given: each is paid for, which `note`
   * says. Null where there are none.
   */
  repeated: z
    .object({ note: z.string(), sources: z.array(fileOrAddress) })
    .nullable()
    .default(null),
  /**
   * Requests of this order whose very content was ordered with the same settings before, with the files at home; or,
   * `isOpen`, with the earlier order in the queue or under way, so that its files are still to come. `source` is the picture
   * as it was given, null for an order of words alone; `credits` what it cost then, or is to cost.
   */
  alreadyPaid: z.array(
    z.object({
      source: fileOrAddress.nullable(),
      requestId: z.string(),
      assets: z.array(z.string()),
      credits,
      isOpen: z.boolean(),
    }),
  ),
  /** The order without those; null where there are none. */
  rest: z
    .object({
      contentHash: z.string(),
      models: z.array(modelPart).default([]),
      requests: z.number().int(),
      price: z.enum(['known', 'unknown', 'unavailable']),
      credits,
      lines: z.array(quoteLineView),
    })
    .nullable(),
})
export type QuoteView = z.infer<typeof quoteView>
