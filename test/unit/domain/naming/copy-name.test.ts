import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyWish } from '../../../../src/domain/copies/wish.ts'
import {
  copyFileName,
  copyRoom,
  copyTemplateProblem,
  copyWords,
  usualCopyTemplate,
} from '../../../../src/domain/naming/copy-name.ts'

const values = {
  source: 'My fox',
  skill: 'remove-bg',
  model: '',
  date: '2026-11-21',
  n: '01',
  prompt: 'A fox / at "dusk"',
}
const awkward = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('con', 'NUL', '..', 'é', 'e\u0301', 'ﬁ漢👩', '{source}', '.', ' ', '-', ''),
)
const anyValues = fc.record(
  Object.fromEntries(copyWords.map((word) => [word, awkward])) as Record<string, typeof awkward>,
)

describe('names of copies', () => {
  it('are what the template says, without a gap where a word has no value, with a number where one is taken', () => {
    expect(copyFileName(usualCopyTemplate, values, 'png')).toBe('My-fox-remove-bg.png')
    expect(copyFileName('{date}_{source} {n}', values, 'webp')).toBe('2026-11-21_My-fox-01.webp')
    expect(copyFileName('{model}-{prompt}-{model}', values, 'png')).toBe('A-fox-at-dusk.png')
    expect(copyFileName(usualCopyTemplate, values, 'png', 3)).toBe('My-fox-remove-bg-3.png')
    expect(copyFileName('../../{source}', values, 'png')).toBe('My-fox.png')
    expect(copyFileName('{model}', values, 'png')).toBe('picture.png')
  })

  it('are one plain name on every platform, whatever stands in the values and the template', () => {
    fc.assert(
      fc.property(
        awkward,
        anyValues,
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 16, max: 80 }),
        (template, all, n, room) => {
          const name = copyFileName(template, all as typeof values, 'png', n, room)
          expect(name).toBe(name.normalize('NFC'))
          expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}]|^\.|[. ]$/u)
          expect(name.split('.')[0]).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$/i)
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
          expect(name.length).toBeLessThanOrEqual(room + 5)
          if (n > 1) expect(name.endsWith(`-${n}.png`)).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('differ for each number, so that a free one is found', () => {
    fc.assert(
      fc.property(awkward, anyValues, (template, all) => {
        const names = Array.from({ length: 20 }, (_, n) =>
          copyFileName(template, all as typeof values, 'png', n + 1, 16),
        )
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(20)
      }),
    )
  })

  it('leave room for the whole path where the system counts that, and say where there is none', () => {
    const long = `C:\\${'x'.repeat(220)}`
    expect(copyRoom(long, 'png', true)).toBe(31)
    expect(copyRoom(`C:\\${'x'.repeat(250)}`, 'png', true)).toBeNull()
    expect(copyRoom(long, 'png', false)).toBe(80)
  })

  it('are refused where a word is not known or there is none, in words', () => {
    expect(copyTemplateProblem(usualCopyTemplate)).toBeNull()
    expect(copyTemplateProblem('{sorce}')).toMatch(/no “\{sorce\}”/)
    expect(copyTemplateProblem('  ')).toMatch(/name/)
    expect(copyTemplateProblem('x'.repeat(201))).toMatch(/200/)
    expect(copyWish.safeParse({ to: { kind: 'beside' }, template: '{sorce}' }).success).toBe(false)
    expect(copyWish.safeParse({ to: { kind: 'folder', folder: '' }, template: 'a' }).success).toBe(false)
  })
})
