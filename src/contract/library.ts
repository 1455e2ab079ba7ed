import { z } from 'zod'
import { colourNames } from '../domain/library/colours.ts'
import { shapes } from '../domain/library/search-words.ts'
import { givenName } from '../domain/naming/given-name.ts'
import { count, text } from './fields.ts'
import { mostIds } from './limits.ts'
import { assetView } from './views.ts'

/** A tag's, a collection's. */
const shortName = givenName(60)

/** What a person said in going through them: wanted, or not. Apart from the stars, as photographers have it. */
export const assetFlag = z.enum(['pick', 'reject'])
export type AssetFlag = z.infer<typeof assetFlag>

export const librarySorts = ['oldest', 'name', 'rating', 'size', 'price'] as const

/** Which pictures a list holds, and in which order. Everything left out: the whole library without its trash. */
export const libraryFilter = z.object({
  /**
   * Beginnings of words, all of them needed, of prompt, file name, model, Skill, tags and day ("2026-11-20"). Some say more
   * ("last week", "blue", "four stars"): `domain/library/search-words.ts`.
   */
  search: text(400).optional(),
  media: z.enum(['image', 'video', 'animation']).optional(),
  shape: z.enum(shapes).optional(),
  colour: z.enum(colourNames).optional(),
  /** Pictures that something shows through. */
  cutout: z.literal(true).optional(),
  model: text(200).optional(),
  skill: text(80).optional(),
  /** At least so many stars. */
  rating: z.number().int().min(1).max(5).optional(),
  /** `none`: those that nobody has picked or rejected. */
  flag: z.enum([...assetFlag.options, 'none']).optional(),
  tag: text(60).optional(),
  collection: count.optional(),
  /** What its request is filed under. */
  project: text(200).optional(),
  /** What one order made: the number of a batch, or of a request. */
  order: text(64).optional(),
  /** Words of a time (`domain/library/when.ts`): "today", "last 30 days", "2026-11-20". */
  when: text(40).optional(),
  /** Newest first where it is left out. `price`: what the order was charged, the dearest first. */
  sort: z.enum(librarySorts).optional(),
  /**
   * `trash`: what can be put back · `twins`: files whose very bytes, or pictures that look the same, are here more than
   * once · `missing`: files that were not where the library put them, or not as they came, when it
   * was last looked through.
   */
  show: z.enum(['trash', 'twins', 'missing']).optional(),
})
export type LibraryFilter = z.infer<typeof libraryFilter>

/** Pictures that something is done with: places in a list, from and up to but not with, or single ones by name. */
export const librarySelection = z.union([
  z.object({
    list: text(64),
    /** What `library.sync` said last, 0 before: places of a list that has changed since are refused. */
    revision: count,
    ranges: z
      .array(z.tuple([count, count]))
      .min(1)
      .max(10_000),
  }),
  z.object({ ids: z.array(text(64)).min(1).max(mostIds) }),
])
export type LibrarySelection = z.infer<typeof librarySelection>

/** How many it means at most. */
export const picturesIn = (of: LibrarySelection): number =>
  'ids' in of ? of.ids.length : of.ranges.reduce((sum, [from, end]) => sum + Math.max(0, end - from), 0)

export const libraryItem = assetView.extend({
  /** Stars, 0 for none. */
  rating: z.number().int(),
  flag: assetFlag.nullable(),
  /** Name of the colour profile the file carries, or null. */
  profile: z.string().nullable(),
})
export type LibraryItem = z.infer<typeof libraryItem>

/** Days in the order of the list: `count` pictures of each, one after the other. */
const dayRuns = z.array(z.object({ day: z.string(), count }))

/**
 * A stretch of a list, as little as a grid needs to lay it out: one byte a picture (`domain/library/ratio.ts`).
 * `next` is the place where the following stretch begins, null at the end of the list.
 */
export const libraryShape = z.object({
  ratios: z.instanceof(Uint8Array<ArrayBufferLike>),
  days: dayRuns,
  next: count.nullable(),
  /** How many pictures the list has; null where only its end tells, or where it was said before. */
  total: count.nullable(),
})

export const libraryList = libraryShape.extend({
  /** Names this list in later calls. It stands still until `library.sync`. */
  list: z.string(),
  /** The first pictures of the list. */
  items: z.array(libraryItem),
})

/** What changed in a list since it was last looked at. Null: too much, or the list is not kept any more; open it anew. */
export const librarySync = z
  .object({
    /** Places in the list as it was, rising. */
    removed: z.array(count),
    /** Places in the list as it is now, rising. */
    inserted: z.array(z.object({ place: count, ratio: z.number().int(), day: z.string() })),
    /** Grows with every change of places. */
    revision: count,
  })
  .nullable()

/** An act on many pictures, and the name by which it can be undone while the app runs. */
export const libraryAct = z.object({ count, undo: z.string().nullable() })
export type LibraryAct = z.infer<typeof libraryAct>

/** What is to be changed; what is left out stays. */
export const libraryMarks = z.object({
  rating: z.number().int().min(0).max(5).optional(),
  /** Null takes it off. */
  flag: assetFlag.nullable().optional(),
  addTag: shortName.optional(),
  removeTag: text(60).optional(),
  addTo: count.optional(),
  takeFrom: count.optional(),
})
export type LibraryMarks = z.infer<typeof libraryMarks>

export const smartCollections = z.array(z.object({ id: text(64), name: z.string(), filter: libraryFilter }))
export type SmartCollection = z.infer<typeof smartCollections>[number]

/** What there is to filter by. */
export const libraryFacets = z.object({
  models: z.array(z.string()),
  skills: z.array(z.string()),
  tags: z.array(z.object({ name: z.string(), count })),
  collections: z.array(z.object({ id: count, name: z.string(), count })),
  /** The one that something was filed under last first. */
  projects: z.array(z.object({ name: z.string(), count })),
  /** Searches that were given a name; how many they find is asked for each by itself. */
  smart: smartCollections,
  /** What was ordered last and is at home, the newest first: a batch, or one request. */
  orders: z.array(z.object({ id: z.string(), title: z.string(), count, createdMs: z.number() })),
  trashed: count,
  /** As of the last look through; null where nobody has looked since the app was opened. */
  missing: count.nullable(),
})
export type LibraryFacets = z.infer<typeof libraryFacets>

/** What people said about one picture, and where its very bytes are here again. */
export const libraryDetails = z.object({
  tags: z.array(z.string()),
  collections: z.array(count),
  twins: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Other pictures that look the same: another size, another format, saved anew. */
  alike: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type LibraryDetails = z.infer<typeof libraryDetails>

export const collectionName = shortName

/** Work on the library's files that takes its time; one at once. */
export const libraryTask = z.object({
  /**
   * `move`: to another folder · `clear`: what was left behind is removed · `check`: every file against its hash · `look`:
   * which are missing · `find`: those in a folder · `fetch`: those from their addresses
   */
  kind: z.enum(['move', 'clear', 'check', 'look', 'find', 'fetch']),
  /** `stopped` by a person or by a trouble, and can go on; `ended`: `words` say what came of it. */
  state: z.enum(['running', 'stopped', 'ended']),
  words: z.string(),
  /** Whether `words` tell of something that needs a person. */
  isTrouble: z.boolean(),
  done: count,
  /** 0 where it is not known. */
  total: count,
  doneBytes: count,
  totalBytes: count,
  canGiveUp: z.boolean(),
})
export type LibraryTask = z.infer<typeof libraryTask>

/** Where the library is, and what is under way with its files. */
export const libraryPlace = z.object({
  folder: z.string(),
  isThere: z.boolean(),
  task: libraryTask.nullable(),
})
export type LibraryPlaceView = z.infer<typeof libraryPlace>
