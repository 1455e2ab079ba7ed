import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export const inRoot = (...parts: string[]): string => join(root, ...parts)
/** For what is made or fetched once; gone with node_modules. */
export const cacheDir = inRoot('node_modules/.cache/printroom')
