import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../src/engine/durable.ts'
import { InTheWayError, ownPlaces, writeOut } from '../../src/engine/write-out.ts'
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
  return { data, kept, mine, untouched, own: ownPlaces(home) }
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

  it.skipIf(process.platform === 'win32')('may be a pipe, which loses nothing (S5)', () => {
    const { mine, own } = furnished()
    const pipe = join(mine, 'pipe')
    execFileSync('mkfifo', [pipe])
    const reader = `cat '${pipe}' > '${join(mine, 'read')}' & echo $!`
    spawnSync('sh', ['-c', reader], { stdio: 'ignore' })
    writeOut(pipe, 'through', false, own)
    expect(readdirSync(mine).sort()).toEqual(['pipe', 'read'])
  })
})
