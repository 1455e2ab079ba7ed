import Database from 'better-sqlite3'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { lettersAsWords } from '../../../src/engine/store/migrations/0008-letters-as-words.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'
import { assetOf } from './support/assets.ts'
import { backBefore } from './support/earlier.ts'
import { databaseIn, opened } from './support/open.ts'

/** Script, a sentence, parts of it, and what is none. */
const spaceless: [string, string, string[], string][] = [
  ['Chinese', '黄昏时沙丘上的狐狸iPhone照片', ['狐狸', '沙丘上', '狸iPh', 'iphone照', '照片'], '狸狐'],
  ['Japanese', '夕暮れのラーメン屋', ['ラーメン', 'メン屋', '暮れの', 'ー'], 'メーラ'],
  ['Thai', 'สุนัขจิ้งจอกในทะเลทราย', ['จิ้งจอก', 'ทะเล'], 'เลทะ'],
  ['Khmer', 'កញ្ជ្រោងនៅវាលខ្សាច់', ['វាល'], 'លវា'],
  ['Lao', 'ໝາຈອກໃນທະເລຊາຍ', ['ທະເລ'], 'ເລທະ'],
]

describe('the library', () => {
  let store: Store

  beforeEach(async () => {
    store = await opened(newFolder())
  })

  const fill = (count: number) => {
    for (let n = 1; n <= count; n += 1) store.assets.add(assetOf(n))
  }
  const namesOf = (search: string) => store.assets.page({ search, limit: 50 }).items.map((asset) => asset.name)

  it('gives back what was put in (I7)', () => {
    fill(1)
    expect(store.assets.get('request-1.0.0')).toEqual(assetOf(1, { createdMs: t0 }))
    expect(store.assets.ofRequest('request-1')).toHaveLength(1)
    expect(store.assets.get('other')).toBeNull()
  })

  it('counts the same output once, whatever a crash repeats', () => {
    fill(1)
    store.assets.add(assetOf(1, { id: 'another', name: 'again.png' }))
    expect(store.assets.page({ limit: 10 })).toMatchObject({ total: 1, items: [{ name: 'fox-1.png' }] })
  })

  it('is turned page by page, newest first, without a gap while new files come in', () => {
    fill(5)
    const first = store.assets.page({ limit: 2 })
    expect(first.items.map((a) => a.name)).toEqual(['fox-5.png', 'fox-4.png'])
    store.assets.add(assetOf(6))
    const second = store.assets.page({ limit: 2, before: first.cursor ?? 0 })
    expect(second.items.map((a) => a.name)).toEqual(['fox-3.png', 'fox-2.png'])
    expect(store.assets.page({ limit: 2, before: second.cursor ?? 0 })).toMatchObject({ cursor: null, total: 6 })
  })

  it('is turned page by page through those that were picked, rejected or neither', () => {
    fill(5)
    store.organise.mark(store.organise.seqsOf(['request-1.0.0', 'request-3.0.0', 'request-5.0.0']), { flag: 'pick' })
    store.organise.mark(store.organise.seqsOf(['request-2.0.0']), { flag: 'reject' })
    const first = store.assets.page({ flag: 'pick', search: 'fox', limit: 2 })
    expect(first).toMatchObject({ total: 3, items: [{ name: 'fox-5.png' }, { name: 'fox-3.png' }] })
    const second = store.assets.page({ flag: 'pick', search: 'fox', limit: 2, before: first.cursor ?? 0 })
    expect(second).toMatchObject({ items: [{ name: 'fox-1.png' }], cursor: null })
    expect(store.assets.page({ flag: 'reject', limit: 2 })).toMatchObject({ total: 1, items: [{ name: 'fox-2.png' }] })
    expect(store.assets.page({ flag: 'none', limit: 2 })).toMatchObject({ total: 1, items: [{ name: 'fox-4.png' }] })
  })

  it('finds beginnings of words, all of them, in title, name, model and Skill, without accents', () => {
    store.assets.add(assetOf(1))
    store.assets.add(assetOf(2, { title: 'A lighthouse', skill: 'remove-bg' }))
    expect(namesOf('fox dus')).toEqual(['fox-1.png'])
    expect(namesOf('light')).toEqual(['fox-2.png'])
    expect(namesOf('remove-bg')).toEqual(['fox-2.png'])
    expect(namesOf('epreuve')).toHaveLength(2)
    expect(namesOf('fox lighthouse')).toEqual(['fox-2.png'])
    expect(namesOf('cat')).toEqual([])
    expect(namesOf('  ')).toHaveLength(2)
  })

  it('finds nothing by signs alone, where a blank search lists everything (L15)', () => {
    fill(3)
    for (const search of ['!!!', '"', '-', '* ?', '\0', '🌊', '、。', '“”', '\u{200b}'])
      expect([namesOf(search), store.assets.find(search, 9)], search).toEqual([[], []])
    for (const search of ['', '  ', '\n']) expect(namesOf(search), search).toHaveLength(3)
    expect(namesOf('!!! fox "dusk"')).toHaveLength(3)
  })

  it.each(spaceless)('finds any part of a sentence that is written without spaces: %s', (_, title, parts, other) => {
    store.assets.add(assetOf(1, { title }))
    store.assets.add(assetOf(2, { title: 'A lighthouse' }))
    for (const part of parts) expect(namesOf(part), part).toEqual(['fox-1.png'])
    expect(namesOf(other)).toEqual([])
    expect(namesOf(`fox ${parts[0]}`)).toEqual(['fox-1.png'])
  })

  it('of an older version is found so too, with its tags, after it was brought up once', async () => {
    const folder = newFolder()
    const old = await opened(folder)
    spaceless.forEach(([, title], n) => {
      old.assets.add(assetOf(n, { title }))
    })
    old.assets.add(assetOf(8, { title: 'A lighthouse é' }))
    old.assets.add(assetOf(9, { title: 'A lighthouse' }))
    old.organise.mark(old.organise.seqsOf(['request-9.0.0']), { addTag: '海辺の写真' })
    old.close()
    const db = new Database(databaseIn(folder))
    db.exec(`DELETE FROM asset_words; INSERT INTO asset_words (rowid, words) SELECT seq, title FROM assets;
      DELETE FROM meta WHERE key = 'words_of_before'; ${backBefore(lettersAsWords)}`)
    db.close()
    const upgraded = await opened(folder)
    const found = (search: string) => upgraded.assets.find(search, 9).map(({ name }) => name)
    spaceless.forEach(([, , parts, other], n) => {
      for (const part of parts) expect(found(part), part).toEqual([`fox-${n}.png`])
      expect(found(other)).toEqual([])
    })
    expect(found('辺の写')).toEqual(['fox-9.png'])
    expect(found('épreuve 辺の写'), 'its other words').toEqual(['fox-9.png'])
    expect(found('lighthouse'), 'what has no such letter is left as it is').toEqual(['fox-9.png', 'fox-8.png'])
    expect(found('fox-8')).toEqual([])
    expect(upgraded.keyValues.note('words_of_before')).toBeNull()
  })

  it('takes anything typed as words, never as a query', () => {
    fill(1)
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({
        unit: fc.constantFrom('"', '*', '(', ')', ':', '^', '-', '+', 'a', ' ', 'OR ', 'NEAR('),
        maxLength: 12,
      }),
    )
    fc.assert(
      fc.property(typed, (search) => {
        store.assets.page({ search, limit: 5 })
      }),
      { numRuns: 500 },
    )
  })

  it('gives the newest that a search finds, and the newest of all without one', () => {
    fill(5)
    store.assets.add(assetOf(6, { title: 'A lighthouse' }))
    const found = (search: string, limit: number) => store.assets.find(search, limit).map((asset) => asset.name)
    expect(found('', 2)).toEqual(['fox-6.png', 'fox-5.png'])
    expect(found('dus', 2)).toEqual(['fox-5.png', 'fox-4.png'])
    expect(found('light', 9)).toEqual(['fox-6.png'])
    store.assets.markTrashed(['request-6.0.0'], t0)
    expect(found('light', 9)).toEqual([])
  })

  it('hides what went to the trash, and does not forget it', () => {
    fill(2)
    store.assets.markTrashed(['request-1.0.0'], t0)
    expect(store.assets.page({ limit: 5 })).toMatchObject({ total: 1 })
    expect(namesOf('fox')).toEqual(['fox-2.png'])
    expect(store.assets.ofRequest('request-1')).toEqual([])
    expect(store.assets.get('request-1.0.0')?.name).toBe('fox-1.png')
  })
})
