import { z } from 'zod'
import { instant } from './fields.ts'

const notInstalled = z.object({ version: z.string().max(64), words: z.string().max(500) })

/**
 * What was chosen about updates. An address of null: that of the package, if it has one; `on` of null: as it came.
 * `notInstalled`: the version that could not be put in place as the app closed, and why; kept to be told at the next start.
 */
export const updateChoices = z.object({
  address: z.string().max(2048).nullable(),
  on: z.boolean().nullable(),
  notInstalled: notInstalled.optional().catch(undefined),
})
export type UpdateChoices = z.infer<typeof updateChoices>

export const updatesView = z.object({
  /** Where newer versions are looked for; null: nowhere. */
  address: z.string().nullable(),
  /** Whether somebody wrote it here or the package came with it. */
  from: z.enum(['settings', 'package']).nullable(),
  /** Whether it is looked for by itself and downloaded. Without it only a press on “check” asks the address. */
  on: z.boolean(),
  /** `idle` · `looking` · `found`: there is a newer one · `downloading` · `ready`: downloaded and checked. */
  state: z.enum(['idle', 'looking', 'found', 'downloading', 'ready']),
  /** The newer version; null where none is known. `notes` are plain text of whoever made it. */
  found: z
    .object({
      version: z.string(),
      date: instant.nullable(),
      notes: z.string().nullable(),
      sizeBytes: z.number().int(),
    })
    .nullable(),
  doneBytes: z.number().int(),
  /** When the address was last asked with success; null: not since the app was started. */
  checkedAt: instant.nullable(),
  /** What went wrong the last time, in words. */
  problem: z.string().nullable(),
  /** A version that was to be installed as the app closed, and was not; `words` say why. Null once it or a newer one runs. */
  notInstalled: notInstalled.nullable(),
  /** Whether this copy can put another in its place by itself, and whether it does so when it is closed. */
  installs: z.enum(['on-quit', 'by-hand', 'never']),
  /** What stands in the way of installing now, in words; null where nothing does. */
  waitsFor: z.string().nullable(),
  /** Whether somebody wants it installed as soon as nothing stands in the way. */
  isWanted: z.boolean(),
})
export type UpdatesView = z.infer<typeof updatesView>
