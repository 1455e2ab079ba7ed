import { firstStudioTables } from './0001-first.ts'
import { workers } from './0002-workers.ts'
import { acts } from './0003-acts.ts'
import { arriving } from './0004-arriving.ts'
import { troubles } from './0005-troubles.ts'
import { turns } from './0006-turns.ts'

/** Forward only: what was released is never changed. A step first makes room for the new form; a later one takes the old away. */
export const studioMigrations: readonly string[] = [firstStudioTables, workers, acts, arriving, troubles, turns]
