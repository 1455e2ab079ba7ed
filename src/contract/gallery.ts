import { z } from 'zod'
import { count, ownAddress } from './fields.ts'

const pixels = z.number().nullable()

/** A kept picture as the grid shows it. */
export const galleryItem = z.object({
  id: z.string(),
  /** Beginning of its prompt; empty where there is none. */
  title: z.string(),
  label: z.string().nullable(),
  author: z.string().nullable(),
  /** Of the first picture, as the service says them, else as its file has them. */
  width: pixels,
  height: pixels,
  /** Null where the service names no picture. */
  thumbnail: ownAddress.nullable(),
  /** How many pictures it has. */
  count,
})
export type GalleryItem = z.infer<typeof galleryItem>

export const galleryList = z.object({
  /** Newest first; the first thousand. */
  items: z.array(galleryItem),
  /** How many the search finds. */
  found: count,
  /** How many are kept. */
  total: count,
  labels: z.array(z.object({ name: z.string(), count })),
})
export type GalleryList = z.infer<typeof galleryList>

/** Everything about one curated picture (service.md §2.6). Null where the service says nothing. */
export const galleryView = galleryItem.extend({
  prompt: z.string(),
  /** Whether the prompt can be used. */
  isReady: z.boolean(),
  parts: z.array(z.object({ label: z.string(), text: z.string() })),
  pictures: z.array(z.object({ address: z.string(), thumbnail: ownAddress, full: ownAddress })),
  sref: z.string().nullable(),
  createdAt: z.string().nullable(),
  likes: z.number().nullable(),
  views: z.number().nullable(),
  retweets: z.number().nullable(),
  username: z.string().nullable(),
  avatar: ownAddress.nullable(),
  /** Fields that this version does not know, as JSON text. */
  others: z.array(z.object({ name: z.string(), value: z.string() })),
  keptAt: z.string(),
  readAt: z.string(),
})
export type GalleryView = z.infer<typeof galleryView>

/** What a look-up gave: the picture, or a sentence; both where an older copy stands in for the service. */
export const galleryFound = z.object({ picture: galleryView.nullable(), words: z.string().nullable() })
export type GalleryFound = z.infer<typeof galleryFound>
