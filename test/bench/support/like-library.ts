import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { LibraryLists } from '../../../src/engine/store/library-lists.ts'
import { type Measured, median, ratiosOf, timed } from './measure.ts'

/** A word that is on every other picture is soon found a hundred times, however it is looked for; one on none is not. */
const words = { 'many have': ['light', 'odd harbour', 'number 9'], 'none has': ['nowhere', 'odd nowhere', 'lantern'] }
const rounds = 5

/** A library as it is written in an afternoon: one table, and whatever was typed looked for anywhere in its words. */
function plainLibrary(path: string, ours: string): Database.Database {
  rmSync(path, { force: true })
  const db = new Database(path)
  db.prepare('ATTACH ? AS ours').run(ours)
  db.exec(`CREATE TABLE pictures AS SELECT seq, title || ' ' || name || ' ' || model_name AS words, relative_path, width,
      height, created_ms FROM ours.assets;
    CREATE INDEX newest ON pictures (created_ms); DETACH ours`)
  return db
}

/** Our first page of a search in the store, beside that library's. */
export function besideLike(home: string, count: string): Measured[] {
  const { data } = foldersFor(home, true)
  const ours = join(data, 'printroom.db')
  const plain = plainLibrary(join(data, 'plain.db'), ours)
  const db = new Database(ours, { readonly: true })
  const lists = new LibraryLists(db)
  try {
    return Object.entries(words).map(([which, some]): Measured => {
      const times = (look: (search: string) => unknown) => () =>
        median(some.map((search) => timed(() => void look(search))))
      const [own, others]: [number[], number[]] = [[], []]
      const [ownTime, otherTime] = [
        times((search) => lists.open({ search }, 100)),
        times((search) => find(plain, search)),
      ]
      for (let round = 0; round < rounds; round += 1) {
        own.push(ownTime())
        others.push(otherTime())
      }
      return {
        work: `a search of ${count} for what ${which}, to its first page in the store`,
        beside: 'a library of one table, by LIKE',
        ratio: median(own) / median(others),
        rounds: ratiosOf(own, others),
        goal: null,
        detail: `${median(own).toFixed(2)} ms beside ${median(others).toFixed(2)} ms`,
      }
    })
  } finally {
    db.close()
    plain.close()
  }
}

function find(db: Database.Database, search: string): unknown[] {
  const terms = search.split(' ')
  const where = terms.map(() => 'words LIKE ?').join(' AND ')
  const sql = `SELECT * FROM pictures WHERE ${where} ORDER BY created_ms DESC LIMIT 100`
  return db.prepare(sql).all(...terms.map((term) => `%${term}%`))
}
