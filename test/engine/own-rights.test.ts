import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DamagedDatabaseError } from '../../src/engine/platform/damaged-database.ts'
import { lockName } from '../../src/engine/platform/file-names.ts'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { markForCheck } from '../../src/engine/store/damage.ts'
import { HomeLock } from '../../src/engine/store/home-lock.ts'
import { createPractice } from '../../src/practice/server.ts'
import { openPracticeDatabase } from '../../src/practice/state/database.ts'
import { type EngineAt, engineAt } from '../support/engine-at.ts'
import { newFolder } from '../support/folders.ts'
import { StrangeService } from '../support/strange-service.ts'

// Windows has no such rights: there the account's own folders are closed by the system.
const systems = it.skipIf(process.platform === 'win32')
const key = `svc_sk_${'a'.repeat(32)}`
const silent = 'http://127.0.0.1:9'
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const withParents = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true, recursive: true }).map((entry) => join(entry.parentPath, entry.name))

/** Of all in a folder that others could get at, if they were let into it: each with its rights. */
const open = (folder: string): string[] =>
  withParents(folder).flatMap((path) => ((statSync(path).mode & 0o077) === 0 ? [] : [`${path} ${modeOf(path)}`]))

async function made(at: EngineAt, alsoTo: string | null = null): Promise<string> {
  const copies = alsoTo === null ? {} : { alsoTo: { to: { kind: 'folder' as const, folder: alsoTo }, template: '{n}' } }
  const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm', ...copies })
  const [id = ''] = await at.approve(quote)
  at.engine.driver.start()
  const { assets } = await at.settled(id)
  return assets[0]?.path ?? ''
}

async function service(): Promise<StrangeService> {
  const strange = new StrangeService()
  const entry = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }
  strange.models = [{ charge: () => 1, entry }]
  await strange.open()
  return strange
}

systems('folders of ours are closed to others from their making, the library and the cache too (W11)', async () => {
  const { home } = await engineAt(silent, key)
  for (const folder of ['service', 'service/library', 'service/cache'])
    expect([folder, modeOf(join(home, folder))]).toEqual([folder, '700'])
})

systems(
  'so are the lock of a home and the mark for its next opening, in a folder that lets others in (W11)',
  async () => {
    const folder = newFolder()
    chmodSync(folder, 0o755)
    const lock = await HomeLock.take(folder)
    expect(modeOf(join(folder, lockName))).toBe('600')
    lock.release()
    const Database = (await import('better-sqlite3')).default
    const db = new Database(join(folder, 'x.db'))
    markForCheck(db, new DamagedDatabaseError('parts of it cannot be read', true))
    db.close()
    const marks = readdirSync(folder).filter((name) => name !== lockName && !name.startsWith('x.db'))
    expect(marks.map((name) => modeOf(join(folder, name)))).toEqual(['600'])
  },
)

systems(
  'practice’s database and lock are so from their making, with all that SQLite lays beside them (W11)',
  async () => {
    const folder = newFolder()
    chmodSync(folder, 0o755)
    const practice = await createPractice({ home: folder })
    const own = open(folder)
    await practice.close()
    expect(own).toEqual([])
  },
)

it('practice that is only in memory leaves no file where it was started', () => {
  const folder = newFolder()
  const before = process.cwd()
  process.chdir(folder)
  try {
    openPracticeDatabase({ folder, database: ':memory:', lock: '', announcement: '', media: '' }).close()
  } finally {
    process.chdir(before)
  }
  expect(readdirSync(folder)).toEqual([])
})

systems('files of ours are so too: database, journal, backups, results and their thumbnails (W11)', async () => {
  const strange = await service()
  const at = await engineAt(strange.base, strange.key)
  const path = await made(at)
  expect(modeOf(path)).toBe('600')
  await at.calls['backups.make'](undefined)
  expect(readdirSync(join(at.home, 'service', 'backups'))).toHaveLength(1)
  expect(open(join(at.home, 'service'))).toEqual([])
})

systems(
  'a home that a version before left open is closed, once: what a person opens later stays open (W11)',
  async () => {
    const home = newFolder()
    const first = await engineAt(silent, key, { home })
    await first.close()
    const { data, library, settings } = foldersFor(home, false)
    writeFileSync(settings, '{}')
    const elsewhere = newFolder()
    chmodSync(elsewhere, 0o755)
    symlinkSync(elsewhere, join(data, 'a-link'))
    const loosen = () => {
      for (const path of [data, library, settings, join(data, 'cache')]) chmodSync(path, 0o755)
      for (const name of readdirSync(data).filter((each) => each.includes('.'))) chmodSync(join(data, name), 0o644)
    }
    loosen()
    const forget = await engineAt(silent, key, { home })
    forget.engine.store.keyValues.setNote('closed_to_others', 'before')
    await forget.close()
    expect(modeOf(data)).toBe('755')
    const Database = (await import('better-sqlite3')).default
    const db = new Database(forget.engine.store.paths.database)
    db.prepare("DELETE FROM meta WHERE key = 'closed_to_others'").run()
    db.close()
    const closed = await engineAt(silent, key, { home })
    expect([data, library, settings].map(modeOf)).toEqual(['700', '700', '600'])
    expect(open(data).filter((line) => !line.includes('a-link'))).toEqual([])
    // What a link leads to is not ours.
    expect(modeOf(elsewhere)).toBe('755')
    await closed.close()
    chmodSync(library, 0o750)
    const again = await engineAt(silent, key, { home })
    expect(modeOf(library)).toBe('750')
    await again.close()
  },
)

systems(
  'a folder that a person has made gives what is put there its own rights: copies, and a library (W11)',
  async () => {
    const strange = await service()
    const at = await engineAt(strange.base, strange.key)
    const shared = newFolder()
    chmodSync(shared, 0o755)
    const copied = await made(at, shared)
    expect(modeOf(copied)).toBe('600')
    const view = await at.until(copiedId(at), ({ copies }) => copies?.made === 1)
    expect(view.copies).toMatchObject({ made: 1 })
    const [name = ''] = readdirSync(shared).filter((each) => !each.startsWith('.'))
    expect(modeOf(join(shared, name))).toBe('644')

    const chosen = join(newFolder(), 'ours together')
    mkdirSync(chosen)
    chmodSync(chosen, 0o755)
    at.engine.place.use(chosen)
    const path = await made(at)
    expect([path.startsWith(chosen), modeOf(chosen), modeOf(path)]).toEqual([true, '755', '644'])
  },
)

const copiedId = (at: EngineAt): string => at.engine.store.receipts.list({ limit: 1 })[0]?.id ?? ''
