import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { type CommandOutcome, type StudioCommand, sendCommand } from '../../../../src/engine/studio/commands.ts'
import { Database } from '../../../../src/engine/studio/database.ts'
import { migrateStudio } from '../../../../src/engine/studio/migrate.ts'
import { takeOrder } from '../../../../src/engine/studio/orders.ts'
import { personNamed, setPerson } from '../../../../src/engine/studio/people.ts'
import { readRow } from '../../../../src/engine/studio/receipt-row.ts'
import { receiptOf } from '../../../support/receipts.ts'
import { noPostgres, type Server, startPostgres } from '../../../support/studio/postgres.ts'

export const service = 'https://service.test'

/** Tests of a studio on one real PostgreSQL. Where it cannot be had they skip, and say why. */
export function describeStudio(title: string, tests: (server: () => Server) => void): void {
  const isHere = noPostgres === null
  describe.skipIf(!isHere)(isHere ? title : `${title} (skipped: ${noPostgres})`, () => {
    let server: Server | null = null
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server?.stop())
    tests(() => {
      if (server === null) throw new Error('PostgreSQL does not run')
      return server
    })
  })
}

export function open(address: string): Database {
  const database = Database.open(address)
  onTestFinished(() => database.close())
  return database
}

/** Of each server a studio that is copied for every other one: to make its tables takes longer than most tests do. */
const firstOnes = new WeakMap<Server, Promise<string>>()

async function firstOn(server: Server): Promise<string> {
  const address = await server.newDatabase()
  const database = Database.open(address)
  await migrateStudio(database, { name: 'Harbour Studio', service, files: '/nowhere' })
  await database.transaction(async (transaction) => {
    for (const name of ['Ann', 'Ben', 'Mia']) await setPerson(transaction, name, 'designer')
  })
  await database.close()
  return address
}

/** A new studio with three people. */
export async function newStudio(
  server: Server,
  of: { service: string; files: string } = { service, files: '/nowhere' },
): Promise<{ address: string; database: Database }> {
  const first = firstOnes.get(server) ?? firstOn(server)
  firstOnes.set(server, first)
  const address = await server.newDatabase(await first)
  const database = open(address)
  const own = [randomUUID(), randomBytes(16).toString('hex'), of.service, of.files]
  await database.rows('UPDATE studio SET id = $1, salt = $2, service = $3, files = $4', own)
  return { address, database }
}

export const newReceipts = (count: number, credits = 8, changes: Partial<Receipt> = {}): Receipt[] =>
  Array.from({ length: count }, () =>
    receiptOf({
      id: randomUUID(),
      origin: service,
      keyFingerprint: null,
      quote: { price: 'known', credits, lines: [], pricesReadAtMs: 0 },
      consent: { atMs: 0, credits, by: 'terminal', ceilingCredits: null },
      approvedAtMs: Date.now(),
      ...changes,
    }),
  )

export async function orderCommand(
  database: Database,
  name: string,
  receipts: Receipt[],
  project: string | null = null,
): Promise<StudioCommand> {
  const person = await personNamed(database, name)
  const payload = JSON.stringify({ project, receipts })
  return { id: randomUUID(), person: person?.id ?? '', kind: 'order', payload }
}

export const judged = { service, keyFingerprint: '00112233aabbccdd', refusal: null }

/** Sends an order and has it taken. */
export async function order(
  database: Database,
  name: string,
  receipts: Receipt[],
  project: string | null = null,
): Promise<CommandOutcome | null> {
  const command = await orderCommand(database, name, receipts, project)
  await sendCommand(database, command)
  return takeOrder(database, command, judged, randomUUID())
}

/** In the order in which they are sent. */
export const receiptsOf = async (database: Database): Promise<Receipt[]> =>
  (
    await database.rows<{ id: string; receipt: string; checksum: string }>(
      'SELECT id, receipt, checksum FROM requests ORDER BY place, id',
    )
  ).map(readRow)
