import { homedir } from 'node:os'
import { isAbsolute, join, normalize } from 'node:path'
import { mostPictures } from '../../contract/limits.ts'
import { isCalledLikePicture } from '../../domain/form/picture-endings.ts'
import { isElsewhere } from '../../engine/platform/elsewhere.ts'

/** In UTF-16 units: far more than the paths of as many pictures as are taken. A page may have put any text there. */
const mostCharacters = 1_000_000

/**
 * The pictures that a text names by absolute paths, a line each and as they end up; what else stands in it is passed over, and
 * so is one that is longer than any list of them. Whether such a file is there is not looked at before a person has said that it may be.
 */
export function namedInText(text: string): string[] {
  if (text.length > mostCharacters) return []
  const lines = text.split('\n').map((line) => line.trim().replace(/^["']|["']$/g, ''))
  const paths = lines
    .map((line) => (line.startsWith('~/') ? join(homedir(), line.slice(2)) : line))
    .filter((line) => isAbsolute(line) && !isElsewhere(line))
    .map(normalize)
    .filter((path) => isCalledLikePicture(path) && !isElsewhere(path))
  return [...new Set(paths)].slice(0, mostPictures)
}
