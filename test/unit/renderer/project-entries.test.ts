import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectEntries } from '../../../src/renderer/features/projects/project-entries.ts'

const projects = ['Harbour Days', 'Ärzte am Hafen', 'Autumn'].map((name, n) => ({ name, requests: n, usedAt: null }))
const shown = (typed: string) => projectEntries(projects, typed).map(({ kind, name }) => [kind, name])

describe('the list of projects', () => {
  it('has the way out first, then all of them as they come', () => {
    for (const typed of ['', '  '])
      expect(shown(typed)).toEqual([['none', null], ...projects.map(({ name }) => ['known', name])])
  })

  it('finds them by any part of their words, and offers what is typed as a new one after them', () => {
    expect(shown('ha')).toEqual([
      ['known', 'Harbour Days'],
      ['known', 'Ärzte am Hafen'],
      ['new', 'ha'],
    ])
    expect(shown('days harb')).toEqual([
      ['known', 'Harbour Days'],
      ['new', 'days harb'],
    ])
    expect(shown(' Winter  27 ')).toEqual([['new', 'Winter 27']])
  })

  it('offers no second one of the same name, in whatever case and however it was typed', () => {
    expect(shown('harbour days')).toEqual([['known', 'Harbour Days']])
    expect(shown('A\u0308RZTE AM HAFEN')).toEqual([['known', 'Ärzte am Hafen']])
    expect(shown('x'.repeat(81))).toEqual([])
  })

  it('never has two lines that cannot be told apart', () => {
    const names = fc.uniqueArray(fc.constantFrom('none', 'new', 'known none', 'A', 'b'), { maxLength: 5 })
    fc.assert(
      fc.property(names, fc.constantFrom('', 'n', 'none', 'known', 'a'), (all, typed) => {
        const entries = projectEntries(
          all.map((name) => ({ name, requests: 0, usedAt: null })),
          typed,
        )
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
      }),
    )
  })
})
