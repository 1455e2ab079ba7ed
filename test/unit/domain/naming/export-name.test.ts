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
