import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rowHash, rowSources } from '../../scripts/lib/row-sources.mjs'

const rows = readdirSync(join(import.meta.dirname, '../proof'))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replace('.test.ts', ''))

it('each row of the proof knows its own test and, through it, what it proves', () => {
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(rowSources(row), row).toContain(`test/proof/${row}.test.ts`)
    expect(rowSources(row).filter((file) => file.startsWith('src/')).length, row).toBeGreaterThan(0)
    expect(rowHash(row), row).toMatch(/^[0-9a-f]{16}$/)
  }
})

it('what a row starts as a process of its own is among them, and what it never runs is not', () => {
  expect(rowSources('kills')).toContain('src/engine/queue/driver.ts')
  expect(rowSources('kills')).toContain('src/cli/index.ts')
  expect(rowSources('simulation')).toContain('src/engine/store/journal.ts')
  expect(rowSources('simulation').filter((file) => /^src\/(?:renderer|main|cli)\//.test(file))).toEqual([])
  expect(rowSources('planted')).toContain('src/domain/request/step.ts')
  expect(rowSources('mutants')).toContain('src/domain/request/step.ts')
  expect(rowSources('mutants')).toContain('test/support/receipts.ts')
  expect(rowSources('mutants').filter((file) => /^src\/(?!domain|contract)/.test(file))).toEqual([])
})
