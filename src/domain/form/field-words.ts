import type { Json } from '../json.ts'

/** Parts of a Skill's form, in the order they are drawn. */
export const fieldGroups = ['contents', 'words', 'look', 'pictures', 'more'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** Fields of the document (§4.11–4.14) that belong elsewhere than their kind says. */
const groups: Readonly<Record<string, FieldGroup>> = {
  language: 'words',
  platform: 'more',
  uiLocale: 'more',
  customStyle: 'look',
  customPrompt: 'look',
}

export function groupOf(name: string, kind: string): FieldGroup {
  const said = Object.hasOwn(groups, name) ? groups[name] : undefined
  if (said !== undefined) return said
  if (kind === 'several' || kind === 'entries') return 'contents'
  if (kind === 'text') return 'words'
  // Who writes the words stands with the words.
  if (kind === 'switch') return name === 'autoCopy' ? 'words' : 'more'
  return kind === 'other' || kind === 'number' ? 'more' : 'look'
}

/** What becomes of a text: printed in the picture, a brief that the service writes from, or an instruction. */
export interface TextRole {
  is: 'printed' | 'brief' | 'instructs'
  words: string
}

const instructs: TextRole = { is: 'instructs', words: 'Guidance only; not printed.' }
const brief: TextRole = { is: 'brief', words: 'AI writes the printed text from this.' }
const printed: TextRole = { is: 'printed', words: 'Printed as written. Translated if you choose a language.' }

/** Texts that are printed as they stand, or only told to the writer, as `autoCopy` says (§4.11, §4.12). */
const copy: ReadonlySet<string> = new Set(['content', 'productName', 'sellingPoints'])

const instructing: Readonly<Record<string, TextRole>> = {
  extraNotes: {
    is: 'instructs',
    words: 'Facts and layout preferences. Preferences are guidance only and are not printed.',
  },
  extraRequirements: instructs,
  customStyle: instructs,
  customPrompt: instructs,
  customModules: { is: 'instructs', words: 'Each adds one picture. Describe what it shows.' },
}

/** Null where the document does not say. */
export function roleOf(name: string, values: Readonly<Record<string, Json>>): TextRole | null {
  if (copy.has(name)) return values.autoCopy === false ? printed : brief
  return Object.hasOwn(instructing, name) ? (instructing[name] ?? null) : null
}

/** Other things worth knowing at a field, from the document. */
const notes: Readonly<Record<string, string>> = {
  brand: 'A brand, an event or a topic.',
  autoCopy: 'On: AI writes the text. Off: your text is printed as written.',
  styleImage: 'Only its style is used; its products, text and layout are not copied.',
  uiLocale: 'Only used when no language is chosen or detected.',
}

/** Fields of the document whose own names say nothing to a designer. */
const labels: Readonly<Record<string, string>> = { uiLocale: 'Fallback language' }

export const ownLabel = (name: string): string | null => (Object.hasOwn(labels, name) ? (labels[name] ?? null) : null)

export const noteOf = (name: string): string | null => (Object.hasOwn(notes, name) ? (notes[name] ?? null) : null)

/** What the values of the document mean (§4.11, §4.13, §4.14); none for values it does not name. */
const hints: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: {
    white: 'Plain white, to a fixed specification',
    smart: 'A scene that suits the product',
    custom: 'A scene you describe',
    crisp: 'Keeps the original structure',
    creative: 'Recreates blurred detail',
  },
}

export function valueHint(name: string, value: string | number): string | null {
  const known = Object.hasOwn(hints, name) ? hints[name] : undefined
  return known !== undefined && Object.hasOwn(known, String(value)) ? (known[String(value)] ?? null) : null
}
