import { z } from 'zod'
import { isGalleryId } from '../gallery/id.ts'
import { visibleText } from './visible-text.ts'

/** The scheme that the system hands to the app: `printroom://create?prompt=…`. */
export const linkScheme = 'printroom'

export const linkScreens = ['library', 'create', 'skills', 'queue', 'gallery', 'ledger', 'settings'] as const
const isScreen = (name: string): name is (typeof linkScreens)[number] => linkScreens.some((each) => each === name)

/** Windows hands a program at most 32,767 characters; what is shorter than this fits every bound of the forms. */
export const longestLink = 16_384
const mostFields = 50

const text = (max: number) => z.string().max(max)

/**
 * All that a link may ask for: a place, or words for a form that a person then looks at. There is no member for a file,
 * a key, an address, a consent or an approval, so that no link can name one.
 */
export const link = z.discriminatedUnion('to', [
  z.object({ to: z.literal('screen'), screen: z.enum(linkScreens) }),
  z.object({
    to: z.literal('create'),
    prompt: text(longestLink).nullable(),
    model: text(200).nullable(),
    ratio: text(40).nullable(),
  }),
  z.object({
    to: z.literal('skill'),
    skill: text(80),
    /** As they were written; the live schema says what they mean (`skill-values.ts`). */
    values: z.array(z.object({ field: text(80), value: text(longestLink) })).max(mostFields),
  }),
  z.object({ to: z.literal('gallery'), id: text(200) }),
  z.object({ to: z.literal('receipt'), id: text(64) }),
  z.object({ to: z.literal('asset'), id: text(64) }),
  /** It leads nowhere: the sentence for whoever pressed it. */
  z.object({ to: z.literal('nowhere'), words: z.string() }),
])
export type Link = z.infer<typeof link>
export type LinkTo<T extends Link['to']> = Extract<Link, { to: T }>

const nothing = 'Nothing was changed or sent.'
const nowhere = (message: string): Link => ({ to: 'nowhere', words: `${message} ${nothing}` })
const unknown = nowhere('This link names no screen, form or picture that a link may open.')
const barred = (field: string): Link =>
  nowhere(
    /^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(field)
      ? `This link sets “${field}”, which no link may set.`
      : 'This link sets something that no link may set.',
  )

/** Whether a word of a command line, or what the system handed over, is meant as one of our links. */
export const isLink = (word: string): boolean => word.slice(0, linkScheme.length + 1).toLowerCase() === `${linkScheme}:`

const isId = (id: string): boolean => id.length <= 64 && /^[A-Za-z0-9_-]+(\.[0-9]+)*$/.test(id)

/**
 * Reads a link as a stranger's. Total: whatever it is given, it answers with a place or with the reason for none.
 *
 * `printroom://<screen>` · `printroom://create?prompt=&model=&ratio=` · `printroom://skills/<id>?<field>=` ·
 * `printroom://gallery/<id>` · `printroom://receipts/<id>` · `printroom://library/<id>`
 */
export function parseLink(given: string): Link {
  if (given.length > longestLink) return nowhere('This link is longer than Printroom reads.')
  // URL leaves out line ends and tabs in silence; a link that has them was not written by a person.
  const url = /[\s\p{Cc}]/u.test(given) ? null : URL.parse(given)
  if (url === null || url.protocol !== `${linkScheme}:`) return unknown
  if (url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '') return unknown
  const parts = partsOf(url.pathname)
  const fields = fieldsOf(url.searchParams)
  if (parts === null || fields === null) return unknown
  return leadsTo(url.host.toLowerCase(), parts, fields)
}

function leadsTo(place: string, parts: string[], fields: ReadonlyMap<string, string>): Link {
  const [id, ...more] = parts
  if (more.length > 0) return unknown
  if (place === 'create' && id === undefined) return createLink(fields)
  if (place === 'skills' && id !== undefined) return skillLink(id, fields)
  const [field] = fields.keys()
  const found = id === undefined ? screenLink(place) : thingLink(place, id)
  return found.to !== 'nowhere' && field !== undefined ? barred(field) : found
}

const screenLink = (place: string): Link => (isScreen(place) ? { to: 'screen', screen: place } : unknown)

function thingLink(place: string, id: string): Link {
  if (place === 'gallery') return isGalleryId(id) ? { to: 'gallery', id } : unknown
  if (!isId(id)) return unknown
  if (place === 'receipts') return { to: 'receipt', id }
  return place === 'library' ? { to: 'asset', id } : unknown
}

const createFields: readonly string[] = ['prompt', 'model', 'ratio']

function createLink(fields: ReadonlyMap<string, string>): Link {
  const wrong = [...fields.keys()].find((field) => !createFields.includes(field))
  if (wrong !== undefined) return barred(wrong)
  const [prompt, model, ratio] = createFields.map((field) => wordsIn(fields.get(field)))
  if ((model?.length ?? 0) > 200 || (ratio?.length ?? 0) > 40) return unknown
  if (!prompt && !model && !ratio) return { to: 'screen', screen: 'create' }
  return { to: 'create', prompt: prompt ?? null, model: model ?? null, ratio: ratio ?? null }
}

function skillLink(skill: string, fields: ReadonlyMap<string, string>): Link {
  if (!/^[a-z0-9][a-z0-9-]{0,79}$/.test(skill) || fields.size > mostFields) return unknown
  const wrong = [...fields.keys()].find((field) => !/^[A-Za-z][A-Za-z0-9_-]{0,79}$/.test(field))
  if (wrong !== undefined) return barred(wrong)
  return { to: 'skill', skill, values: [...fields].map(([field, value]) => ({ field, value: visibleText(value) })) }
}

/** Null for nothing but space. */
function wordsIn(value: string | undefined): string | null {
  const visible = visibleText(value ?? '')
  return visible.trim() === '' ? null : visible
}

/** Browsers end an address without a path with a slash of their own. Null where a part cannot be read. */
function partsOf(path: string): string[] | null {
  const inner = path.replace(/^\//, '').replace(/\/$/, '')
  if (inner === '') return []
  try {
    const parts = inner.split('/').map(decodeURIComponent)
    return parts.includes('') ? null : parts
  } catch {
    return null
  }
}

/** Null where a field stands there twice: which of them is meant nobody can say. */
function fieldsOf(given: URLSearchParams): Map<string, string> | null {
  const fields = new Map(given)
  return fields.size === [...given.keys()].length ? fields : null
}
