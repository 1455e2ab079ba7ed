import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { restoreBackup } from '../../../src/engine/store/restore.ts'
import { openStore } from '../../../src/engine/store/store.ts'
import { bundle } from '../../support/bundle.ts'
import { killedAtEveryReach } from '../../support/dying.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'
import { databaseIn, idOf, opened, orderNumber, stepOf } from './support/open.ts'

const worker = (name: string): string => join(import.meta.dirname, 'support', name)

/** A closed home with two backups of the same size: in the first a request is filed under Then, in the second under Later. */
async function homeWithBackups(): Promise<{ folder: string; first: string; second: string }> {
  const folder = newFolder()
  const store = await opened(folder)
  store.receipts.save([stepOf(orderNumber(1))])
  store.projects.file([idOf(1)], 'Then', t0)
  const first = (await store.backups.make(t0)) ?? ''
  store.projects.file([idOf(1)], 'Late', t0)
  store.receipts.save([stepOf(orderNumber(2))])
  const second = (await store.backups.make(t0 + 60_000)) ?? ''
  store.receipts.save([stepOf(orderNumber(3))])
  store.projects.file([idOf(1)], 'Now', t0)
  store.close()
  expect(statSync(first).size).toBe(statSync(second).size)
  return { folder, first, second }
}

/** A real one: a process that is killed while it writes into that file. */
function leaveHotJournal(path: string): void {
  const { signal } = spawnSync(process.execPath, [worker('hot-journal-worker.ts'), path])
  expect(signal).toBe('SIGKILL')
  expect(statSync(`${path}-journal`).size).toBeGreaterThan(512)
}

const leftIn = (folder: string): string[] =>
  [...readdirSync(folder), ...readdirSync(join(folder, 'backups'))].filter((name) => /restoring|\.part/.test(name))

async function expectRestored(folder: string, backup: string, project: string): Promise<void> {
  const store = await restoreBackup(folder, backup)
  expect(store.receipts.list({})).toHaveLength(3)
  expect(store.projects.of(idOf(1))).toBe(project)
  expect(store.keyValues.note('left by a kill 1')).toBeNull()
  store.close()
  const db = new Database(databaseIn(folder), { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  expect(leftIn(folder)).toEqual([])
}

describe('a restore that was killed', () => {
  it('at whatever reach: the next start is whole, and the next restore, of that backup or another (L8)', async () => {
    const killed = await killedAtEveryReach(
      await bundle(worker('restore-worker.ts')),
      async () => {
        const made = await homeWithBackups()
        return { args: [made.folder, made.first], made }
      },
      async ({ folder, first, second }, nth) => {
        if (nth % 2 === 0) {
          const store = await openStore(folder)
          expect(store.receipts.list({}), `a start after a kill at ${nth}`).toHaveLength(3)
          store.close()
          expect(leftIn(folder), 'no whole database is left lying').toEqual([])
        }
        await expectRestored(folder, nth % 3 === 0 ? first : second, nth % 3 === 0 ? 'Then' : 'Late')
      },
    )
    expect(killed, 'kills that were tried').toBeGreaterThan(7)
  })

  it.each(['printroom.db.restoring', 'printroom.db.restoring-0b7c3a52'])(
    'in the middle of its write: its journal is not played back into another backup of the same size: %s (L8)',
    async (name) => {
      const { folder, first, second } = await homeWithBackups()
      const left = join(folder, name)
      copyFileSync(first, left)
      leaveHotJournal(left)
      await expectRestored(folder, second, 'Late')
      expect(existsSync(left)).toBe(false)
      await expectRestored(folder, first, 'Then')
    },
  )
})

it('the journal of a database that is put away goes with it, and never into the backup in its place (L8)', async () => {
  const { folder, first, second } = await homeWithBackups()
  await expectRestored(folder, second, 'Late')
  leaveHotJournal(databaseIn(folder))
  await expectRestored(folder, first, 'Then')
  const asides = readdirSync(folder).filter((name) => name.includes('set-aside'))
  expect(asides.filter((name) => name.endsWith('-journal'))).toHaveLength(1)
  expect(existsSync(`${databaseIn(folder)}-journal`)).toBe(false)
})

it('a backup that a kill cut off is swept away at the next start, and whole ones stay (L8)', async () => {
  const { folder, first, second } = await homeWithBackups()
  copyFileSync(first, `${second}.part`)
  leaveHotJournal(`${second}.part`)
  const store = await openStore(folder)
  store.close()
  expect(leftIn(folder)).toEqual([])
  expect([first, second].every((path) => existsSync(path))).toBe(true)
})
