import { visibleText } from '../links/visible-text.ts'
import { safeName } from './file-name.ts'

/** What a name template of copies may hold, each in braces. */
export const copyWords = ['source', 'skill', 'model', 'date', 'n', 'prompt'] as const
export type CopyWord = (typeof copyWords)[number]

export const usualCopyTemplate = '{source}-{skill}'

/** Longest template that is kept: more than anybody types, less than harms. */
export const longestCopyTemplate = 200

/** A name in UTF-16 units without its extension: three bytes of each are 240, and every file system takes 255. */
const longest = 80
/** Below this a name says nothing, and the folder's path is too long for Windows. */
const shortest = 16
/** Windows takes 259 characters for a whole path where long paths are not switched on. */
const windowsPath = 259

/** The words in braces that a template uses and that there are not. */
export const unknownCopyWords = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].flatMap(([, word = '']) =>
    (copyWords as readonly string[]).includes(word) ? [] : [word],
  )

/** What stands in the way of a template, in words; null: it can be used. */
export function copyTemplateProblem(template: string): string | null {
  if (template.trim() === '') return 'Enter a name for the copies.'
  if (template.length > longestCopyTemplate) return `The name template has more than ${longestCopyTemplate} characters.`
  if (visibleText(template) !== template || /\p{Cc}/u.test(template))
    return 'The name template holds a line break, or a character that nobody sees. Type it anew.'
  const [unknown] = unknownCopyWords(template)
  return unknown === undefined
    ? null
    : `There is no “{${unknown}}”. Use ${copyWords.map((word) => `{${word}}`).join(', ')}.`
}

/**
 * The name of a copy, without its folder: what the template says, fit for every platform's file system. Words without a
 * value leave no gap. `n` ≥ 2 where that name is taken: on disks that fold cases or compose letters otherwise the same
 * name may be taken by one that reads differently, which only the disk knows.
 * @param extension without a dot
 * @param room longest stem in UTF-16 units (`copyRoom`)
 */
export function copyFileName(
  template: string,
  values: Record<CopyWord, string>,
  extension: string,
  n = 1,
  room = longest,
): string {
  const filled = template.replace(/([-_. ]?)\{([^{}]*)\}/g, (whole, gap: string, word: string) => {
    if (!(copyWords as readonly string[]).includes(word)) return whole
    const value = values[word as CopyWord]
    return value.trim() === '' ? '' : gap + value
  })
  const counter = n > 1 ? `-${n}` : ''
  const stem = safeName(filled.replace(/^[-_. ]+/, ''), Math.min(room, longest) - counter.length)
  return `${stem}${counter}.${safeName(extension, 8)}`
}

/**
 * How long a name's stem may be in a folder, in UTF-16 units; null where the folder's path leaves none.
 * @param isWindows whether the whole path counts, and not each name
 */
export function copyRoom(folder: string, extension: string, isWindows: boolean): number | null {
  if (!isWindows) return longest
  const room = Math.min(longest, windowsPath - folder.length - extension.length - 2)
  return room < shortest ? null : room
}
