import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A member of the package.json within the archive, put there as it was packed. Nothing from outside (a variable, an argument,
 * a setting, a file of the home) says another one. Undefined where there is none.
 * @param appPath the archive
 */
export function packageMember(appPath: string, name: string): unknown {
  try {
    const told: unknown = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))
    return typeof told === 'object' && told !== null && Object.hasOwn(told, name) ? Reflect.get(told, name) : undefined
  } catch {
    return undefined
  }
}
