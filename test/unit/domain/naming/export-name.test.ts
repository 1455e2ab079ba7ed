import { describe, expect, it } from 'vitest'
import {
  exportName,
  exportTemplates,
  exportValues,
  unknownExportWords,
} from '../../../../src/domain/naming/export-name.ts'

const values = {
  name: 'fox-7f3c2a91',
  title: 'A fox / at "dusk"',
  'made-with': 'Model B',
  date: '2026-11-20',
  request: '7f3c2a91',
  number: '007',
  rating: '4',
}

describe('names of exported copies', () => {
  it('are what the template says, fit for every file system, with a number where one is taken', () => {
    expect(exportName('{name}', values, 'png')).toBe('fox-7f3c2a91.png')
    expect(exportName('{date} {title}_{number}', values, 'webp')).toBe('2026-11-20-A-fox-at-dusk-_007.webp')
    expect(exportName('{name}', values, 'png', 3)).toBe('fox-7f3c2a91-3.png')
    expect(exportName('../{name}', values, 'png')).toBe('fox-7f3c2a91.png')
    expect(exportName('   ', values, 'png')).toBe('picture.png')
  })

  it('say which words there are not, instead of leaving them out', () => {
    expect(unknownExportWords('{name}-{titel}-{x}')).toEqual(['titel', 'x'])
    expect(unknownExportWords('{made-with} {rating}')).toEqual([])
    expect(exportName('{titel}', values, 'png')).toContain('titel')
  })

  it('are filled from a result; every template to choose from gives each of several a name of its own or a number', () => {
    const result = {
      name: 'fox-7f3c2a91.png',
      title: 'A fox',
      modelName: null,
      skill: 'remove-bg',
      createdAt: '2026-11-20T12:00:00',
      requestId: '7f3c2a91-6f0e-4c39',
      rating: 4,
    }
    expect(exportValues(result, 7)).toEqual({
      name: 'fox-7f3c2a91',
      title: 'A fox',
      'made-with': 'remove-bg',
      date: '2026-11-20',
      request: '7f3c2a91',
      number: '007',
      rating: '4',
    })
    for (const template of exportTemplates) {
      expect(unknownExportWords(template)).toEqual([])
      expect(template).toMatch(/\{(name|number)\}/)
    }
  })
})

it('is within 255 bytes with whatever ends it and its sidecar, also in Chinese (W1)', () => {
  const values = exportValues(
    {
      name: `${'画'.repeat(90)}.png`,
      title: '海'.repeat(90),
      modelName: null,
      skill: null,
      createdAt: 0,
      requestId: 'r',
      rating: 0,
    },
    1,
  )
  for (const isPractice of [false, true])
    for (const n of [1, 2, 10_000]) {
      const name = exportName('{name}-{title}', values, 'webp', n, isPractice, '@1.5x')
      expect(Buffer.byteLength(`${name}.json`)).toBeLessThanOrEqual(255)
      expect(name).toContain('画'.repeat(60))
      expect(name.endsWith(n === 1 ? '@1.5x.webp' : `-${n}@1.5x.webp`)).toBe(true)
    }
  expect(exportName('CONOUT$', values, 'png')).toBe('_CONOUT$.png')
  expect(exportName('conin$', values, 'png', 2)).toBe('_conin$-2.png')
})
