import { isRecord, type Json } from '../json.ts'

export interface PromptPart {
  /** Empty where the part has no name. */
  label: string
  text: string
}

/** Names that a part's own name and words go by: the shape of a part is not shown (§2.6). */
const labelNames = ['label', 'name', 'title', 'key', 'type'] as const
const textNames = ['text', 'prompt', 'value', 'content', 'description'] as const

/**
 * The labelled parts of a prompt: those that the service lists, else those of a prompt that is a JSON object or a JSON
 * list; empty for a prompt of one part.
 */
export function promptParts(segments: Json, prompt: string): PromptPart[] {
  const listed = partsOfList(segments)
  if (listed.length > 0) return listed
  const structure = structureOf(prompt)
  return isRecord(structure) ? partsOfObject(structure) : partsOfList(structure)
}

const partsOfList = (of: Json): PromptPart[] =>
  Array.isArray(of) ? of.flatMap((segment) => partOf(segment) ?? []) : []

function partOf(segment: Json): PromptPart | null {
  if (!isRecord(segment)) {
    const text = wordsOf(segment)
    return text === '' ? null : { label: '', text }
  }
  const first = (names: readonly string[]): string | undefined =>
    names.find((name) => Object.hasOwn(segment, name) && wordsOf(segment[name]) !== '')
  const textName = first(textNames)
  if (textName === undefined) {
    // { "Light": "low sun" } names its one part by its key.
    const own = partsOfObject(segment)
    if (own.length <= 1) return own[0] ?? null
    return { label: '', text: own.map(({ label, text }) => `${label}: ${text}`).join(', ') }
  }
  const labelName = first(labelNames)
  return { label: labelName === undefined ? '' : wordsOf(segment[labelName]), text: wordsOf(segment[textName]) }
}

const partsOfObject = (of: { [key: string]: Json }): PromptPart[] =>
  Object.keys(of).flatMap((label) => {
    const text = wordsOf(of[label])
    return text === '' ? [] : [{ label, text }]
  })

/** Words of a value; a list or an object as its JSON text. */
function wordsOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object') return String(value)
  return JSON.stringify(value)
}

/** What a prompt is the JSON text of; null for plain words. */
function structureOf(prompt: string): Json {
  if (!/^\s*[{[]/.test(prompt)) return null
  try {
    return JSON.parse(prompt)
  } catch {
    return null
  }
}

/**
 * The words that go into a form: the prompt as it stands where all parts are chosen, else the chosen parts in their order.
 */
export function chosenPrompt(prompt: string, parts: readonly PromptPart[], chosen: ReadonlySet<number>): string {
  const all = parts.every((_, at) => chosen.has(at))
  if (all && prompt !== '') return prompt
  return parts
    .filter((_, at) => chosen.has(at))
    .map(({ text }) => text)
    .join(', ')
}
