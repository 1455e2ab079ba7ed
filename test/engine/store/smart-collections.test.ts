import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { newFolder } from '../../support/folders.ts'
import { databaseIn, opened } from './support/open.ts'

it('searches under a name are there at the next start, replaced by name, renamed and deleted', async () => {
  const folder = newFolder()
  const store = await opened(folder)
  const week = store.smart.save('Last week', { search: 'last week, blue' })
  const picks = store.smart.save('Picks', { flag: 'pick', sort: 'name' })
  expect(store.smart.save('last WEEK', { search: 'last week' })).toBe(week)
  expect(store.smart.rename(picks ?? '', 'LAST week'), 'the name is taken').toBe(false)
  expect(store.smart.rename('nobody', 'New')).toBe(false)
  expect(store.smart.rename(picks ?? '', 'Best')).toBe(true)
  store.close()
  const again = await opened(folder)
  expect(again.organise.facets().smart).toEqual([
    { id: picks, name: 'Best', filter: { flag: 'pick', sort: 'name' } },
    { id: week, name: 'last WEEK', filter: { search: 'last week' } },
  ])
  again.smart.drop(week ?? '')
  expect(again.smart.list().map(({ name }) => name)).toEqual(['Best'])
})

it('come out of a database that is damaged, and what a newer version wrote is not thrown away', async () => {
  const folder = newFolder()
  const store = await opened(folder)
  store.smart.save('Blue', { colour: 'blue' })
  store.close()
  const db = new Database(databaseIn(folder))
  const later = '[{"id":"1","name":"Later","filter":{"colour":"ultraviolet"}}]'
  db.prepare("UPDATE meta SET value = ? WHERE key = 'smart_collections'").run(later)
  db.close()
  const newer = await opened(folder)
  expect(newer.smart.list()).toEqual([])
  expect(newer.smart.save('Another', {}), 'it would have to be thrown away').toBeNull()
  expect(newer.keyValues.note('smart_collections')).toBe(later)
  newer.keyValues.setNote('smart_collections', '[{"id":"2","name":"Blue","filter":{"colour":"blue"}}]')
  newer.close()
  const broken = new Database(databaseIn(folder))
  // As damage would leave it: the tables are not those of this version.
  broken.exec('DROP INDEX request_projects_named')
  broken.close()
  const mended = await opened(folder)
  expect(mended.notices.join(' ')).toContain('The database was damaged')
  expect(mended.smart.list().map(({ name }) => name)).toEqual(['Blue'])
})
