import { homedir } from 'node:os'
import { isAbsolute, join, normalize } from 'node:path'
import { mostPictures } from '../../contract/limits.ts'
import { isElsewhere } from '../../engine/platform/elsewhere.ts'

/** As pictures are called. Whether such a file is there is not looked at before a person has said that it may be. */
const ofPictures = /\.(?:jpe?g|jpe|jfif|png|gif|webp|avif|tiff?|hei[cf]|bmp)$/i

/** The pictures that a text names by absolute paths, a line each and as they end up; what else stands in it is passed over. */
export function namedInText(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/^["']|["']$/g, ''))
  const paths = lines
    .map((line) => (line.startsWith('~/') ? join(homedir(), line.slice(2)) : line))
    .filter((line) => isAbsolute(line) && !isElsewhere(line))
    .map(normalize)
    .filter((path) => ofPictures.test(path) && !isElsewhere(path))
  return [...new Set(paths)].slice(0, mostPictures)
}
