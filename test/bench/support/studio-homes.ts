import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { partitionOf } from '../../../src/domain/studio/partition.ts'
import { Database } from '../../../src/engine/studio/database.ts'
import { migrateStudio } from '../../../src/engine/studio/migrate.ts'
import { personNamed, setPerson } from '../../../src/engine/studio/people.ts'
import { insertReceipt } from '../../../src/engine/studio/receipt-row.ts'
import type { Writer } from '../../../src/engine/studio/shared-steps.ts'
import { bodyOf, jobOf, receiptOf } from '../../support/receipts.ts'
import { holder } from '../../support/studio/holder.ts'
import type { Server } from '../../support/studio/postgres.ts'

/** Nobody works there: what is measured is the database's and ours alone. */
const service = 'https://service.test'

/** A studio without files, a session that holds all of its partitions, and a line of one's own to the same tables. */
export interface BenchStudio {
  database: Database
  writer: Writer
  bare: Client
  close(): Promise<void>
}

export async function benchStudio(server: Server, receipts: number): Promise<BenchStudio> {
  const address = await server.newDatabase()
  const database = Database.open(address)
  await migrateStudio(database, { name: 'Harbour Studio', service, files: '/nowhere' })
  await database.transaction((transaction) => setPerson(transaction, 'Ann', 'designer'))
  const command = randomUUID()
  const person = (await personNamed(database, 'Ann'))?.id ?? ''
  await database.rows(`INSERT INTO commands (id, person, kind, payload) VALUES ($1, $2, 'order', '{}')`, [
    command,
    person,
  ])
  await grow(database, { receipts, person, command })
  const bare = new Client({ connectionString: address })
  await bare.connect()
  return {
    database,
    writer: await holderOf(database),
    bare,
    close: async () => {
      await bare.end()
      await database.close()
    },
  }
}

async function holderOf(database: Database): Promise<Writer> {
  const { session, leases } = await holder(database)
  return {
    session,
    leaseOf: (id) => {
      const lease = leases.get(partitionOf(id))
      if (lease === undefined) throw new Error(`no lease for ${id}`)
      return lease
    },
  }
}

/** One receipt in ten waits for its turn, the others have ended; each with a text as long as a true one. */
async function grow(
  database: Database,
  { receipts, person, command }: { receipts: number; person: string; command: string },
): Promise<void> {
  const text = JSON.stringify(runningReceipt(randomUUID(), 1))
  const atOnce = 10_000
  for (let first = 0; first < receipts; first += atOnce)
    await database.rows(
      `INSERT INTO requests (id, revision, partition, person, command, phase, is_open, place, turn, holding, held_ms, receipt, checksum)
       SELECT (lpad(to_hex(n % 16), 1) || substr(gen_random_uuid()::text, 2))::uuid, 3, n % 16, $1, $2,
         CASE WHEN n % 10 = 0 THEN 'approved' ELSE 'completed' END, n % 10 = 0, lpad(n::text, 16, '0') || '1', n, 'nothing', 0, $3, ''
       FROM generate_series($4::int, $5::int) AS n`,
      [person, command, text, first, Math.min(first + atOnce, receipts) - 1],
    )
  await database.rows('ANALYZE requests')
}

export const runningReceipt = (id: string, revision: number) =>
  receiptOf({
    id,
    revision,
    origin: service,
    phase: 'running',
    body: bodyOf('x'.repeat(512)),
    sentTimes: 1,
    acceptedAtMs: 0,
    jobs: [jobOf({ generationId: 'job-1' })],
  })

/** A request that the service works at, as the studio has it. @returns its number */
export async function oneRunning({ database }: BenchStudio): Promise<string> {
  const id = randomUUID()
  const [owner] = await database.rows<{ person: string; command: string }>(
    'SELECT people.id AS person, commands.id AS command FROM people, commands LIMIT 1',
  )
  if (owner === undefined) throw new Error('the studio has no person')
  await database.transaction((transaction) =>
    insertReceipt(transaction, runningReceipt(id, 1), {
      ...owner,
      project: null,
      place: '1',
      turn: 0,
      partition: partitionOf(id),
    }),
  )
  return id
}
