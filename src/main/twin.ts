import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether this package is the twin that the house drives by a debugger (`npm run package -- --twin`). A member of
 * package.json says so, put in as it is packed, within the archive whose integrity is checked; nothing from outside (a
 * variable, an argument, a file of the home) can make a shipped package one, and its fuse keeps Node's inspector off besides.
 * @param appPath the archive
 */
export function isTwin(appPath: string): boolean {
  try {
    const told: unknown = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))
    return typeof told === 'object' && told !== null && 'inspectableTwin' in told && told.inspectableTwin === true
  } catch {
    return false
  }
}
