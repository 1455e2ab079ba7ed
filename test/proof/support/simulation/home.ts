import type { Db } from '../../../../src/engine/store/db.ts'
import type { Disk } from './disk.ts'
import { simulatedRoot } from './fake-fs.ts'

/** Where the home lies now: a person may give its folder another name while no program runs. */
export class Home {
  path = `${simulatedRoot}/home`
  /** Another one for each copy that takes its place. */
  databaseFile = 1

  get journal(): string {
    return `${this.path}/receipts.journal`
  }

  get bodies(): string {
    return `${this.path}/bodies`
  }
}

type Row = Record<string, unknown>

/** A home as it was in one moment: a copy that somebody made, or that a backup has. */
export class HomeCopy {
  /** The orders that are in it. */
  readonly ids: ReadonlySet<string>
  readonly #db: Db
  readonly #disk: Disk
  readonly #from: string
  readonly #rows: Map<string, Row[]>
  readonly #files: Map<string, Buffer>

  constructor(db: Db, disk: Disk, from: string) {
    this.#db = db
    this.#disk = disk
    this.#from = from
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_words*'")
      .pluck()
      .all()
      .filter((name) => !name.startsWith('sqlite_'))
    // Columns that the database works out by itself are not among these.
    const columnsOf = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck()
    this.#rows = new Map(
      tables.map((name) => [name, db.prepare<[], Row>(`SELECT ${columnsOf.all(name).join(', ')} FROM ${name}`).all()]),
    )
    this.#files = disk.contentsIn(from)
    this.ids = new Set((this.#rows.get('requests') ?? []).map(({ id }) => String(id)))
  }

  /** Takes the place of the home as it is now. @param empty makes the database empty */
  putBack(to: string, empty: () => void): void {
    empty()
    this.#db.pragma('foreign_keys = OFF')
    for (const [table, rows] of this.#rows)
      for (const row of rows) {
        const names = Object.keys(row)
        this.#db
          .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
          .run(...Object.values(row))
      }
    this.#db.pragma('foreign_keys = ON')
    const files = [...this.#files].map(([path, content]): [string, Buffer] => [
      to + path.slice(this.#from.length),
      content,
    ])
    this.#disk.replaceFolder(to, new Map(files))
  }
}
