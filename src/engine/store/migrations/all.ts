import { first } from './0001-first.ts'

/** In order; the database's `user_version` counts how many have run. Forward only. */
export const migrations: readonly string[] = [first]
