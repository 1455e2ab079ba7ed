import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLink } from '../domain/links/link.ts'
import { isElsewhere } from '../engine/platform/elsewhere.ts'

/**
 * The files and folders that a command line names, absolute. The program itself and, while somebody develops, the app's
 * own folder stand in it too. Linux desktops name files by `file:` addresses.
 */
export function namedFiles(argv: readonly string[], folder: string, appPath: string): string[] {
  return argv
    .slice(1)
    .filter((word) => !word.startsWith('-') && !isLink(word))
    .flatMap((word) => pathOf(word, folder) ?? [])
    .filter((path) => path !== resolve(appPath) && existsSync(path))
}

/** Null for an address of another computer: looking at that would already tell it who we are. */
function pathOf(word: string, folder: string): string | null {
  if (isElsewhere(word)) return null
  if (!/^file:/i.test(word)) return resolve(folder, word)
  const url = URL.parse(word)
  if (url === null || url.host !== '' || isElsewhere(decoded(url.pathname))) return null
  try {
    return fileURLToPath(url)
  } catch {
    return null
  }
}

/** Empty where it is no text at all. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return ''
  }
}
