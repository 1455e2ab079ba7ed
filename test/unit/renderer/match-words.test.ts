import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchWords } from '../../../src/renderer/format/match-words.ts'

const marked = (typed: string, text: string): string | null => {
  const match = matchWords(typed, text)
  if (match === null) return null
  let shown = text
  for (const [from, end] of [...match.ranges].reverse())
    shown = `${shown.slice(0, from)}[${shown.slice(from, end)}]${shown.slice(end)}`
  return shown
}

describe('typed words in a text', () => {
  it.each([
    ['set', 'Settings', '[Set]tings'],
    ['lib the', 'Show the library’s folder', 'Show [the] [lib]rary’s folder'],
    ['ks', 'Keyboard shortcuts', '[K]eyboard [s]hortcuts'],
    ['stngs', 'Settings', '[S]e[t]ti[ngs]'],
    ['board', 'Keyboard shortcuts', 'Key[board] shortcuts'],
    ['NAIVE', 'A naïve fox', 'A [naïve] fox'],
    ['하', '한국', '[한]국'],
    ['cafe', 'Le cafe\u0301', 'Le [cafe\u0301]'],
    ['', 'Anything', 'Anything'],
    ['…!', 'Anything', null],
    ['fox', 'Settings', null],
    ['sg', 'Settings', null],
    ['ettings', 'Settings', 'S[ettings]'],
    ['gns', 'Settings', null],
    ['set zoo', 'Settings', null],
  ])('%j in %j', (typed, text, shown) => expect(marked(typed, text)).toBe(shown))

  const text = fc
    .array(fc.stringMatching(/^[\p{L}\p{N}]{1,8}$/u), { minLength: 1, maxLength: 6 })
    .map((w) => w.join(' '))

  it('are found in any order, as whole words or as beginnings', () => {
    fc.assert(
      fc.property(text, fc.infiniteStream(fc.nat(100)), (words, chances) => {
        const typed = words
          .split(' ')
          .map((word) => [...word].slice(0, 1 + ((chances.next().value ?? 0) % word.length)).join(''))
          .reverse()
          .join(' ')
        expect(matchWords(typed, words)).not.toBeNull()
      }),
    )
  })

  it('never find more as beginnings when another letter is typed', () => {
    fc.assert(
      fc.property(text, text, (typed, words) => {
        if (matchWords(typed, words, true) === null) return
        expect(matchWords([...typed].slice(0, -1).join(''), words, true)).not.toBeNull()
      }),
    )
  })

  it('are marked inside the text, in order and apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (typed, words) => {
        const { ranges } = matchWords(typed, words) ?? { ranges: [] }
        let last = -1
        for (const [from, end] of ranges) {
          expect(from).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(from)
          last = end
        }
        expect(last).toBeLessThanOrEqual(words.length)
      }),
    )
  })

  it('are none in signs alone, which find nothing (L15)', () => {
    for (const typed of ['!!!', '?', '"', '🌊', '\u{301}'])
      expect(matchWords(typed, 'Export the ledger'), typed).toBeNull()
    for (const typed of ['', '  ']) expect(matchWords(typed, 'Export the ledger')).toEqual({ score: 0, ranges: [] })
  })

  it('count for more the nearer they are to the word itself', () => {
    const score = (typed: string, of: string) => matchWords(typed, of)?.score ?? 0
    expect(score('key', 'Key')).toBeGreaterThan(score('key', 'Keyboard'))
    expect(score('board', 'Board')).toBeGreaterThan(score('board', 'Keyboard'))
    expect(score('ledger', 'Ledger')).toBeGreaterThan(score('ledger', 'Export the ledger'))
  })
})
