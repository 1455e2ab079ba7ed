import type { Receipt } from '../../domain/request/receipt.ts'
import { readAllAssets, readMadeHere, type WholeRow } from './assets.ts'
import type { Db } from './db.ts'
import { readGallery, readGalleryFiles, type SalvagedGallery } from './gallery-salvage.ts'
import { lookInto } from './look-into.ts'
import { type Named, salvagedNames } from './organised-salvage.ts'
import { type Filed, readFiled } from './projects-salvage.ts'
import { parseRow, type StoredRow } from './receipt-rows.ts'

/** What people have put down beside requests and pictures, and a backup of before cannot have. */
export interface SalvagedSince {
  filed: Filed[]
  gallery: SalvagedGallery
  /** Pictures that were made here: no receipt brings them back. */
  madeHere: WholeRow[]
}

/** What could still be read of a database that was put away, each piece guarded by its own checksum or by a receipt. */
export interface Salvage extends SalvagedSince {
  receipts: Receipt[]
  /** In the order of their rows. */
  assets: WholeRow[]
  tags: Named[]
  collections: Named[]
  notes: { key: string; value: string }[]
  drafts: { form: string; value: string; atMs: number }[]
}

/** Reads on past what cannot be read. Never throws: nothing is what a foreign file gives. */
export function salvageFrom(path: string): Salvage {
  const nothing = { filed: [], gallery: { pictures: [], files: [] }, madeHere: [] }
  const found: Salvage = { receipts: [], assets: [], tags: [], collections: [], notes: [], drafts: [], ...nothing }
  lookInto(path, (db) => readInto(found, db))
  return found
}

function readInto(found: Salvage, db: Db): void {
  // From both ends, so that one broken page costs no more than itself.
  for (const order of ['ASC', 'DESC']) collect(found.receipts, receiptsOf(db, order))
  if (!collect(found.assets, readAllAssets(db, 'ASC'))) {
    const known = new Set(found.assets.map(({ seq }) => seq))
    const rest: WholeRow[] = []
    collect(rest, readAllAssets(db, 'DESC'))
    found.assets.push(...rest.reverse().filter(({ seq }) => !known.has(seq)))
  }
  for (const order of ['ASC', 'DESC'] as const) {
    collect(found.tags, salvagedNames(db, 'tag', order))
    collect(found.collections, salvagedNames(db, 'collection', order))
  }
  Object.assign(found, salvageSince(db))
  // Where the damage lies nothing is of the kind that its column says.
  collect(
    found.notes,
    rowsOf<{ key: string; value: string }>(
      db,
      "SELECT key, value FROM meta WHERE typeof(key) = 'text' AND typeof(value) = 'text'",
    ),
  )
  collect(
    found.drafts,
    rowsOf<{ form: string; value: string; atMs: number }>(
      db,
      `SELECT form, value, at_ms AS atMs FROM drafts
       WHERE typeof(form) = 'text' AND typeof(value) = 'text' AND typeof(at_ms) = 'integer'`,
    ),
  )
}

/**
 * What several hold, newest first: where two say different things of one, the newer holds. Of pictures the older ones come
 * first, for they are put in again in their order, and marked one after the other.
 */
export function together(found: readonly Salvage[]): Salvage {
  return {
    ...sinceTogether(found),
    receipts: found.flatMap(({ receipts }) => receipts),
    assets: found.toReversed().flatMap(({ assets }) => assets),
    tags: found.flatMap(({ tags }) => tags),
    collections: found.flatMap(({ collections }) => collections),
    notes: found.flatMap(({ notes }) => notes),
    drafts: found.flatMap(({ drafts }) => drafts),
  }
}

/** The same of what came since a backup. */
export const sinceTogether = (found: readonly SalvagedSince[]): SalvagedSince => ({
  filed: found.flatMap(({ filed }) => filed),
  gallery: {
    pictures: found.flatMap(({ gallery }) => gallery.pictures),
    files: found.flatMap(({ gallery }) => gallery.files),
  },
  madeHere: found.flatMap(({ madeHere }) => madeHere),
})

/** Never throws. */
export function salvageSince(db: Db): SalvagedSince {
  const found: SalvagedSince = { filed: [], gallery: { pictures: [], files: [] }, madeHere: [] }
  collect(found.filed, readFiled(db))
  collectWhole(found.gallery.pictures, (order) => readGallery(db, order))
  collectWhole(found.gallery.files, (order) => readGalleryFiles(db, order))
  collectWhole(found.madeHere, (order) => readMadeHere(db, order))
  return found
}

function* receiptsOf(db: Db, order: string): Generator<Receipt> {
  for (const row of rowsOf<StoredRow>(db, `SELECT id, receipt, checksum FROM requests ORDER BY seq ${order}`)) {
    const receipt = parseRow(row)
    if (receipt?.id === row.id) yield receipt
  }
}

function* rowsOf<T>(db: Db, sql: string): Generator<T> {
  yield* db.prepare<[], T>(sql).iterate()
}

/** From the other end too where something cannot be read: one row may come twice then, and is put in once. */
function collectWhole<T>(into: T[], from: (order: 'ASC' | 'DESC') => Iterable<T>): void {
  if (!collect(into, from('ASC'))) collect(into, from('DESC'))
}

/** Whether all could be read: where not, the damage begins there. */
function collect<T>(into: T[], from: Iterable<T>): boolean {
  try {
    for (const one of from) into.push(one)
    return true
  } catch {
    return false
  }
}
