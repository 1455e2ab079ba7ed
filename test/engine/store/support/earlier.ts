import { agents } from '../../../../src/engine/store/migrations/0010-agents.ts'
import { flags } from '../../../../src/engine/store/migrations/0011-flags.ts'
import { findingMigration } from '../../../../src/engine/store/migrations/0012-finding.ts'
import { madeHere } from '../../../../src/engine/store/migrations/0013-made-here.ts'
import { migrations } from '../../../../src/engine/store/migrations/all.ts'

const undone = (migration: string): string[] => [
  ...[...migration.matchAll(/CREATE TRIGGER (\w+)/g)].map(([, name]) => `DROP TRIGGER IF EXISTS ${name};`),
  ...[...migration.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => `DROP TABLE ${name};`),
  ...[...migration.matchAll(/CREATE INDEX (\w+)/g)].map(([, name]) => `DROP INDEX ${name};`),
  ...[...migration.matchAll(/ALTER TABLE (\w+) ADD COLUMN (\w+)/g)].map(
    ([, table, name]) => `ALTER TABLE ${table} DROP COLUMN ${name};`,
  ),
]

/** Takes a database back to the version before a migration, as far as later ones put columns where others were. */
export const backBefore = (migration: string): string => `
  ${[madeHere, findingMigration, flags, agents].flatMap((later) => (migrations.indexOf(later) >= migrations.indexOf(migration) ? undone(later) : [])).join(' ')}
  PRAGMA user_version = ${migrations.indexOf(migration)};`
