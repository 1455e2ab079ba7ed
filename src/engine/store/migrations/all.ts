import { first } from './0001-first.ts'
import { held } from './0002-held.ts'

/** In order; the database's `user_version` counts how many have run. Forward only. */
export const migrations: readonly string[] = [first, held]
