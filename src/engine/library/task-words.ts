import { files } from './words.ts'

const figure = (count: number): string => count.toLocaleString('en')

/** "2 of 3 missing files were found", "The missing file did not come back". */
function ofMissing(count: number, total: number, one: string, many: string, none: string): string {
  if (total === 1) return `The missing file ${count === 1 ? one : none}`
  if (count === 0) return `None of the ${figure(total)} missing files ${one}`
  const which = count === total ? `All ${figure(total)}` : `${figure(count)} of ${figure(total)}`
  return `${which} missing files ${count === 1 ? one : many}`
}

/** What came of looking for files in a folder. */
export function foundWords(found: number, total: number, folder: string): string {
  const rest = total - found
  const came = ofMissing(found, total, 'was found', 'were found', 'was not found')
  const stands = found === 0 ? '' : `, by content, and ${found === 1 ? 'is' : 'are'} in the library again`
  const next = rest === 0 ? '' : ` Look in another folder, or fetch ${rest === 1 ? 'it' : 'them'} again.`
  return `${came} in ${folder}${stands}.${next}`
}

/**
 * What came of fetching files again.
 * @param beside names of files that came with another content
 * @param whys how many could not be had for what
 */
export function fetchedWords(
  came: number,
  total: number,
  beside: readonly string[],
  whys: ReadonlyMap<string, number>,
): string {
  const parts = [
    `${ofMissing(came, total, 'came back', 'came back', 'did not come back')}${came > 0 ? ', byte for byte' : ''}. Nothing was charged.`,
    beside.length > 0
      ? `${files(beside.length)} came with another content: kept beside as ${beside.slice(0, 3).join(', ')}, and not taken for the missing one.`
      : null,
    ...[...whys].slice(0, 2).map(([why, count]) => `${files(count)} could not be had: ${why.replace(/\.$/, '')}.`),
  ]
  return parts.filter((part) => part !== null).join(' ')
}

export function missingWords(count: number): string {
  if (count === 0) return 'No file is missing.'
  return count === 1
    ? '1 file is not in its place. Find it in a folder, or fetch it again.'
    : `${files(count)} are not in their places. Find them in a folder, or fetch them again.`
}

/** @param changed below the library's folder */
export function checkedWords(total: number, missing: number, changed: readonly string[]): string {
  const parts = [
    missing > 0 ? `${files(missing)} missing` : null,
    changed.length > 0 ? `${files(changed.length)} not as they came (${changed.slice(0, 3).join(', ')})` : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return `${files(total)} checked: every one is there, byte for byte as it came.`
  return `${files(total)} checked: ${parts.join(', ')}. Nothing was changed.`
}

/** Where files of the library were left behind. */
export function leftWords(count: number, folder: string): string {
  if (count === 0) return ''
  const [were, they] = count === 1 ? ['was', 'it is not as it'] : ['were', 'they are not as they']
  return ` ${files(count)} of the library ${were} left in ${folder}, since ${they} came.`
}

export const heldWords = (count: number): string =>
  `${files(count)} in the old folder ${count === 1 ? 'is' : 'are'} kept until the orders that use ${count === 1 ? 'it' : 'them'} are sent.`
