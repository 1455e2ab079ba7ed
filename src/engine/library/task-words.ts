import type { FetchedAll } from './fetch-again.ts'
import type { FileLook, FoundFiles } from './missing.ts'
import type { Left } from './move.ts'
import type { Whys } from './whys.ts'
import { files } from './words.ts'

const figure = (count: number): string => count.toLocaleString('en')

/** What is wanted: files that are gone, or that are not as they came. */
export type Wanted = 'missing' | 'changed' | 'missing or changed'

/** "2 of 3 missing files were found", "The missing file did not come back". */
function ofWanted(what: Wanted, count: number, total: number, one: string, many: string, none: string): string {
  if (total === 1) return `The ${what} file ${count === 1 ? one : none}`
  if (count === 0) return `None of the ${figure(total)} ${what} files ${one}`
  const which = count === total ? `All ${figure(total)}` : `${figure(count)} of ${figure(total)}`
  return `${which} ${what} files ${count === 1 ? one : many}`
}

const firstOf = (names: readonly string[]): string => names.slice(0, 3).join(', ')

/** What lay in the places of files that are back. */
function placeWords({ kept, renamed }: Pick<FoundFiles, 'kept' | 'renamed'>): string {
  const changed = kept.length === 1 ? 'The changed file is' : 'The changed files are'
  const others =
    renamed.length === 1
      ? `1 file is called ${firstOf(renamed)} now`
      : `${files(renamed.length)} are called otherwise now (${firstOf(renamed)})`
  return [
    kept.length > 0 ? ` ${changed} kept beside as ${firstOf(kept)}.` : '',
    renamed.length > 0 ? ` ${others}, since something else has its place, which was left alone.` : '',
  ].join('')
}

/** One sentence a reason, the most frequent ones. */
const whyWords = (whys: Whys): string =>
  [...whys]
    .slice(0, 3)
    .map(([why, names]) => ` ${files(names.length)} could not be had: ${why.replace(/\.$/, '')}.`)
    .join('')

/** What came of looking for files in a folder. */
export function foundWords(what: Wanted, done: FoundFiles, total: number, folder: string): string {
  const found = done.found.length
  const rest = total - found
  const came = ofWanted(what, found, total, 'was found', 'were found', 'was not found')
  const stands = found === 0 ? '' : `, by content, and ${found === 1 ? 'is' : 'are'} in the library again`
  const next = rest === 0 ? '' : ` Look in another folder, or fetch ${rest === 1 ? 'it' : 'them'} again.`
  return `${came} in ${folder}${stands}.${placeWords(done)}${whyWords(done.whys)}${next}`
}

/** What came of fetching files again. */
export function fetchedWords(what: Wanted, came: number, total: number, done: FetchedAll): string {
  const { beside, whys } = done
  const parts = [
    `${ofWanted(what, came, total, 'came back', 'came back', 'did not come back')}${came > 0 ? ', byte for byte' : ''}. Nothing was charged.${placeWords(done)}`,
    beside.length > 0
      ? ` ${files(beside.length)} came with another content: kept beside as ${firstOf(beside)}, and not taken for the ${what} one.`
      : '',
    whyWords(whys),
  ]
  return parts.join('')
}

/** Files that nobody could look at, and why. */
export const untoldWords = (untold: Whys): string =>
  [...untold]
    .slice(0, 3)
    .map(([why, names]) => ` ${files(names.length)} could not be looked at (${firstOf(names)}): ${why}.`)
    .join('')

export function lookedWords({ missing, changed, untold }: FileLook): string {
  const [gone, other] = [missing.length, changed.length]
  const not = 'not in their places'
  const told =
    gone === 0
      ? 'No file is missing.'
      : gone === 1
        ? '1 file is not in its place. Find it in a folder, or fetch it again.'
        : `${files(gone)} are ${not}. Find them in a folder, or fetch them again.`
  return `${told}${other > 0 ? ` ${changedWords(changed)} ${backWords(other)}` : ''}${untoldWords(untold)}`
}

const changedWords = (changed: FileLook['changed']): string =>
  `${files(changed.length)} ${changed.length === 1 ? 'is not as it' : 'are not as they'} came (${firstOf(changed.map(({ relativePath }) => relativePath))}).`

const backWords = (count: number): string =>
  `Fetch ${count === 1 ? 'it' : 'them'} again to have the original${count === 1 ? '' : 's'} back: that costs nothing, and what was changed is kept beside.`

export function checkedWords(total: number, { missing, changed, untold }: FileLook): string {
  const names = changed.map(({ relativePath }) => relativePath)
  const parts = [
    missing.length > 0 ? `${files(missing.length)} missing` : null,
    changed.length > 0 ? `${files(changed.length)} not as they came (${firstOf(names)})` : null,
  ].filter((part) => part !== null)
  const aside = untold.count
  if (parts.length === 0 && aside === 0) return `${files(total)} checked: every one is there, byte for byte as it came.`
  const told = parts.length === 0 ? 'none that could be read is missing or changed' : parts.join(', ')
  const next =
    changed.length > 0
      ? ` ${backWords(changed.length)}`
      : missing.length > 0
        ? ' Fetch what is missing again, or find it in a folder: that costs nothing.'
        : ''
  return `${files(total)} checked: ${told}. Nothing was changed.${next}${untoldWords(untold)}`
}

/** Where files of the library were left behind, and why. */
export function leftWords({ changed, untold }: Left, folder: string): string {
  const [were, they] = changed === 1 ? ['was', 'it is not as it'] : ['were', 'they are not as they']
  const message =
    changed === 0 ? '' : ` ${files(changed)} of the library ${were} left in ${folder}, since ${they} came.`
  const others = [...untold]
    .slice(0, 3)
    .map(([why, names]) => ` ${files(names.length)} had to stay in ${folder} (${firstOf(names)}): ${why}.`)
  return message + others.join('')
}

export const heldWords = (count: number): string =>
  `${files(count)} in the old folder ${count === 1 ? 'is' : 'are'} kept until the orders that use ${count === 1 ? 'it' : 'them'} are sent.`
