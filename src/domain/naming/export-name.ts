import { dayKey } from '../day.ts'
import { bytesOf, mostNameBytes, safeName } from './file-name.ts'
import { afterPrefix, practicePrefix } from './practice-prefix.ts'

/** What a name template of an export may hold, each in braces. */
export const exportWords = ['name', 'title', 'made-with', 'date', 'request', 'number', 'rating'] as const
export type ExportWord = (typeof exportWords)[number]

/** Ends the name of what says how a copy was made, behind the whole name of the copy. */
export const sidecarEnding = '.json'

export const usualExportTemplate = '{name}'

/** Templates to choose from; anybody may write another. */
export const exportTemplates = [
  usualExportTemplate,
  '{title}-{number}',
  '{date}-{title}-{number}',
  '{made-with}-{number}',
] as const

/** What is known of a result. `createdAt`: ms since 1970, or as text. */
export interface Exported {
  name: string
  title: string
  modelName: string | null
  skill: string | null
  createdAt: number | string
  requestId: string
  rating: number
}

/** @param number its place among those that are exported, from 1 */
export const exportValues = (result: Exported, number: number): Record<ExportWord, string> => ({
  name: result.name.replace(/\.[^.]*$/, ''),
  title: result.title.slice(0, 200),
  'made-with': result.modelName ?? result.skill ?? '',
  date: dayKey(result.createdAt),
  request: result.requestId.slice(0, 8),
  number: String(number).padStart(3, '0'),
  rating: String(result.rating),
})

/** The words in braces that a template uses and that there are not. */
export const unknownExportWords = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].flatMap(([, word = '']) =>
    (exportWords as readonly string[]).includes(word) ? [] : [word],
  )

/**
 * The name of an exported copy, without its folder.
 * @param extension without a dot
 * @param n ≥ 2 where that name is taken
 * @param isPractice whether it is practice's: its name says so at the beginning, whatever the template is
 * @param ending behind all that, before the dot
 */
export function exportName(
  template: string,
  values: Record<ExportWord, string>,
  extension: string,
  n = 1,
  isPractice = false,
  ending = '',
): string {
  const prefix = isPractice ? practicePrefix : ''
  const name = afterPrefix(values.name, prefix)
  const filled = template.replace(/\{([^{}]*)\}/g, (whole, word: string) =>
    (exportWords as readonly string[]).includes(word) ? { ...values, name }[word as ExportWord] : whole,
  )
  const counter = n > 1 ? `-${n}` : ''
  const end = `${counter}${ending}.${extension}`
  // One sign is for a name that the system keeps to itself, which gets one before it.
  const bytes = mostNameBytes - bytesOf(prefix + end + sidecarEnding) - 1
  return `${prefix}${safeName(filled, 80 - prefix.length, bytes)}${end}`
}
