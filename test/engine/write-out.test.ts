import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../src/engine/platform/failpoints.ts'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { InTheWayError, ownPlaces } from '../../src/engine/platform/own-place.ts'
import { writeOut } from '../../src/engine/platform/write-out.ts'
import { newFolder } from '../support/folders.ts'

/** A home with what Printroom keeps, and a folder of the person's. */
function furnished() {
  const root = newFolder()
  const home = join(root, 'home')
  const data = join(home, 'service')
  mkdirSync(join(data, 'library/2026'), { recursive: true })
  mkdirSync(join(home, 'practice'), { recursive: true })
  const kept = [
    ...['printroom.db', 'journal.jsonl', 'salt', 'library/2026/fox.png'].map((name) => join(data, name)),
    join(home, 'settings.json'),
  ]
  for (const path of kept) writeFileSync(path, `kept ${path}`)
  const mine = join(root, 'mine')
  mkdirSync(mine)
  const untouched = () => kept.every((path) => readFileSync(path, 'utf8') === `kept ${path}`)
  const folders = { ...foldersFor(home, false), memory: join(root, 'homes') }
  return { root, home, folders, data, kept, mine, untouched, own: ownPlaces(home, [], folders.memory) }
}

describe('a file that somebody names', () => {
  it('is written where none is, and over none without a word (S5)', () => {
    const { mine, own } = furnished()
    const path = join(mine, 'receipts.jsonl')
    writeOut(path, 'one', false, own)
    expect(() => writeOut(path, 'two', false, own)).toThrow(/there already, and was not touched/)
    expect(readFileSync(path, 'utf8')).toBe('one')
    writeOut(path, 'three', true, own)
    expect(readFileSync(path, 'utf8')).toBe('three')
    expect(readdirSync(mine)).toEqual(['receipts.jsonl'])
  })

  it('is never Printroom’s own, by any name and by any word (S5)', () => {
    const { data, kept, mine, own, untouched } = furnished()
    symlinkSync(data, join(mine, 'folder'))
    symlinkSync(join(data, 'printroom.db'), join(mine, 'link'))
    linkSync(join(data, 'journal.jsonl'), join(mine, 'hard'))
    symlinkSync(join(data, 'made-by-a-link'), join(mine, 'dangling'))
    const names = [
      ...kept,
      ...['folder/printroom.db', 'folder/new.jsonl', 'folder/library/2026/new', 'link', 'hard', 'dangling'].map(
        (name) => join(mine, name),
      ),
      join(mine, '..', 'home', 'service', '..', 'service', 'salt'),
    ]
    for (const path of names)
      for (const isOverAllowed of [false, true])
        expect(() => writeOut(path, 'x', isOverAllowed, own), path).toThrow(InTheWayError)
    expect(untouched()).toBe(true)
    expect(readdirSync(data).sort()).toEqual(['journal.jsonl', 'library', 'printroom.db', 'salt'])
  })

  it('may be a link of the person’s own, whose file is written, and no folder (S5)', () => {
    const { mine, own } = furnished()
    writeFileSync(join(mine, 'real'), 'old')
    symlinkSync(join(mine, 'real'), join(mine, 'link'))
    writeOut(join(mine, 'link'), 'new', true, own)
    expect(readFileSync(join(mine, 'real'), 'utf8')).toBe('new')
    mkdirSync(join(mine, 'sub'))
    for (const isOverAllowed of [false, true])
      expect(() => writeOut(join(mine, 'sub'), 'x', isOverAllowed, own)).toThrow(/no file/)
    expect(() => writeOut(join(mine, 'none', 'x'), 'x', true, own)).toThrow(/ENOENT/)
  })

  it('is whole or as it was, wherever the disk fails (S5)', () => {
    const { mine, own } = furnished()
    const path = join(mine, 'receipts.jsonl')
    writeFileSync(path, 'old')
    onTestFinished(() => watchPoints(null))
    for (const failing of ['export write', 'export sync', 'export rename'] as const) {
      watchPoints((point, side) => {
        if (point === failing && side === 'before') throw new Error('the disk fails')
      })
      expect(() => writeOut(path, 'new', true, own)).toThrow('the disk fails')
      expect([readdirSync(mine), readFileSync(path, 'utf8')]).toEqual([['receipts.jsonl'], 'old'])
    }
  })

  it('is no file of another home either, known by what lies in its folder (S9)', () => {
    const { root, mine, own } = furnished()
    const other = join(root, 'other')
    const moved = join(root, 'moved')
    for (const folder of [join(other, 'practice', 'cache'), join(moved, '2026')]) mkdirSync(folder, { recursive: true })
    writeFileSync(join(other, 'practice', 'receipts.journal'), 'kept')
    writeFileSync(join(other, 'settings.json'), 'kept')
    writeFileSync(join(moved, '.printroom-library'), 'kept')
    symlinkSync(join(other, 'practice'), join(mine, 'way'))
    const names = [
      ...['practice/receipts.journal', 'practice/new', 'practice/cache/new', 'settings.json', 'settings.json.copy'].map(
        (name) => join(other, name),
      ),
      ...['.printroom-library', 'new', '2026/new'].map((name) => join(moved, name)),
      join(mine, 'way', 'new'),
    ]
    for (const path of names)
      for (const isOverAllowed of [false, true])
        expect(() => writeOut(path, 'x', isOverAllowed, own), path).toThrow(InTheWayError)
    expect(readFileSync(join(other, 'settings.json'), 'utf8')).toBe('kept')
    // Beside a home is not in it.
    writeOut(join(other, 'receipts.jsonl'), 'x', false, own)
  })

  it('is no place of this home or of one that this computer has had, also where nothing is there yet (S9)', () => {
    const { root, home, folders } = furnished()
    const other = join(root, 'other', 'service')
    mkdirSync(other, { recursive: true })
    mkdirSync(folders.memory, { recursive: true })
    writeFileSync(join(folders.memory, 'abc.service'), `${other}\n`)
    const own = ownPlaces(home, [], folders.memory)
    rmSync(join(home, 'settings.json'))
    for (const path of [
      join(other, 'new'),
      join(folders.memory, 'new'),
      ...['settings.json', 'settings.json.copy'].map((name) => join(home, name)),
    ])
      expect(() => writeOut(path, 'x', true, own), path).toThrow(InTheWayError)
  })

  it.skipIf(process.platform === 'win32')('is no pipe and no device, which may wait for ever (S3)', () => {
    const { mine, own } = furnished()
    const pipe = join(mine, 'pipe')
    execFileSync('mkfifo', [pipe])
    symlinkSync(pipe, join(mine, 'link'))
    for (const path of [pipe, join(mine, 'link'), '/dev/null'])
      for (const isOverAllowed of [false, true])
        expect(() => writeOut(path, 'x', isOverAllowed, own), path).toThrow(/no file.*Name another one/)
    expect(readdirSync(mine).sort()).toEqual(['link', 'pipe'])
  })
})
