import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { mostPictures } from '../../contract/limits.ts'
import { isElsewhere } from '../../engine/platform/elsewhere.ts'

/** The files that a text names by absolute paths, a line each; what else stands in it is passed over. */
export function namedInText(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/^["']|["']$/g, ''))
  const paths = lines
    .map((line) => (line.startsWith('~/') ? join(homedir(), line.slice(2)) : line))
    .filter((line) => isAbsolute(line) && !isElsewhere(line))
  return [...new Set(paths)].slice(0, mostPictures)
}
