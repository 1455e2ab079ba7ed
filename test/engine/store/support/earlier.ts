import { agents } from '../../../../src/engine/store/migrations/0010-agents.ts'
import { migrations } from '../../../../src/engine/store/migrations/all.ts'

const columns = [...agents.matchAll(/ADD COLUMN (\w+)/g)].map(([, name = '']) => name)
const indexes = [...agents.matchAll(/CREATE INDEX (\w+)/g)].map(([, name = '']) => name)

/** Takes a database back to the version before a migration, as far as later ones put columns where others were. */
export const backBefore = (migration: string): string => `
  ${indexes.map((name) => `DROP INDEX ${name};`).join(' ')}
  ${columns.map((name) => `ALTER TABLE requests DROP COLUMN ${name};`).join(' ')}
  PRAGMA user_version = ${migrations.indexOf(migration)};`
