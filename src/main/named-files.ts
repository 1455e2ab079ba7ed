import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * The files and folders that a command line names, absolute. The program itself and, while somebody develops, the app's
 * own folder stand in it too.
 */
export function namedFiles(argv: readonly string[], folder: string, appPath: string): string[] {
  return argv
    .slice(1)
    .filter((word) => !word.startsWith('-'))
    .map((word) => resolve(folder, word))
    .filter((path) => path !== resolve(appPath) && existsSync(path))
}
