import { randomUUID } from 'node:crypto'
import { type LibraryFilter, type SmartCollection, smartCollections } from '../../contract/library.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { KeyValueStore, putNote } from './key-value-store.ts'
import { setNote } from './organised-note.ts'

/** A note comes out of a damaged database, and into its backups, as all notes do. */
const note = 'smart_collections'
const most = 200

/** Searches that were given a name, as they were asked: "last week" is the week before whenever they are looked at. */
export class SmartCollections {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** By name. What does not read, since a newer version wrote it, is left as it is and not listed. */
  list(): SmartCollection[] {
    const text = new KeyValueStore(this.#db).note(note)
    const parsed = smartCollections.safeParse(text === null ? [] : jsonOf(text))
    return parsed.success ? parsed.data.toSorted((a, b) => collator.compare(a.name, b.name)) : []
  }

  /**
   * A new one, or another filter for the one that has the name.
   * @returns its number; null where there are too many, or where what is there does not read
   */
  save(name: string, filter: LibraryFilter): string | null {
    return this.#change((all) => {
      const known = all.find((one) => collator.compare(one.name, name) === 0)
      const id = known?.id ?? randomUUID()
      const rest = all.filter((one) => one !== known)
      return rest.length >= most ? null : { all: [...rest, { id, name, filter }], value: id }
    })
  }

  /** False where another one has the name, or where it is not there. */
  rename(id: string, name: string): boolean {
    const changed = this.#change((all) => {
      const isTaken = all.some((one) => one.id !== id && collator.compare(one.name, name) === 0)
      if (isTaken || !all.some((one) => one.id === id)) return null
      return { all: all.map((one) => (one.id === id ? { ...one, name } : one)), value: true }
    })
    return changed ?? false
  }

  drop(id: string): void {
    this.#change((all) => ({ all: all.filter((one) => one.id !== id), value: true }))
  }

  #change<T>(change: (all: SmartCollection[]) => { all: SmartCollection[]; value: T } | null): T | null {
    return commit('keep commit', this.#db, () => {
      const text = new KeyValueStore(this.#db).note(note)
      const known = smartCollections.safeParse(text === null ? [] : jsonOf(text))
      const made = known.success ? change(known.data) : null
      if (made === null) return null
      putNote(this.#db, note, JSON.stringify(made.all))
      setNote(this.#db)
      return made.value
    })
  }
}

/** Names that differ in nothing but their case are one. */
const collator = new Intl.Collator('en', { sensitivity: 'accent' })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
