import { first } from './0001-first.ts'

/** Forward only: what was released is never changed. A step first makes room for the new form; a later one takes the old away. */
export const migrations: readonly string[] = [first]
