import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../support/folders.ts'
import { databaseIn, opened } from './support/open.ts'

const fileIn = (folder: string) => join(folder, 'lasting-notes')

async function home(): Promise<string> {
  const folder = newFolder()
  const store = await opened(folder)
  store.settings.pause(true)
  store.settings.setCaps('https://a.test', 'ten')
  store.close()
  return folder
}

const loseDatabase = (folder: string) => {
  for (const end of ['', '-wal', '-shm']) rmSync(databaseIn(folder) + end, { force: true })
}

const changeInDatabase = (folder: string, sql: string) => {
  const db = new Database(databaseIn(folder))
  db.exec(sql)
  db.close()
}

describe('what a person has set about the queue', () => {
  it('comes back from its file when the database is gone', async () => {
    const folder = await home()
    loseDatabase(folder)
    const { settings, notices } = await opened(folder)
    expect([settings.paused, settings.caps('https://a.test'), settings.caps('https://b.test')]).toEqual([
      true,
      'ten',
      null,
    ])
    expect(notices).toEqual([])
  })

  it('holds as the file says it where the database is an older one', async () => {
    const folder = await home()
    changeInDatabase(
      folder,
      "UPDATE meta SET value = 'no' WHERE key = 'paused'; DELETE FROM meta WHERE key LIKE 'cap:%'",
    )
    const { settings } = await opened(folder)
    expect([settings.paused, settings.caps('https://a.test')]).toEqual([true, 'ten'])
  })

  it('is taken from the database where the file is damaged or gone, and the file made anew', async () => {
    for (const damage of [
      (path: string) => rmSync(path),
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('ten', 'two')),
      (path: string) => writeFileSync(path, ''),
    ]) {
      const folder = await home()
      const before = readFileSync(fileIn(folder), 'utf8')
      damage(fileIn(folder))
      const store = await opened(folder)
      expect([store.settings.paused, store.settings.caps('https://a.test')]).toEqual([true, 'ten'])
      expect(readFileSync(fileIn(folder), 'utf8')).toBe(before)
    }
  })

  it('pauses the queue and says so where neither can be read', async () => {
    const folder = await home()
    loseDatabase(folder)
    writeFileSync(fileIn(folder), 'nothing')
    const store = await opened(folder)
    expect(store.settings.paused).toBe(true)
    expect(store.notices.join(' ')).toContain('The queue is paused; set the limits again.')
    store.close()
    expect((await opened(folder)).notices).toEqual([])
  })

  it('leaves a new home unpaused, without a file', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    expect([store.settings.paused, store.settings.caps('x')]).toEqual([false, null])
    expect(() => readFileSync(fileIn(folder))).toThrow('ENOENT')
  })
})
