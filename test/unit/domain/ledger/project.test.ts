import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostProjectCharacters, readProject } from '../../../../src/domain/ledger/project-name.ts'

describe('the name of a project', () => {
  it('is the same text however it was typed', () => {
    for (const typed of ['Ärzte am Hafen', '  A\u0308rzte  am\u00a0Hafen\n', '\u3000Ärzte am Hafen'])
      expect(readProject(typed)).toBe('Ärzte am Hafen')
    expect(readProject('👩‍🚀 Mission 7')).toBe('👩‍🚀 Mission 7')
    expect(readProject('=1+1')).toBe('=1+1')
  })

  it.each([
    ['nothing', ''],
    ['spaces alone', ' \t\n'],
    ['a line break inside', 'Harbour\nDays'],
    ['a control character', 'Harbour\u0007'],
    ['one that turns the words beside it round', 'Harbour \u202eDays'],
    ['half a character', 'Harbour \ud83d'],
    ['more than it may have', 'x'.repeat(mostProjectCharacters + 1)],
  ])('is not %s', (_, typed) => {
    expect(readProject(typed)).toBeNull()
  })

  it('has so many characters as people count them, not as they are stored', () => {
    expect(readProject('🦊'.repeat(mostProjectCharacters))).not.toBeNull()
    expect(readProject('🦊'.repeat(mostProjectCharacters + 1))).toBeNull()
  })

  it('once read reads as itself, and holds nothing that is not seen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (typed) => {
        const name = readProject(typed)
        if (name === null) return
        expect(readProject(name)).toBe(name)
        expect(name).toBe(name.trim().normalize('NFC'))
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}]/u)
        expect([...name].length).toBeGreaterThan(0)
        expect([...name].length).toBeLessThanOrEqual(mostProjectCharacters)
      }),
      { numRuns: 300 },
    )
  })
})
