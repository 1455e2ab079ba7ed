import { safeName } from './file-name.ts'

/** What a name template of an export may hold, each in braces. */
export const exportWords = ['name', 'title', 'made-with', 'date', 'request', 'number', 'rating'] as const
export type ExportWord = (typeof exportWords)[number]

export const usualExportTemplate = '{name}'

/** The words in braces that a template uses and that there are not. */
export const unknownExportWords = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].flatMap(([, word = '']) =>
    (exportWords as readonly string[]).includes(word) ? [] : [word],
  )

/**
 * The name of an exported copy, without its folder.
 * @param extension without a dot
 * @param n ≥ 2 where that name is taken
 */
export function exportName(template: string, values: Record<ExportWord, string>, extension: string, n = 1): string {
  const filled = template.replace(/\{([^{}]*)\}/g, (whole, word: string) =>
    (exportWords as readonly string[]).includes(word) ? values[word as ExportWord] : whole,
  )
  const counter = n > 1 ? `-${n}` : ''
  return `${safeName(filled, 80)}${counter}.${extension}`
}
