import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { foldersFor } from '../../../../src/engine/platform/home.ts'
import { QuoteService } from '../../../../src/engine/quoting/quote-service.ts'
import { checkHistory } from '../../../../src/engine/studio/check-history.ts'
import { type CommandOutcome, outcomeOfCommand } from '../../../../src/engine/studio/commands.ts'
import type { Database } from '../../../../src/engine/studio/database.ts'
import type { FileStore } from '../../../../src/engine/studio/file-store.ts'
import { readStudio, type Studio } from '../../../../src/engine/studio/migrate.ts'
import { openFileStore } from '../../../../src/engine/studio/open-file-store.ts'
import { personNamed } from '../../../../src/engine/studio/people.ts'
import { placeOrder } from '../../../../src/engine/studio/place-order.ts'
import { readRow } from '../../../../src/engine/studio/receipt-row.ts'
import { Worker } from '../../../../src/engine/studio/worker.ts'
import { disc } from '../../../practice/support/images.ts'
import { Remote } from '../../../proof/support/remote.ts'
import { newFolder } from '../../../support/folders.ts'
import { openEngine } from '../../../support/open-engine.ts'
import { patienceMs } from '../../../support/patience.ts'
import type { Server } from '../../../support/studio/postgres.ts'
import type { WireLog } from '../../../support/studio/wire-log.ts'
import { newStudio, open } from './studio.ts'

/** Of leases and pauses; a machine that is busy may stand still for a while. */
const timeScale = 10

/** A studio with practice as its service: real tables, files, lines and pictures. */
export interface Atelier {
  address: string
  database: Database
  studio: Studio
  files: FileStore
  remote: Remote
  /** A worker in a home of its own, or in one that another has left. */
  work(
    name: string,
    changes?: {
      home?: string
      address?: string
      service?: string
      onTrouble?: (words: string, isOver: boolean) => void
    },
  ): Promise<Worker>
  /** One request for each picture, or one with all of them as its references. @returns what became of it, and its command's number */
  order(
    name: string,
    pictures: number,
    project?: string | null,
    kind?: 'cutouts' | 'a generation of them',
  ): Promise<{ id: string; outcome: CommandOutcome | null }>
  receipts(): Promise<Receipt[]>
  until(is: (receipts: Receipt[]) => boolean): Promise<Receipt[]>
}

async function engineOf(
  service: string,
  key: string | null,
  home: string,
  shared?: Parameters<Parameters<typeof Worker.start>[0]['openEngine']>[0],
): Promise<Engine> {
  return openEngine(home, { url: service, key }, { timeScale, ...(shared ? { shared } : {}) })
}

/** One of the service's that takes so many references. */
async function modelFor(engine: Engine, references: number): Promise<string> {
  const { value } = await engine.models.get()
  const model = value?.find(({ mediaType, maxReferences }) => mediaType === 'image' && maxReferences >= references)
  if (model === undefined) throw new Error('no model takes so many references')
  return model.id
}

/** @param wire where it is to be noted what is on its way to the service */
export async function atelier(
  server: Server,
  files = openFileStore(newFolder()),
  wire: WireLog | null = null,
): Promise<Atelier> {
  const remote = await Remote.open({ timeScale, ...(wire === null ? {} : { knownAs: wire.url }) })
  wire?.leadTo(remote.url)
  const known = wire?.url ?? remote.url
  onTestFinished(() => remote.close())
  const { address, database } = await newStudio(server, { service: known, files: files.address })
  const studio = await readStudio(database)
  await files.claim(studio.id)
  const receipts = async (): Promise<Receipt[]> =>
    (
      await database.rows<{ id: string; receipt: string; checksum: string }>(
        'SELECT id, receipt, checksum FROM requests',
      )
    ).map(readRow)
  return {
    address,
    database,
    studio,
    files,
    remote,
    receipts,
    work: async (
      name,
      { home = newFolder(), address: own = address, service = known, onTrouble = () => undefined } = {},
    ) => {
      const folders = foldersFor(home, false)
      const worker = await Worker.start({
        database: open(own),
        studio,
        files,
        onTrouble,
        name,
        folders: { sources: join(folders.data, 'sources'), bodies: join(folders.data, 'bodies') },
        timeScale,
        openEngine: (shared) => engineOf(service, remote.key, home, shared),
      })
      onTestFinished(() => worker.end())
      return worker
    },
    order: async (name, pictures, project = null, kind = 'cutouts') => {
      const engine = await engineOf(known, null, newFolder())
      onTestFinished(() => engine.close())
      const folder = newFolder()
      const paths = await Promise.all(
        Array.from({ length: pictures }, async (_, n) => {
          const path = join(folder, `${name}-${n}.png`)
          writeFileSync(path, await disc(100 + n, 80 + name.length))
          return path
        }),
      )
      const quotes = new QuoteService(engine)
      const quote =
        kind === 'cutouts'
          ? await quotes.skill({ skill: 'remove-bg', files: paths, values: {} })
          : await quotes.generation({
              prompt: 'a lighthouse',
              modelId: await modelFor(engine, pictures),
              references: paths,
            })
      const person = await personNamed(database, name)
      if (person === null) throw new Error(`no ${name}`)
      const id = randomUUID()
      await quotes.approve(quote.id, quote.credits, {
        takenBy: (made) => placeOrder({ database, files }, { id, person, project, receipts: made }),
      })
      const outcome = await outcomeOfCommand(database, id, AbortSignal.timeout(patienceMs))
      return { id, outcome }
    },
    until: async (is) => {
      const deadline = Date.now() + patienceMs
      for (;;) {
        const now = await receipts()
        if (is(now)) return now
        if (Date.now() > deadline)
          throw new Error(
            `waited in vain: ${JSON.stringify(now.map(({ phase, error, next, owed }) => ({ phase, error, next, owed })))}`,
          )
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    },
  }
}

export const allCompleted = (at: Atelier, count: number): Promise<Receipt[]> =>
  at.until((all) => all.length === count && all.every(({ phase }) => phase === 'completed'))

/** What must hold whatever has happened: the history is whole, and the service has charged each order once. */
export async function isSound({ database, files, remote }: Atelier, requests: number): Promise<void> {
  expect(await checkHistory(database, files)).toEqual({ requests, results: requests, wrongs: [], lost: [] })
  const charged = (await remote.ledger()).entries
    .filter(({ kind }) => kind === 'charge')
    .map(({ requestId }) => requestId)
  expect([charged.length, new Set(charged).size]).toEqual([requests, requests])
}

/** What no receipt shows: looked at until it is so. */
export async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await is())) {
    if (performance.now() > end) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
