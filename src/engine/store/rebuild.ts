import { existsSync } from 'node:fs'
import { isMoment } from '../../domain/day.ts'
import { putAsset, type WholeRow } from './assets.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { refillGallery } from './gallery-salvage.ts'
import type { Journal } from './journal.ts'
import { companions } from './leftovers.ts'
import { refillMarks, refillNames, unlessRefused } from './organised-salvage.ts'
import { refillFiled } from './projects-salvage.ts'
import { readReceipt, writeReceipt } from './receipt-rows.ts'
import { resultsNote } from './result-hashes.ts'
import type { Salvage } from './salvage.ts'
import { endSalvage, salvageNotes } from './unfinished-salvage.ts'

/** `yes` once every asset that a receipt names has been looked for since this database was made. */
export const libraryNote = 'library_indexed'

/** Notes that belong to one database file, not to the home. */
const ofTheFile: ReadonlySet<string> = new Set([
  'journal_offset',
  'opened',
  'salt',
  libraryNote,
  resultsNote,
  ...salvageNotes,
])

/**
 * Puts what was salvaged into a new, empty database, before the journal is replayed over it. Receipts are taken where
 * the journal does not tell their whole story; what it tells is always newer or the same.
 * @param isOurs whether the journal is this home's: that another's knows none of these receipts says nothing
 */
export function refill(db: Db, journal: Journal, salvage: Salvage, ownSalt: string | null, isOurs = true): void {
  const read = journal.read()
  const told = new Set(read.entries.map(({ id }) => id))
  const salt = noteIn(salvage, 'salt')
  // With another home's salt its offset says nothing of this journal either.
  const isOther = ownSalt !== null && salt !== null && salt !== ownSalt
  const isWhole = isOurs && read.damaged.length === 0 && read.end > 0 && (isOther || read.end >= offsetIn(salvage))
  commit('refill commit', db, () => {
    for (const receipt of [...salvage.receipts].reverse().sort((a, b) => a.approvedAtMs - b.approvedAtMs)) {
      const known = readReceipt(db, receipt.id)
      // A receipt that a whole journal has never heard of came with a foreign page.
      if ((isWhole && !told.has(receipt.id)) || (known && known.revision >= receipt.revision)) continue
      writeReceipt(db, receipt)
    }
    const note = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO NOTHING')
    for (const { key, value } of salvage.notes) if (!ofTheFile.has(key)) note.run(key, value)
    const draft = db.prepare('INSERT INTO drafts VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
    for (const { form, value, atMs } of salvage.drafts) draft.run(form, value, atMs)
    refillGallery(db, salvage.gallery)
  })
}

/** Each write is synced: one for each row would take minutes of a large library. */
const rowsOfAWrite = 1000

/** After the replay: rows of files that a receipt names with the same content, and what people said of both. */
export function refillAssets(db: Db, salvage: Salvage): void {
  for (let at = 0; at < salvage.assets.length; at += rowsOfAWrite)
    commit('refill commit', db, () => {
      for (const row of salvage.assets.slice(at, at + rowsOfAWrite)) unlessRefused(() => refillAsset(db, row))
    })
  commit('refill commit', db, () => {
    refillMarks(db, salvage.assets)
    refillNames(db, salvage, Date.now())
    refillFiled(db, salvage.filed)
    endSalvage(db)
  })
}

function refillAsset(db: Db, { asset }: WholeRow): void {
  const receipt = readReceipt(db, asset.requestId)
  const named = receipt?.assets.find(({ assetId }) => assetId === asset.id)
  // No receipt names what was made here: its row is all that there is of it.
  const isKnown = asset.parentId !== null || named?.sha256 === asset.sha256
  if (receipt === null || !isKnown) return
  putAsset(db, isMoment(asset.createdMs) ? asset : { ...asset, createdMs: receipt.updatedAtMs })
}

function offsetIn(salvage: Salvage): number {
  const offset = Number(noteIn(salvage, 'journal_offset') ?? 0)
  return Number.isFinite(offset) ? offset : 0
}

const noteIn = ({ notes }: Salvage, name: string): string | null => notes.find(({ key }) => key === name)?.value ?? null

/** Parts of a database that lie about without it belong to one that is gone. */
export const hasOrphans = (path: string): boolean => companions.some((end) => existsSync(path + end))
