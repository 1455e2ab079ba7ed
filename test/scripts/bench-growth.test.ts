import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { growths } from '../bench/growth.ts'
import { growthOf, growthPage } from '../bench/support/growth-page.ts'
import { type Growth, growthPlot } from '../bench/support/growth-plot.ts'
import { verdictOf } from '../bench/support/measure.ts'
import { pageOf, writePage } from '../bench/support/page.ts'

const growth = (changes: Partial<Growth> = {}): Growth => ({
  name: 'search',
  rows: 'results',
  isFlat: true,
  ms: { 1000: [1, 1, 1], 10000: [1, 1, 1], 100000: [1.2, 1.2, 1.2] },
  ...changes,
})

describe('how a home grows', () => {
  it('is flat where the largest takes about what the smallest does, whatever lies between', () => {
    expect(verdictOf(growthOf(growth()))).toBe('met')
    expect(verdictOf(growthOf(growth({ ms: { 1000: [1, 1, 1], 100000: [9, 9, 9] } })))).toBe('missed')
  })

  it('is linear where a row takes about what it did', () => {
    const linear = growth({ isFlat: false, rows: 'receipts', ms: { 100: [1, 1, 1], 1000: [11, 11, 11] } })
    expect(growthOf(linear).ratio).toBeCloseTo(1.1)
    expect(verdictOf(growthOf(linear))).toBe('met')
    expect(verdictOf(growthOf({ ...linear, ms: { 100: [1, 1, 1], 1000: [100, 100, 100] } }))).toBe('missed')
  })

  it('is drawn: what is flat lies flat, ten times as long is one step higher', () => {
    const svg = growthPlot([
      growth({ ms: { 10: [1, 1, 1], 100: [1, 1, 1] } }),
      growth({ name: 'ledger', ms: { 10: [1, 1, 1], 100: [10, 10, 10] } }),
    ])
    const lines = [...svg.matchAll(/points="([^"]*)"/g)].map(([, points = '']) =>
      points.split(' ').map((point) => point.split(',').map(Number)),
    )
    expect(lines).toHaveLength(2)
    const [flat = [], rising = []] = lines
    expect(flat[0]?.[1]).toBe(flat[1]?.[1])
    expect(rising[0]).toEqual(flat[0])
    // As high as the plot: one power of ten is all there is.
    expect(rising[1]?.[1]).toBe(24)
    expect(svg).toContain('>ledger</text>')
    expect(svg).toContain('>10 ms</text>')
  })

  it('stands on the page as a table and a plot beside it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'printroom-page-'))
    try {
      const path = join(folder, 'bench.md')
      const receipts = growth({ name: 'ledger', rows: 'receipts', ms: { 1000: [2, 2, 2] } })
      writePage(path, pageOf(['| a row |'], 'a machine', false), [growthPage([growth(), receipts])])
      const page = readFileSync(path, 'utf8')
      expect(page).toContain('| search | 1.00 ms | 1.00 ms | 1.20 ms |')
      expect(page).toContain('| ledger | 2.00 ms | – | – |')
      expect(page.indexOf('| a row |')).toBeLessThan(page.indexOf('## As a home grows'))
      expect(readFileSync(join(folder, 'bench-growth.svg'), 'utf8')).toMatch(/^<svg /)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('is measured in whole homes, each size as often as the others', async () => {
    const found = await growths({ results: [20, 40], receipts: [3, 6], rounds: 3 })
    expect(found.map(({ name, rows }) => [name, rows])).toEqual([
      ['open', 'results'],
      ['first page', 'results'],
      ['search', 'results'],
      ['colour', 'results'],
      ['ledger', 'receipts'],
    ])
    for (const { ms, rows } of found) {
      expect(Object.keys(ms)).toEqual(rows === 'results' ? ['20', '40'] : ['3', '6'])
      for (const values of Object.values(ms)) expect(values.filter((each) => each > 0)).toHaveLength(3)
    }
  })
})
