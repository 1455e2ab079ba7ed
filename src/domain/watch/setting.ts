import { z } from 'zod'
import { copyWish } from '../copies/wish.ts'
import { json } from '../json.ts'

/** What a person has set up and allowed for one folder. It is kept beside the caps, and outlives the database. */
export const watchSetting = z.object({
  id: z.string(),
  /** The one service it orders at; with any other it rests. */
  origin: z.string(),
  /** The key that was set when it was switched on: another one may be another account's. Null for practice, and until a key is known. */
  keyFingerprint: z.string().nullable().default(null),
  /** The folder's real path, without links, and what tells it from others (folder-id.ts): another disk in its place is another folder. */
  folder: z.string(),
  folderId: z.string(),
  skill: z.string(),
  /** The form as it was set up, with pictures for other fields than the one that the files fill. */
  values: z.record(z.string(), json),
  pictures: z.array(z.object({ field: z.string(), source: z.string() })),
  alsoTo: copyWish.nullable(),
  /** What a file may cost, in credits: the price that was shown when it was switched on. */
  each: z.number().nonnegative(),
  /** What it may order in one day of this computer, in credits. */
  cap: z.number().nonnegative(),
  isOn: z.boolean(),
  /** Numbers of the orders that were charged above what was allowed, which the person knew of when allowing more. */
  seenCharges: z.array(z.string()).default([]),
  setUpAtMs: z.number(),
})
export type WatchSetting = z.infer<typeof watchSetting>
