import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { collectionName, libraryMarks } from '../../../../src/contract/library.ts'
import { readProject } from '../../../../src/domain/ledger/project-name.ts'
import { copyTemplateProblem } from '../../../../src/domain/naming/copy-name.ts'
import { readGivenName } from '../../../../src/domain/naming/given-name.ts'

const hidden = fc.constantFrom('\u200b', '\u202e', '\u2066', '\ufeff', '\u0007', '\u{e0041}', '\u00ad', '\u2028', '\0')
const unseen = /[\p{Cc}\p{Bidi_Control}\u{e0000}-\u{e007f}\u200b\ufeff\u2028\u2029]/u

describe('a name that people give (L12)', () => {
  it('holds nothing that nobody sees, in one line, and stays as it is the second time', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hidden, fc.string({ unit: 'grapheme' })), { maxLength: 12 }), (parts) => {
        const name = readGivenName(parts.join(''), 60)
        if (name === null) return
        expect(name).not.toMatch(unseen)
        expect(name.trim()).toBe(name)
        expect(readGivenName(name, 60)).toBe(name)
      }),
    )
  })

  it('is not looked through where it is longer than anybody types (W10)', () => {
    const composed = vi.spyOn(String.prototype, 'normalize')
    const long = '\u200b'.repeat(1001)
    expect([readGivenName(long, 60), readProject(long)]).toEqual([null, null])
    expect(composed).not.toHaveBeenCalled()
    composed.mockRestore()
  })

  it('is a tag’s and a collection’s, whose twins are one', () => {
    for (const typed of ['Nord', ' Nord\n', 'No\u200brd', '\u202eNord', 'Nord\u0000']) {
      expect(libraryMarks.parse({ addTag: typed })).toEqual({ addTag: 'Nord' })
      expect(collectionName.parse(typed)).toBe('Nord')
    }
    expect(collectionName.parse('Spring\r\n\tsale')).toBe('Spring sale')
    for (const typed of ['', ' \n', '\u200b', 'x'.repeat(61), 'x'.repeat(100_000)])
      expect(collectionName.safeParse(typed).success, typed.slice(0, 5)).toBe(false)
    expect(collectionName.parse('👩‍👩‍👧')).toBe('👩‍👩‍👧')
  })

  it('of a project holds nothing hidden either, and a name template no line break', () => {
    for (const name of ['No\u200brd', 'Nord\ufeff!', 'N\u202eord', 'a\nb']) expect(readProject(name), name).toBeNull()
    expect(readProject('Nord 👩‍👩‍👧')).toBe('Nord 👩‍👩‍👧')
    for (const template of ['{source}\n', '{source}\u202e', 'a\u200b{n}', 'a\tb'])
      expect(copyTemplateProblem(template), template).toMatch(/nobody sees|line break/)
    expect(copyTemplateProblem('{source} {n}')).toBeNull()
  })
})
