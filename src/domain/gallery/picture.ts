import { isSide } from '../figures.ts'
import { isRecord, type Json } from '../json.ts'
import { visibleText } from '../links/visible-text.ts'
import { type PromptPart, promptParts } from './parts.ts'

/** A curated picture as it is shown (§2.6). Null: the service said nothing that can be read. */
export interface GalleryPicture {
  id: string
  /** The prompt as the author wrote it and anybody sees it, plain or JSON text; empty where there is none. */
  prompt: string
  /** The service says that the prompt can be used, and there is one. */
  isReady: boolean
  parts: PromptPart[]
  /** Addresses of the pictures, each once, in their order. */
  media: string[]
  width: number | null
  height: number | null
  /** A word to show and to filter by, never a model's id (O75). */
  label: string | null
  /** Style reference code (O76). */
  sref: string | null
  createdAt: string | null
  likes: number | null
  views: number | null
  retweets: number | null
  author: { username: string | null; name: string | null; avatar: string | null }
  /** What this version does not know, as the service says it. */
  others: { name: string; value: Json }[]
}

const known: ReadonlySet<string> = new Set([
  'id',
  'text',
  'prompt_ready',
  'prompt_segments',
  'media_urls',
  'thumbnail_url',
  'image_width',
  'image_height',
  'model',
  'sref',
  'created_at',
  'likes',
  'views',
  'retweets',
  'author_username',
  'author_display_name',
  'author_avatar_url',
])

const words = (value: Json | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

/** More than anybody has counted, and still a figure that a line has room for. */
const most = 1e12

const count = (value: Json | undefined): number | null =>
  typeof value === 'number' && value >= 0 && value <= most ? value : null

const pixels = (value: Json | undefined): number | null => (isSide(value) ? value : null)

/** More addresses than one post has pictures are a mistake, or worse. */
const mostMedia = 60

/**
 * Reads what the service has about a picture. Total: whatever is missing or of another kind becomes null or empty, and
 * nothing that the service said is dropped.
 * @param id the id that was asked for, which holds whatever the answer calls itself
 */
export function galleryPicture(id: string, data: { [key: string]: Json }): GalleryPicture {
  const has = (name: string): Json | undefined => (Object.hasOwn(data, name) ? data[name] : undefined)
  const prompt = words(visibleText(words(has('text')) ?? '')) ?? ''
  const parts = promptParts(has('prompt_segments') ?? null, prompt).flatMap(({ label, text }) => {
    const seen = words(visibleText(text))
    return seen === null ? [] : [{ label: visibleText(label), text: seen }]
  })
  const urls = has('media_urls')
  const listed = Array.isArray(urls) ? urls.flatMap((url) => words(url) ?? []) : []
  const small = words(has('thumbnail_url'))
  return {
    id,
    prompt,
    isReady: has('prompt_ready') === true && (prompt !== '' || parts.length > 0),
    parts,
    media: [...new Set(listed.length > 0 || small === null ? listed : [small])].slice(0, mostMedia),
    width: pixels(has('image_width')),
    height: pixels(has('image_height')),
    label: words(has('model')),
    sref: words(has('sref')),
    createdAt: instant(has('created_at')),
    likes: count(has('likes')),
    views: count(has('views')),
    retweets: count(has('retweets')),
    author: {
      username: words(has('author_username')),
      name: words(has('author_display_name')),
      avatar: words(has('author_avatar_url')),
    },
    others: Object.keys(data)
      .filter((name) => !known.has(name))
      .map((name) => ({ name, value: data[name] ?? null })),
  }
}

function instant(value: Json | undefined): string | null {
  const text = words(value)
  return text !== null && Number.isFinite(Date.parse(text)) ? text : null
}

/** Everything that a search finds it by, in small letters. */
export function searchWords({ id, prompt, parts, label, sref, author }: GalleryPicture): string {
  return [id, prompt, ...parts.map((part) => part.text), label, sref, author.username, author.name]
    .filter((each) => each !== null)
    .join('\n')
    .toLowerCase()
}

/** The answer's data as it was kept: anything but a JSON object is an empty one. */
export const keptData = (value: Json | null): { [key: string]: Json } => (isRecord(value) ? value : {})
