import { z } from 'zod'
import { reencode } from '../domain/request/receipt.ts'
import { ownAddress } from './fields.ts'
import { fileHandle } from './handles.ts'

/** A local file as a Skill would get it that takes the original itself (service.md §4.14; obligations A1). */
export const originalView = z.object({
  file: fileHandle,
  /** `choice`: the original's public address, or `reencode` accepted · `address`: its public address alone. */
  way: z.enum(['upload', 'choice', 'address', 'refused']),
  /** What stands in the way and each way out; null for `upload`. */
  message: z.string().nullable(),
  sizeBytes: z.number().int(),
  /** Upright pixels. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  reencode: reencode.nullable(),
  /** The middle of both, pixel for pixel, to be shown side by side; null where no copy is offered. */
  details: z.object({ original: ownAddress, copy: ownAddress }).nullable(),
  /** Over 4096 px on an edge or 16 megapixels: the service asks before it makes it smaller (§4.14.2). */
  willAskResize: z.boolean(),
})
export type OriginalView = z.infer<typeof originalView>

/** A file a user dropped or chose, before anything is done with it. */
export const inspectedFile = z.object({
  file: fileHandle,
  /** In words: nothing can be done with it. */
  path: z.string(),
  name: z.string(),
  sizeBytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  format: z.string().nullable(),
  /** Null when it can be used; else what is wrong and what to do. */
  problem: z.string().nullable(),
  thumbnail: ownAddress.nullable(),
})
export type InspectedFile = z.infer<typeof inspectedFile>
