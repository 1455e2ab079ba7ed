import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/electron.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\d+) \|(.*)\|$/gm)].map(([, number = '', rest = '']) => {
  const [what = '', mend = '', shown = '', settled = ''] = rest.split(' | ').map((cell) => cell.trim())
  return { number: Number(number), what, mend, shown, settled }
})

describe('the page about Electron itself', () => {
  it('has each of the 24 findings, with its mend and what first-run settles', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
    for (const { number, what, mend, settled } of rows)
      for (const cell of [what, mend, settled]) expect(cell.length, `${number}`).toBeGreaterThan(3)
  })

  it('names for each a test that there is, or says that nothing can show it here', () => {
    const tests = new Set(
      readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.includes('node_modules'))
        .map((name) => name.split(/[\\/]/).at(-1)),
    )
    for (const { number, shown } of rows) {
      const named = [...shown.matchAll(/`(?:[\w/-]+\/)?([\w-]+\.(?:test\.ts|spec))`/g)].map(([, name = '']) =>
        name.endsWith('.spec') ? `${name}.ts` : name,
      )
      expect(
        named.filter((name) => !tests.has(name)),
        `${number}`,
      ).toEqual([])
      expect(
        named.length > 0 || /^nothing:/.test(shown) || /`test\/engine\/images`/.test(shown),
        `${number}: ${shown}`,
      ).toBe(true)
    }
  })
})
