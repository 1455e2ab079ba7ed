import type { Json } from '../json.ts'
import { isCalledLikePicture } from './picture-endings.ts'

/** `file:` in any form. Of what follows a blank, and has no slash before it, a person may have written something. */
const fileAddress = /^file:(?:[\\/]|\S+$)/i
/** From a root, a home, a variable's folder, a drive, or where one is. */
const rooted = /^(?:[\\/]|~[\w.-]*[\\/]|\.{1,2}[\\/]|\$(?:\w+|\{\w+\})[\\/]|%\w+%[\\/]|[a-z]:[\\/])/i
/** Below the folder where the drive is: `C:a.jpg`. */
const ofDrive = /^[a-z]:[^\s\\/]\S*$/i
/** Of two letters at least: one letter is a drive. */
const address = /^[a-z][a-z\d+.-]+:/i

const quotes = new Set('"\'`“”„‘’‚«»‹›')
const ofAddress = /[?#].*$/s

/** No system has longer ones. A text of a page's is not looked through to its end. */
const longestPath = 4096

function unquoted(value: string): string {
  let [from, to] = [0, value.length]
  while (from < to && quotes.has(value[from] ?? '')) from += 1
  while (to > from && quotes.has(value[to - 1] ?? '')) to -= 1
  return value.slice(from, to)
}

/** As the terminal names files, and with what people put around them. */
const bare = (value: string): string => unquoted(unquoted(value.trim()).replace(/^@/, '')).trim()

/** Also without what stands behind an address; a file may have it in its name. */
const endsAsPicture = (path: string): boolean =>
  isCalledLikePicture(path) || isCalledLikePicture(path.replace(ofAddress, ''))

/**
 * Whether a text is, as a whole, the path of a picture on this computer.
 * @param isForPicture where an address belongs: there a bare name is none, and a path with any end is one
 */
function isPath(value: string, isForPicture: boolean): boolean {
  if (value.length > longestPath) return false
  const path = bare(value)
  if (/[\r\n]/.test(path)) return false
  if (fileAddress.test(path)) return true
  if (rooted.test(path)) return isForPicture || endsAsPicture(path)
  if (ofDrive.test(path)) return endsAsPicture(path)
  return isForPicture && !address.test(path) && endsAsPicture(path)
}

const forPictures = new Set(
  'image picture photo img pic mask logo file url uri src'.split(' ').flatMap((word) => [word, `${word}s`]),
)

/** Whether a field is to take a picture by its address, as it is called: by the last word of it. `profile` is none. */
export function isNamedForPicture(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return forPictures.has(words.filter((word) => word !== '').at(-1) ?? '')
}

/**
 * A picture's path where an address belongs: the service could not open it, and might take it for a text and be paid for it.
 * Words that only speak of a file are a person's.
 */
export function isLocalFile(value: Json | undefined, isForPicture = false): boolean {
  if (typeof value === 'string') return isPath(value, isForPicture)
  if (Array.isArray(value)) return value.some((one) => isLocalFile(one, isForPicture))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, one]) => isLocalFile(one, isNamedForPicture(name)))
}

export const localFileWords = (field: string): string =>
  `${field} names a file on this computer, which the service cannot open. Give the file itself (in the terminal with @ before its name), or an address.`
