import { bothOf, holdingOf } from '../../domain/quote/cap.ts'
import { quotedAtMost } from '../../domain/quote/ceiling.ts'
import { asBefore, handOver, takeOver } from '../../domain/request/hand-over.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { aboveLimit } from '../../domain/studio/approval.ts'
import { budgetRefusal, budgetSentence } from '../../domain/studio/budget.ts'
import { partitionOf } from '../../domain/studio/partition.ts'
import { type KeysOfImport, whyItStays } from '../../domain/studio/stays-at-home.ts'
import { byPlace } from '../queue/sort-key.ts'
import { whileUndriven } from '../queue/undriven.ts'
import { columnsOf } from '../store/receipt-rows.ts'
import { ClaimLostError, StaleReceiptError } from '../store/receipts.ts'
import { lockBudgets } from './budgets.ts'
import type { Database, Transaction } from './database.ts'
import type { FileStore } from './file-store.ts'
import { type Home, keepInputs, keepResults } from './import-files.ts'
import type { Studio } from './migrate.ts'
import { first, lockPerson, type Orderer, takePlaces } from './orderers.ts'
import { keepOut, letArrive, putArriving, readRow, type StoredReceipt, updateArriving } from './receipt-row.ts'
import { ActRefusedError } from './refused.ts'
import { asShared } from './shared-paths.ts'
import { type SharedAsset, writeAsset, writeEvents } from './shared-steps.ts'
import { beginToWait } from './turns.ts'

/** After each of these an import may die, and the next one goes on from there. */
export const importSteps = ['files', 'arriving', 'given away', 'in the studio', 'known at home'] as const
export type ImportStep = (typeof importSteps)[number]

export interface Import {
  database: Database
  files: FileStore
  studio: Pick<Studio, 'id' | 'name'>
  home: Home
  keys: KeysOfImport
  person: { id: string; name: string }
  /** Under which it all came in. */
  command: string
  now: () => number
  /** For proofs, which kill it there. */
  onStep?: ((step: ImportStep) => void) | undefined
}

export interface TakenOver {
  taken: string[]
  results: number
  /** What stays with the home, and why, in a sentence. */
  left: { id: string; why: string }[]
}

const driven =
  'Another program drives this home: its window, or a command that waits. Close it, then import again. Nothing of it was changed.'
const changed = 'It changed at this very moment. Import again.'

/** What has not ended in a home, or was on its way to a studio when that was broken off; in the order of its queue. */
export const openIn = ({ store, origin }: Home): Receipt[] =>
  store.receipts
    .list({ origin })
    .filter((receipt) => (receipt.handedOver === null ? columnsOf(receipt).is_open === 1 : !receipt.handedOver.isThere))
    .toReversed()
    .sort(byPlace)

/**
 * Hands what is open in a home over to a studio, while nobody drives the home. Each request in this order: its files are in the
 * file store; the studio has it as arriving; the home says durably that it does nothing more for it; the studio drives it; the home
 * knows that. Whatever dies in between, the next import goes on there, and at no moment do both do something for it.
 */
export async function takeOverOpen(task: Import): Promise<TakenOver> {
  const { home } = task
  const taken: TakenOver = { taken: [], results: 0, left: [] }
  const open = openIn(home)
  if (open.length === 0) return taken
  const isDone = await whileUndriven(home.store, home.origin, async (isCurrent) => {
    for (const { id } of openIn(home)) {
      const came = await takeOne(task, id, isCurrent)
      if (typeof came === 'string') taken.left.push({ id, why: came })
      else if (came !== null) {
        taken.taken.push(id)
        taken.results += came
      }
    }
    return true
  })
  return isDone ? taken : { ...taken, left: open.map(({ id }) => ({ id, why: driven })) }
}

/** @returns how many results came with it; why it stays; null: the studio had it already */
async function takeOne(task: Import, id: string, isCurrent: () => boolean): Promise<number | string | null> {
  const { home, studio, database, now, onStep } = task
  const { receipts } = home.store
  const before = receipts.get(id)
  if (before === null) return changed
  const giveAway = (receipt: Receipt, isThere: boolean): Receipt => {
    const made = handOver(receipt, studio, { isThere, atMs: now() })
    receipts.save([made], isCurrent)
    return made.after
  }
  try {
    if ((await arrivalOf(database, id)) === 'arrived') {
      giveAway(before, true)
      return null
    }
    if (before.handedOver !== null && before.handedOver.studio !== studio.id)
      return `It is on its way to another studio, ${before.handedOver.name}. Import it there.`
    const results = await arrive(task, before)
    if (typeof results === 'string') return results
    onStep?.('arriving')
    const given = before.handedOver === null ? giveAway(before, false) : before
    onStep?.('given away')
    await drive(task, given)
    onStep?.('in the studio')
    giveAway(given, true)
    onStep?.('known at home')
    return results
  } catch (error) {
    if (error instanceof ClaimLostError) return driven
    if (error instanceof StaleReceiptError) return changed
    throw error
  }
}

/** Whether the studio has it, and whether it may drive it; null: it knows nothing of it. */
async function arrivalOf(database: Database, id: string): Promise<'arriving' | 'arrived' | null> {
  const [row] = await database.rows<{ arriving: boolean }>('SELECT arriving FROM requests WHERE id = $1', [id])
  return row === undefined ? null : row.arriving ? 'arriving' : 'arrived'
}

/** Files first, then the row that nobody drives yet. @returns how many results came; why it stays */
async function arrive(task: Import, before: Receipt): Promise<number | string> {
  const { home, files, database } = task
  const { id } = before
  const receipt = asBefore(before)
  // Given away already: there is nothing to ask any more.
  if (before.handedOver !== null && (await arrivalOf(database, id)) === 'arriving') return receipt.assets.length
  const why = home.store.receipts.setAside().includes(id)
    ? 'It was set aside: its two copies disagree.'
    : whyItStays(receipt, task.keys)
  if (why !== null) return stay(database, id, why)
  if (!(await keepInputs(task, receipt)))
    return stay(database, id, 'A picture of it is not where it was, or not as it was.')
  const assets = await keepResults(files, home, receipt)
  if (assets === null) return stay(database, id, 'A result of it is not in this home’s library as it came.')
  task.onStep?.('files')
  try {
    await database.transaction((transaction) => writeArriving(transaction, task, receipt, assets))
  } catch (error) {
    if (error instanceof ActRefusedError) return stay(database, id, error.message)
    throw error
  }
  return assets.length
}

/** What an earlier import has kept for it is given back. */
async function stay(database: Database, id: string, why: string): Promise<string> {
  await keepOut(database, id)
  return why
}

async function writeArriving(
  transaction: Transaction,
  task: Import,
  receipt: Receipt,
  assets: readonly SharedAsset[],
): Promise<void> {
  const { home, person, command, keys, now } = task
  const project = home.store.projects.of(receipt.id)
  const { name, lastNumber } = await refuseUnfit(transaction, task, receipt, project)
  const isUnsent = receipt.acceptedAtMs === null && receipt.body === null
  const [standing = first] = isUnsent ? await takePlaces(transaction, person.id, 1, lastNumber) : []
  const owned = { ...standing, partition: partitionOf(receipt.id), person: person.id, project, command }
  const how = { keyFingerprint: keys.account, place: standing.place, by: name, atMs: now() }
  await putArriving(transaction, takeOver(asShared(receipt), how).after, owned)
  for (const asset of assets) await writeAsset(transaction, asset)
}

/** The home has given it away: it stands here as the home had it then, whatever an import that was held up wrote meanwhile. */
const drive = ({ database, home, now }: Import, given: Receipt): Promise<void> =>
  database.transaction(async (transaction) => {
    const [row] = await transaction.rows<StoredReceipt & { person: string; by: string; arriving: boolean }>(
      `SELECT requests.id, receipt, checksum, person, people.name AS by, arriving FROM requests JOIN people ON people.id = person
       WHERE requests.id = $1 FOR UPDATE OF requests`,
      [given.id],
    )
    if (!row) throw new StaleReceiptError(`the studio has lost ${given.id}`)
    if (!row.arriving) return
    const { keyFingerprint, place } = readRow(row)
    const how = { keyFingerprint, place: place ?? '', by: row.by, atMs: now() }
    const { after, timeline } = takeOver(asShared(asBefore(given)), how)
    await updateArriving(transaction, after)
    if (after.phase === 'approved') await beginToWait(transaction, row.person)
    await letArrive(transaction, given.id)
    const told = [...home.store.receipts.timeline(given.id), ...timeline]
    await writeEvents(transaction, after, told, { session: null, fence: null })
  })

/** What is still to be spent for it fits under the budgets, and under what its person may order alone. */
async function refuseUnfit(
  transaction: Transaction,
  { person, command }: Import,
  receipt: Receipt,
  project: string | null,
): Promise<Orderer> {
  const orderer = await lockPerson(transaction, person.id)
  const { kind, credits } = holdingOf(receipt)
  if (kind !== 'waiting' && kind !== 'inFlight') return orderer
  const budgets = await lockBudgets(transaction, { person: person.id, name: orderer.name, project }, receipt.id)
  const refused = budgetRefusal(budgets, credits, 'order')
  if (refused !== null) throw new ActRefusedError('cap', budgetSentence(refused))
  const [before] = await transaction.rows<{ credits: number | null }>(
    `SELECT CASE WHEN count(held_credits) = count(*) THEN coalesce(sum(held_credits), 0) END AS credits FROM requests
     WHERE command = $1 AND id <> $2 AND holding = 'waiting'`,
    [command, receipt.id],
  )
  const whole = bothOf(before?.credits ?? null, quotedAtMost(receipt))
  const above = kind === 'waiting' ? aboveLimit(orderer.name, orderer.limit, whole) : null
  if (above !== null) throw new ActRefusedError('rights', `${above} Have a lead import it.`)
  return orderer
}
