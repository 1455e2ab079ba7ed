import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from 'better-sqlite3'
import { seedAccounts, seededKeys, sessionTokenOf } from './accounts/seed.ts'
import { openClock } from './clock.ts'
import type { Practice } from './context.ts'
import { type ControlRoom, control } from './control/control.ts'
import { FaultTable } from './control/faults.ts'
import { Holders } from './control/holders.ts'
import { EndpointCounts } from './control/state.ts'
import { changeWorld } from './control/world.ts'
import { type Announcement, homeAt, keepAnnouncement, makeFolders } from './home.ts'
import { Refusal } from './http/answer.ts'
import { dispatch, endpointName } from './http/dispatch.ts'
import { sendWithFault } from './http/faulty.ts'
import { send } from './http/send.ts'
import { randomLetters } from './ids.ts'
import { MediaStore } from './media/media-store.ts'
import { takeOwnership } from './ownership.ts'
import { type Make, make } from './pictures/make.ts'
import { openDatabase } from './state/database.ts'
import { readMeta, writeMeta } from './state/meta.ts'
import { settleDue } from './state/settle.ts'

export interface PracticeOptions {
  /** The practice home: database, pictures, lock. */
  home: string
  /** 0 or absent: the port remembered in the home, else a free one, which is then remembered. */
  port?: number
  /** How much faster than the wall clock practice time goes; 1 or more. */
  timeScale?: number
  /** The wall clock, in milliseconds. */
  now?: () => number
  /** Its address as clients know it, where something stands between. Its own without it. */
  knownAs?: string
  /** False: pictures are made only when they are asked for, not as soon as they are ordered. */
  makeEarly?: boolean
  /** How pictures come to be; for proofs about money that need thousands of orders and nobody looks at them. */
  make?: Make
}

export interface RunningPractice extends Announcement {
  /** Calls back once nobody has been connected to `{control}/hold` (the rule of `--hold`). */
  endWhenAlone(callback: () => void): void
  close(): Promise<void>
}

/** Starts the service in this process. Throws `HomeOwnedError` when another process owns the home. */
export async function createPractice(options: PracticeOptions): Promise<RunningPractice> {
  const home = homeAt(options.home)
  makeFolders(home)
  const ownership = takeOwnership(home)
  let db: Database | null = null
  try {
    db = openDatabase(home)
    const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 120_000 })
    const port = await listen(server, db, options.port ?? 0)
    return openDoors({ server, db, port, home, options, release: ownership.release })
  } catch (error) {
    db?.close()
    ownership.release()
    throw error
  }
}

interface Foundation {
  server: Server
  db: Database
  port: number
  home: ReturnType<typeof homeAt>
  options: PracticeOptions
  release: () => void
}

function openDoors({ server, db, port, home, options, release }: Foundation): RunningPractice {
  const url = `http://127.0.0.1:${port}`
  const clock = openClock(db, Math.max(1, options.timeScale ?? 1), options.now ?? Date.now)
  seedAccounts(db, clock.now())
  const practice: Practice = {
    home,
    db,
    clock,
    faults: new FaultTable(),
    media: new MediaStore(home, db, options.makeEarly ?? true, options.make ?? make),
    origin: () => options.knownAs ?? url,
  }
  const room: ControlRoom = { practice, holders: new Holders(), counts: new EndpointCounts(), port }
  const token = randomLetters(32)
  const underWay = new Set<Promise<void>>()
  server.on('request', (request, response) => {
    const work = answer(room, `/__control/${token}`, request, response).catch(() => {
      // The line broke while we were writing; what was done stays done.
      response.destroy()
    })
    underWay.add(work)
    work.finally(() => underWay.delete(work))
  })
  const announcement: Announcement = {
    url,
    control: `${url}/__control/${token}`,
    keys: seededKeys(db),
    sessionToken: sessionTokenOf(db),
  }
  keepAnnouncement(home, announcement)
  return {
    ...announcement,
    endWhenAlone: (callback) => room.holders.endWhenAlone(callback),
    async close() {
      room.holders.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      clock.stop()
      await practice.media.close()
      await Promise.all(underWay)
      settleDue(db, clock.now())
      clock.remember()
      db.close()
      release()
    },
  }
}

async function answer(room: ControlRoom, controlPath: string, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(`http://practice${request.url ?? '/'}`)
  const method = request.method ?? 'GET'
  const { practice } = room
  const call = { practice, request, method, path: url.pathname, query: url.searchParams }
  const headOnly = method === 'HEAD'
  if (call.path.startsWith(`${controlPath}/`)) {
    try {
      settleDue(practice.db, practice.clock.now())
      const found = await control(room, { ...call, path: call.path.slice(controlPath.length) }, response)
      if (found !== null) await send(response, found, headOnly)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await send(response, error.answer(), headOnly)
    }
    return
  }
  room.counts.add(endpointName(method, call.path))
  const world = practice.faults.takeWorld(method, call.path)
  if (world !== null) changeWorld(practice, world)
  // The second address of a redirected file is not redirected again.
  const fault = call.query.has('moved') ? null : practice.faults.takeWire(method, call.path)
  await sendWithFault({ request, response, headOnly }, fault, () => dispatch(call))
}

/** Takes the wished port, else the one remembered in the home, else a free one. */
async function listen(server: Server, db: Database, wished: number): Promise<number> {
  const remembered = Number(readMeta(db, 'port') ?? 0)
  try {
    await listenOn(server, wished || remembered)
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken || wished !== 0) throw error
    // Another program has our port. Addresses issued earlier are kept as paths, so a new port is safe.
    console.error(`practice: port ${remembered} is taken by another program, taking a new one`)
    await listenOn(server, 0)
  }
  const { port } = server.address() as AddressInfo
  writeMeta(db, 'port', String(port))
  return port
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
