import { describe, expect, it } from 'vitest'
import { commands } from '../../../src/contract/commands.ts'
import { allCommands, commandWords } from '../../../src/renderer/format/command-words.ts'
import { shortcutGroups } from '../../../src/renderer/format/shortcuts.ts'
import { apartByUse, mostRecent, ranked, recentFrom, usedNow } from '../../../src/renderer/lists/palette-order.ts'

const entries = [
  { id: 'a', label: 'Light theme', also: 'white' },
  { id: 'b', label: 'System theme', also: 'light dark' },
  { id: 'c', label: 'Lighthouse', also: '' },
]

describe('the palette', () => {
  it('shows what is called so before what may be called so, and marks only the words that are shown', () => {
    const found = ranked(entries, 'light', [])
    expect(found.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
    expect(found[0]?.ranges).toEqual([[0, 5]])
    expect(found[2]?.ranges).toEqual([])
  })

  it('puts what was used later first where two answer alike', () => {
    const alike = [entries[0], { id: 'd', label: 'Light theme', also: '' }].filter((each) => each !== undefined)
    expect(ranked(alike, 'light', ['d']).map(({ id }) => id)).toEqual(['d', 'a'])
    expect(ranked(alike, 'light', ['a', 'd']).map(({ id }) => id)).toEqual(['a', 'd'])
  })

  it('puts what can be done before what cannot, where they answer alike', () => {
    const alike = [
      { id: 'a', label: 'Light theme', also: '', blocked: 'Already selected.' },
      { id: 'b', label: 'Light table', also: '', blocked: null },
    ]
    expect(ranked(alike, 'light', []).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('finds other names by their beginnings only', () => {
    const entry = { id: 'a', label: 'System', also: 'appearance' }
    expect(ranked([entry], 'app', [])).toHaveLength(1)
    for (const typed of ['sa', 'pear', 'aprnc']) expect(ranked([entry], typed, [])).toEqual([])
  })

  it('remembers what was used, each once, the last first', () => {
    let recent: string[] = []
    for (const id of ['a', 'b', 'a', ...Array.from({ length: 30 }, (_, n) => `n${n}`), 'b'])
      recent = usedNow(recent, id)
    expect(recent).toHaveLength(mostRecent)
    expect(recent.slice(0, 2)).toEqual(['b', 'n29'])
    expect(apartByUse(entries, ['gone', 'b'], 5)).toEqual({ used: [entries[1]], others: [entries[0], entries[2]] })
  })

  it.each([[null], [{}], ['library'], [[1, null, {}]]])('takes %j as nothing used before', (kept) =>
    expect(recentFrom(kept)).toEqual([]),
  )
})

describe('the one list of commands', () => {
  it('has the same words in the window as in the system’s menu, and each command once', () => {
    for (const { id, words } of commands) expect(commandWords(id)).toBe(words)
    expect(new Set(allCommands.map(({ id }) => id)).size).toBe(commands.length)
  })

  it('gives no combination to two of them, and all of them stand on the sheet', () => {
    const keys = allCommands.flatMap(({ keys }) => keys ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    const [everywhere] = shortcutGroups()
    const shown = everywhere?.shortcuts.flatMap((one) => one.keys) ?? []
    for (const key of keys) if (!/^mod \d$/.test(key)) expect(shown).toContain(key)
    expect(shown).toContain('mod 1 … 6')
  })

  it('has none that spends', () => {
    for (const { words } of commands) expect(words).not.toMatch(/approve|order|send|pay|buy/i)
  })
})
