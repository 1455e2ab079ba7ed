import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the page of the proofs names each row, those in parts and those not begun too', () => {
  const said = execFileSync(process.execPath, ['scripts/prove.mjs', '--report'], { encoding: 'utf8' })
  const rows = readdirSync('test/proof').flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? [])
  expect(rows.length).toBeGreaterThan(10)
  for (const row of [...rows, 'mutants']) expect(said).toMatch(new RegExp(`^${row} +(not begun|\\d+ of \\d+)`, 'm'))
})
