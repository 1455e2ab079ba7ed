import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { putBackupBack } from '../../../src/engine/api/backup-calls.ts'
import { sha256Of } from '../../../src/engine/platform/checksum.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { listBackups } from '../../../src/engine/store/backups.ts'
import { migrations } from '../../../src/engine/store/migrations/all.ts'
import { restoreBackup } from '../../../src/engine/store/restore.ts'
import { openStore, type Store } from '../../../src/engine/store/store.ts'
import { startUpkeep } from '../../../src/engine/store/upkeep.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'
import { databaseIn, idOf, journalIn, nextOf, opened, orderNumber, stepOf } from './support/open.ts'

const origin = 'https://service.example'
const dayMs = 86_400_000
const keptPicture = (store: Store, id: string, atMs: number): void =>
  store.gallery.keep(origin, id, { value: { text: id }, label: null, words: id, atMs })
const saved = (store: Store, n: number) => store.receipts.save([stepOf(orderNumber(n))])
const backupIn = async (store: Store, atMs = t0): Promise<string> => (await store.backups.make(atMs)) ?? ''
const restored = async (folder: string, backup: string): Promise<Store> => {
  const store = await restoreBackup(folder, backup)
  onTestFinished(() => store.close())
  return store
}

describe('a backup', () => {
  it('is one whole file with what there was, and nothing is left beside it', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    saved(store, 1)
    const path = await backupIn(store)
    expect(readdirSync(join(folder, 'backups'))).toEqual(['printroom-2026-11-03T09-00-00.000Z.db'])
    const copy = new Database(path, { readonly: true })
    expect(copy.prepare('SELECT id FROM requests').pluck().all()).toEqual([idOf(1)])
    copy.close()
  })

  it('is made only when something changed, also over a restart; a beat is no change', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    saved(store, 1)
    expect(await store.backups.make(t0)).not.toBeNull()
    store.claim('service', 'holder').tryTake(0)
    expect(await store.backups.make(t0 + 1)).toBeNull()
    store.close()
    const again = await opened(folder)
    expect(await again.backups.make(t0 + 2)).toBeNull()
    saved(again, 2)
    expect(await again.backups.make(t0 + 3)).not.toBeNull()
  })

  const timesOf = (store: Store): string[] =>
    store.backups.list().map((path) => basename(path).replace(/^printroom-2026-(.*):?-00\.000Z/, '$1'))

  it('pushes out the oldest beyond the ten newest, but never the first of its day', async () => {
    const store = await opened(newFolder())
    for (let n = 1; n <= 12; n += 1) {
      saved(store, n)
      await store.backups.make(t0 + n * 60_000)
    }
    const newest = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `11-03T09-${String(n).padStart(2, '0')}.db`)
    expect(timesOf(store)).toEqual([...newest, '11-03T09-01.db'])
  })

  it('leaves the first of each of seven days and of four weeks, however many were made since (W1)', async () => {
    const store = await opened(newFolder())
    let n = 0
    const make = async (atMs: number, kind: 'own' | 'asked'): Promise<void> => {
      n += 1
      saved(store, n)
      await store.backups.make(atMs, kind)
    }
    for (let day = 0; day < 40; day += 1)
      for (const hour of [0, 1]) await make(t0 - (39 - day) * dayMs + hour * 3_600_000, day % 2 === 0 ? 'own' : 'asked')
    for (let minute = 1; minute <= 20; minute += 1) await make(t0 + 2 * 3_600_000 + minute * 60_000, 'own')
    const daysOf = (kind: string): string[] => [
      ...new Set(
        timesOf(store).flatMap((name) => (name.includes('asked') === (kind === 'asked') ? [name.slice(0, 5)] : [])),
      ),
    ]
    // Of those made by themselves: every other day, seven of them, and the first of weeks before.
    expect(daysOf('own')).toEqual(['11-03', '11-02', '10-31', '10-29', '10-27', '10-25', '10-23', '10-15', '10-09'])
    expect(daysOf('asked')).toEqual(['11-03', '11-01', '10-30', '10-28', '10-26', '10-24', '10-22', '10-16', '10-08'])
  })

  it('that somebody asked for pushes out none that was made by itself, and puts none off (W1)', async () => {
    const store = await opened(newFolder())
    saved(store, 1)
    const own = await backupIn(store)
    for (let n = 2; n <= 30; n += 1) {
      saved(store, n)
      await store.backups.make(t0 + n * 60_000, 'asked')
    }
    expect(store.backups.newestOwn()).toBe(own)
    expect(timesOf(store)).toEqual(
      ['30', '29', '28', '27', '26', '02'].map((minute) => `11-03T09-${minute}-asked.db`).concat('11-03T09-00.db'),
    )
  })

  it('of a large database leaves fewer, but never under three', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    for (let n = 1; n <= 8; n += 1) {
      saved(store, n)
      // Sparse: it says its size and takes no room.
      truncateSync(await backupIn(store, t0 + n * 60_000), n < 5 ? 3e9 : 1e9)
    }
    expect(timesOf(store)).toEqual(['08', '07', '06', '05', '01'].map((minute) => `11-03T09-${minute}.db`))
    truncateSync(store.backups.list()[0] ?? '', 9e9)
    saved(store, 9)
    await backupIn(store, t0 + 9 * 60_000)
    expect(timesOf(store)).toEqual(['09', '08', '01'].map((minute) => `11-03T09-${minute}.db`))
  })

  it('is worth a curated picture that was kept, looked up again or forgotten', async () => {
    const store = await opened(newFolder())
    const made = async (n: number) => (await store.backups.make(t0 + n)) !== null
    expect(await made(0)).toBe(true)
    keptPicture(store, 'dunes', t0)
    expect([await made(1), await made(2)]).toEqual([true, false])
    keptPicture(store, 'dunes', t0 + 1)
    expect([await made(3), await made(4)]).toEqual([true, false])
    store.gallery.forget(origin, 'dunes', 'gallery:dunes')
    expect([await made(5), await made(6)]).toEqual([true, false])
  })

  it('is never pushed out by those of a clock that was a year ahead, and they go first', async () => {
    const store = await opened(newFolder())
    const nowMs = Date.now() - 60 * 60_000
    const make = async (n: number, atMs: number): Promise<string> => {
      saved(store, n)
      return backupIn(store, atMs)
    }
    for (let n = 1; n <= 10; n += 1) await make(n, nowMs + 365 * 86_400_000 + n * 60_000)
    const made: string[] = []
    for (let n = 1; n <= 12; n += 1) {
      const path = await make(10 + n, nowMs + n * 60_000)
      made.unshift(path)
      expect(store.backups.list()[0]).toBe(path)
    }
    expect(store.backups.list().slice(0, 10)).toEqual(made.slice(0, 10))
    expect(store.backups.list().filter((path) => !made.includes(path))).toEqual([])
  })

  it('stays too where the clock was set back since, by a day or less', async () => {
    const store = await opened(newFolder())
    for (let n = 1; n <= 10; n += 1) {
      saved(store, n)
      await store.backups.make(t0 + n * 60_000)
    }
    saved(store, 11)
    const path = await backupIn(store, t0)
    expect(existsSync(path)).toBe(true)
    expect(store.backups.list()).toHaveLength(11)
    expect(store.backups.list().at(-1)).toBe(path)
  })

  it('of a database that is broken pushes out nothing', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    saved(store, 1)
    await store.backups.make(t0)
    const db = new Database(databaseIn(folder))
    db.exec('DROP TABLE drafts; CREATE TABLE drafts (at_ms)')
    db.close()
    saved(store, 2)
    await expect(store.backups.make(t0 + 1)).rejects.toThrow('not as Printroom made them')
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  })

  it('is made by whoever drives, every quarter of an hour, and ends before the store closes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const store = await opened(newFolder())
    saved(store, 1)
    let [drives, nowMs] = [false, Date.now()]
    const troubles: string[] = []
    const end = startUpkeep(store, {
      drives: () => drives,
      now: () => nowMs,
      onTrouble: (words) => troubles.push(words),
    })
    const minutes = async (count: number): Promise<number> => {
      for (let n = 0; n < count; n += 1) {
        nowMs += 60_000
        vi.advanceTimersByTime(60_000)
        await store.backups.settled()
      }
      return store.backups.list().length
    }
    expect(await minutes(20)).toBe(0)
    drives = true
    nowMs = Date.now()
    expect(await minutes(1)).toBe(1)
    saved(store, 2)
    expect(await minutes(10)).toBe(1)
    expect(await minutes(6)).toBe(2)
    expect(await minutes(60)).toBe(2)
    await end()
    saved(store, 3)
    expect(await minutes(60)).toBe(2)
    expect(troubles).toEqual([])
  })
})

describe('a backup that is put back', () => {
  it('gets everything that came after it from the journal; what was there is set aside (I5, I8)', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    saved(store, 1)
    const path = await backupIn(store)
    const on = nextOf(orderNumber(1), { phase: 'cancelled' })
    store.receipts.save([stepOf(on)])
    saved(store, 2)
    store.close()
    const again = await restored(folder, path)
    expect(again.receipts.list({})).toEqual([orderNumber(2), on])
    expect(again.receipts.timeline(idOf(1)).map((h) => h.title)).toEqual(['Step 1', 'Step 2'])
    expect(again.keyValues.note('library_indexed')).toBeNull()
    const [aside = ''] = readdirSync(folder).filter((name) => name.includes('set-aside'))
    const old = new Database(join(folder, aside), { readonly: true })
    expect(old.prepare('SELECT count(*) FROM requests').pluck().get()).toBe(2)
    old.close()
  })

  it('keeps the projects of requests ordered since and the curated pictures kept since; all else is of then', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    saved(store, 1)
    keptPicture(store, 'dunes', t0)
    const path = await backupIn(store)
    saved(store, 2)
    store.projects.file([idOf(1), idOf(2)], 'Harbour Days', t0)
    keptPicture(store, 'sea', t0 + 1)
    store.gallery.addFile(origin, 'sea', { address: 'https://m.example/1', name: 'a.png', width: 24, height: 16 })
    store.close()
    const again = await restored(folder, path)
    expect([again.projects.of(idOf(1)), again.projects.of(idOf(2))]).toEqual([null, 'Harbour Days'])
    expect(again.gallery.list(origin, [], null, 9).map(({ id }) => id)).toEqual(['sea', 'dunes'])
    expect(again.gallery.files(origin, 'sea')).toHaveLength(1)
    expect(again.notices.join(' ')).toMatch(/rated, tagged, collected, filed anew/)
  })

  it('keeps the same where the current database has not yet taken it over from one that was set aside (I8)', async () => {
    const folder = newFolder()
    onTestFinished(() => watchPoints(null))
    const store = await opened(folder)
    saved(store, 1)
    const path = await backupIn(store)
    saved(store, 2)
    store.projects.file([idOf(1), idOf(2)], 'Harbour Days', t0)
    keptPicture(store, 'sea', t0 + 1)
    store.close()
    const db = new Database(databaseIn(folder))
    db.exec('CREATE TABLE damage (of_it)')
    db.close()
    let n = 0
    watchPoints((point, side) => {
      if (point !== 'refill commit' || side !== 'before') return
      n += 1
      if (n === 2) throw new Error('the end')
    })
    await expect(openStore(folder)).rejects.toThrow('the end')
    watchPoints(null)
    const again = await restored(folder, path)
    expect([again.projects.of(idOf(1)), again.projects.of(idOf(2))]).toEqual([null, 'Harbour Days'])
    expect(again.gallery.list(origin, [], null, 9).map(({ id }) => id)).toEqual(['sea'])
    expect(again.receipts.list({})).toHaveLength(2)
  })

  it('takes nothing along out of a database that does not read, or is another home’s', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    saved(store, 1)
    const path = await backupIn(store)
    keptPicture(store, 'sea', t0)
    store.close()
    const db = new Database(databaseIn(folder))
    db.prepare("UPDATE meta SET value = 'another' WHERE key = 'salt'").run()
    db.close()
    const again = await restoreBackup(folder, path)
    expect(again.gallery.count(origin, [], null)).toBe(0)
    again.close()
    writeFileSync(databaseIn(folder), 'not a database '.repeat(500))
    const third = await restored(folder, path)
    expect(third.receipts.list({})).toHaveLength(1)
  })

  it('is right too where the journal was written anew since and is shorter', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    for (let n = 1; n <= 5; n += 1) store.receipts.save([stepOf(orderNumber(n, { error: 'x'.repeat(5000) }))])
    for (let n = 1; n <= 5; n += 1)
      store.receipts.save([stepOf(nextOf(orderNumber(n, { error: 'x'.repeat(5000) }), { error: null }))])
    const path = await backupIn(store)
    store.close()
    rmSync(journalIn(folder))
    const shorter = await opened(folder)
    const last = nextOf(nextOf(orderNumber(1), {}), { phase: 'cancelled' })
    shorter.receipts.save([stepOf(last)])
    shorter.close()
    const again = await restored(folder, path)
    expect(again.receipts.get(idOf(1))).toEqual(last)
    expect(again.receipts.list({})).toHaveLength(5)
  })

  it.each([
    ['nothing', ''],
    ['a text', 'not a database '.repeat(500)],
  ])('is refused when it is %s, and nothing is changed', async (_, content) => {
    const folder = newFolder()
    const store = await opened(folder)
    saved(store, 1)
    store.close()
    const before = readFileSync(databaseIn(folder))
    const bad = join(newFolder(), 'bad.db')
    writeFileSync(bad, content)
    await expect(restoreBackup(folder, bad)).rejects.toThrow('Nothing was changed')
    expect(readFileSync(databaseIn(folder))).toEqual(before)
    expect(readdirSync(folder).filter((name) => /aside|restoring/.test(name))).toEqual([])
  })

  describe('is refused, and nothing is changed,', () => {
    /** All that the home has, but for what SQLite makes beside a database that it reads. */
    const contentOf = (folder: string): unknown =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
        .map(({ name, parentPath }) => `${name} ${sha256Of(readFileSync(join(parentPath, name)))}`)
        .sort()
    const closedHome = async (orders: number): Promise<{ folder: string; path: string }> => {
      const folder = newFolder()
      const store = await opened(folder)
      for (let n = 1; n <= orders; n += 1) saved(store, n)
      const path = await backupIn(store)
      store.close()
      return { folder, path }
    }

    it.each([true, false])(
      'where it is of another home, whether or not the salt has its file (%s) (S10, M7)',
      async (hasFile) => {
        const [own, other] = [await closedHome(2), await closedHome(1)]
        if (!hasFile) rmSync(join(own.folder, 'salt'))
        const before = contentOf(own.folder)
        await expect(restoreBackup(own.folder, other.path)).rejects.toThrow(
          'This backup cannot be used: it belongs to another home. Nothing was changed.',
        )
        expect(contentOf(own.folder)).toEqual(before)
        expect((await opened(own.folder)).receipts.list({})).toHaveLength(2)
      },
    )

    it('where a newer Printroom made it (S10)', async () => {
      const { folder, path } = await closedHome(2)
      const db = new Database(path)
      db.pragma(`user_version = ${migrations.length + 1}`)
      db.close()
      const before = contentOf(folder)
      await expect(restoreBackup(folder, path)).rejects.toThrow(/a newer Printroom made it.*Nothing was changed/)
      expect(contentOf(folder)).toEqual(before)
    })

    it('at once where it is a pipe or a folder, which no list names and no new one pushes out (S3, S10)', async ({
      skip,
    }) => {
      if (process.platform === 'win32') return skip('there are no such pipes')
      const { folder, path } = await closedHome(1)
      const [pipe, inside] = ['pipe', 'folder'].map((name) => join(folder, 'backups', `printroom-${name}.db`)) as [
        string,
        string,
      ]
      execFileSync('mkfifo', [pipe])
      mkdirSync(inside)
      expect(listBackups(folder)).toEqual([path])
      for (const [name, words] of [
        ['pipe', /it is a pipe or a device, and no file\. Nothing was changed/],
        ['folder', /it is a folder, and no file\. Nothing was changed/],
      ] as const)
        expect(await putBackupBack(folder, `printroom-${name}.db`)).toMatch(words)
      const store = await opened(folder)
      for (let n = 2; n <= 13; n += 1) {
        saved(store, n)
        await store.backups.make(t0 + n * 60_000)
      }
      expect(store.backups.list()).toHaveLength(11)
    })
  })

  it('is refused while another has the home open', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    saved(store, 1)
    const path = await backupIn(store)
    const { ino } = statSync(databaseIn(folder))
    await expect(restoreBackup(folder, path)).rejects.toThrow('has this home open')
    expect(statSync(databaseIn(folder)).ino).toBe(ino)
  })
})
