import { describe, expect, it } from 'vitest'
import { personMeant, readPersonName } from '../../../../src/domain/studio/person-name.ts'

describe('the name of somebody of a studio', () => {
  it('is the same text however it was typed', () => {
    expect(['Ann', ' Ann ', 'Zoe\u0308', 'Ann  Lee'].map(readPersonName)).toEqual(['Ann', 'Ann', 'Zo\u00eb', 'Ann Lee'])
    expect(readPersonName('n'.repeat(100))).toHaveLength(100)
  })

  it('is none where two people could look like one', () => {
    const none = ['', ' ', '\t', 'A\nnn', 'A\u0000nn', '\u202eAnn', 'An\u200bn', '\u2066Ann\u2069', 'n'.repeat(101)]
    expect(none.filter((text) => readPersonName(text) !== null)).toEqual([])
  })

  it('means whoever was let in under it, also before names were tidied', () => {
    const people = [' ', 'Ann ', 'Ben', 'Ben ', 'Zoe\u0308'].map((name) => ({ name }))
    const meant = (text: string): string | null => personMeant(people, text)?.name ?? null
    expect(meant('Ann ')).toBe('Ann ')
    expect(meant('Ann')).toBe('Ann ')
    expect(meant('Ben')).toBe('Ben')
    expect(meant('Ben ')).toBe('Ben ')
    expect(meant('Zo\u00eb')).toBe('Zoe\u0308')
    expect(meant(' ')).toBe(' ')
    expect(meant('Dora')).toBe(null)
  })
})
