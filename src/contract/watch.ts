import { z } from 'zod'
import { copyWish, copyWishTo } from '../domain/copies/wish.ts'
import { text } from './fields.ts'
import { fileOrAddress, folderHandle } from './handles.ts'
import { jsonMembers } from './json-tree.ts'
import { mostCredits, mostPictures } from './limits.ts'

/** A Skill's form as each new file of a folder is ordered with it; the field that the files fill is left out. */
export const watchForm = z.object({
  skill: text(80),
  values: jsonMembers(80),
  pictures: z.array(z.object({ field: text(80), source: fileOrAddress })).max(mostPictures),
})

const amount = z.number().nonnegative().max(mostCredits)

/** What a person allows: the price of one file, as it was shown, and the most that a day may take. */
export const watchAllowance = z.object({ each: amount, cap: amount })

/** What one file would cost now, and what is wrong with the form; one of the two is null. */
export const watchPrice = z.object({ credits: z.number().nullable(), problem: z.string().nullable() })

export const watchView = z.object({
  id: z.string(),
  folder: z.string(),
  skill: z.string(),
  /** The form's values that are not left as they come, name and value, for people. */
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
  alsoTo: copyWish.nullable(),
  each: z.number(),
  cap: z.number(),
  /**
   * `on` · `paused` by a person · `held`: nothing more is ordered now (the cap, a price, no key) · `trouble`: the folder
   * cannot be looked through · `elsewhere`: set up for another service, or for practice.
   */
  state: z.enum(['on', 'paused', 'held', 'trouble', 'elsewhere']),
  /** What it does now, in a sentence. */
  words: z.string(),
  /** What one file costs now, where that is known. */
  priceNow: z.number().nullable(),
  /**
   * What it has ordered since this day began. Credits: what was charged less what was refunded, and the price of what is
   * not charged yet; null where one is not known.
   */
  today: z.object({ count: z.number().int(), credits: z.number().nullable() }),
  /** Files that wait, or that nothing was ordered for, each with the reason; the first of them. */
  files: z.array(z.object({ name: z.string(), state: z.enum(['growing', 'waits', 'left']), words: z.string() })),
  waiting: z.number().int(),
  /** Its newest orders. */
  ordered: z.array(z.object({ requestId: z.string(), title: z.string(), at: z.string(), words: z.string() })),
})
export type WatchView = z.infer<typeof watchView>

export const watchSetUp = watchForm.extend({
  folder: folderHandle,
  alsoTo: copyWishTo(folderHandle).nullable(),
  ...watchAllowance.shape,
})
