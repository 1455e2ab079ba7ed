import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Journal, type JournalEntry } from '../../../src/engine/store/journal.ts'
import { newFolder } from '../../support/folders.ts'

const entry = (revision: number): JournalEntry => ({
  v: 1,
  id: 'a',
  revision,
  set: { note: `café ${revision}` },
  happenings: [],
})

function newJournal(): Journal {
  const journal = new Journal(join(newFolder(), 'j'))
  onTestFinished(() => journal.close())
  return journal
}

describe('the journal', () => {
  it('reads back what was appended, from any entry on', () => {
    const journal = newJournal()
    const end = journal.append([entry(1), entry(2)])
    journal.append([entry(3)])
    expect(journal.read().entries.map((e) => e.revision)).toEqual([1, 2, 3])
    expect(journal.read(end).entries.map((e) => e.revision)).toEqual([3])
    expect(journal.read().end).toBe(journal.size())
  })

  it('passes over a torn last line, and closes it off before the next entry', () => {
    const journal = newJournal()
    journal.append([entry(1)])
    const whole = journal.size()
    journal.append([entry(2)])
    truncateSync(journal.path, journal.size() - 10)
    expect(journal.read()).toMatchObject({ damaged: [{ offset: whole, isTorn: true }] })
    journal.append([entry(3)])
    expect(journal.read().entries.map((e) => e.revision)).toEqual([1, 3])
    expect(journal.read().damaged).toMatchObject([{ offset: whole, isTorn: false }])
  })

  it('reads a last line cut at any byte the same before and after the next entry has closed it off (I7)', () => {
    const journal = newJournal()
    journal.append([entry(1)])
    const from = journal.size()
    journal.append([entry(2)])
    const bytes = readFileSync(journal.path).subarray(0, journal.size())
    const counts = new Set<number>()
    for (let length = from + 1; length < bytes.length; length += 1) {
      writeFileSync(journal.path, bytes.subarray(0, length))
      const before = journal.read().entries.map((e) => e.revision)
      journal.append([entry(3)])
      expect(
        journal.read().entries.map((e) => e.revision),
        `cut to ${length}`,
      ).toEqual([...before, 3])
      counts.add(before.length)
    }
    // Where only its end is lacking, it is whole.
    expect([...counts]).toEqual([1, 2])
  })

  it('reports a line with any one byte flipped, and reads the others', () => {
    const journal = newJournal()
    journal.append([entry(1)])
    const from = journal.size()
    journal.append([entry(2)])
    const to = journal.size()
    journal.append([entry(3)])
    const bytes = readFileSync(journal.path)
    for (let at = from; at < to - 1; at += 1) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      writeFileSync(journal.path, flipped)
      const read = journal.read()
      expect(
        read.entries.map((e) => e.revision),
        `byte ${at}`,
      ).toEqual([1, 3])
      expect(read.damaged.length, `byte ${at}`).toBeGreaterThan(0)
    }
  })

  it('takes nothing for an entry that only looks like one', () => {
    const journal = newJournal()
    appendFileSync(journal.path, 'hello\n\n{"v":1}\n0000000000000000 {}\n')
    expect(journal.read().entries).toEqual([])
    expect(journal.read().damaged).toHaveLength(3)
  })
})
