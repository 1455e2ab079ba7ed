import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import type { PracticeLedger } from '../../../src/practice/ledger.ts'

/** A home as it stands on disk, and what the service's own books say of it. */
export interface Books {
  store: Pick<Store, 'receipts' | 'assets'>
  library: string
  ledger: PracticeLedger
  /** Those of this home's requests that are asked about, where the service has other customers too. */
  ids?: readonly string[]
}

/**
 * Everything that must be true of a home once the faults have stopped and all is done, by the ledger of the service: no
 * order charged twice, our sums its sums, every paid result at home with its hash or listed as owed.
 * @returns what is wrong, in words; empty where all is well
 */
export function wrongsOf({ store, library, ledger, ids }: Books): string[] {
  const receipts = store.receipts.list({})
  const wrongs: string[] = []
  const known = new Set(receipts.map(({ id }) => id))
  const charges = ledger.entries.filter((entry) => entry.kind === 'charge' && concerns(ids, entry.requestId))
  for (const { requestId } of charges)
    if (requestId === null || !known.has(requestId))
      wrongs.push(`the service charged ${requestId}, which has no receipt`)
  const jobs = charges.map(({ generationId }) => generationId)
  if (new Set(jobs).size < jobs.length) wrongs.push('one job was charged twice')
  for (const receipt of receipts)
    if (concerns(ids, receipt.id)) wrongs.push(...wrongsOfReceipt(receipt, charges, store, library))
  return wrongs
}

const concerns = (ids: readonly string[] | undefined, id: string | null): boolean =>
  ids === undefined || (id !== null && ids.includes(id))

function wrongsOfReceipt(
  receipt: Receipt,
  allCharges: PracticeLedger['entries'],
  store: Books['store'],
  library: string,
): string[] {
  const charges = allCharges.filter(({ requestId }) => requestId === receipt.id)
  const sum = charges.reduce((total, { credits }) => total + credits, 0)
  const wrongs: string[] = []
  const say = (words: string): void => void wrongs.push(`${receipt.id} (${receipt.phase}): ${words}`)
  if (receipt.acceptedAtMs === null && sum > 0)
    say(`the service charged ${sum}, and the receipt knows of no acceptance`)
  if (receipt.acceptedAtMs !== null && (receipt.creditsUsed ?? 0) !== sum)
    say(`the receipt says ${receipt.creditsUsed} credits, the service charged ${sum}`)
  // One order is one dispatch: a second one would show as jobs that the receipt has not.
  const own = new Set(receipt.jobs.map(({ generationId }) => generationId))
  const unknown = charges.filter(({ generationId }) => !own.has(generationId))
  // A failure may be told without the number of its job, each time that it is asked for.
  const unnamed = receipt.jobs.filter(({ generationId, status }) => generationId === null && status === 'failed')
  if (unknown.length > unnamed.length)
    for (const { generationId } of unknown) say(`job ${generationId} is charged and unknown`)
  for (const [jobIndex, job] of receipt.jobs.entries())
    if (job.status === 'completed')
      for (const outputIndex of job.urls.keys()) {
        const wrong = wrongOfOutput(receipt, { jobIndex, outputIndex }, store, library)
        if (wrong !== null) say(`output ${jobIndex}.${outputIndex} ${wrong}`)
      }
  return wrongs
}

interface Place {
  jobIndex: number
  outputIndex: number
}

function wrongOfOutput(receipt: Receipt, place: Place, store: Books['store'], library: string): string | null {
  const isHere = (one: Place) => one.jobIndex === place.jobIndex && one.outputIndex === place.outputIndex
  const asset = receipt.assets.find(isHere)
  if (asset === undefined) return receipt.owed.some(isHere) ? null : 'is neither at home nor owed'
  const row = store.assets.get(asset.assetId)
  const path = row === null ? null : join(library, ...row.relativePath.split('/'))
  if (path === null || !existsSync(path)) return 'has no file'
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  return sha256 === asset.sha256 ? null : 'has other bytes than its receipt says'
}
