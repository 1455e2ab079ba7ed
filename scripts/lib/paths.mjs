// Where things are, for every script.
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
/** Ours alone, and gone with node_modules: what was fetched or remembered for this checkout. */
export const cacheDir = join(root, 'node_modules', '.cache', 'printroom')

export const inRoot = (...parts) => join(root, ...parts)
