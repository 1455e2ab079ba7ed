import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from 'better-sqlite3'
import { seedAccounts, seededKeys, sessionTokenOf } from './accounts/seed.ts'
import { openClock } from './clock.ts'
import type { Practice } from './context.ts'
import { type ControlRoom, control, hold } from './control/control.ts'
import { FaultTable } from './control/faults.ts'
import { Holders } from './control/holders.ts'
import { EndpointCounts } from './control/state.ts'
import { changeWorld } from './control/world.ts'
import { type Announcement, homeAt, keepAnnouncement, makeHomeFolders } from './home.ts'
import { HttpRefusal } from './http/answer.ts'
import { dispatch, endpointName } from './http/dispatch.ts'
import { sendWithFault } from './http/faulty.ts'
import { send } from './http/send.ts'
import { randomLetters } from './ids.ts'
import { MediaStore } from './media/media-store.ts'
import { takeOwnership } from './ownership.ts'
import { type Make, make } from './pictures/make.ts'
import { openPracticeDatabase } from './state/database.ts'
import { readMeta, writeMeta } from './state/meta.ts'
import { settleDue } from './state/settle.ts'

export interface PracticeOptions {
  /** The practice home: database, pictures, lock. */
  home: string
  /** 0 or absent: a free one, another with each start, so that nobody waits for us where we were last. */
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
  /** Calls back once nobody has been connected to `/__control/hold` (the rule of `--hold`). */
  endWhenAlone(callback: () => void): void
  close(): Promise<void>
}

/** Starts the service in this process. Throws `HomeOwnedError` when another process owns the home. */
export async function createPractice(options: PracticeOptions): Promise<RunningPractice> {
  const home = homeAt(options.home)
  makeHomeFolders(home)
  const ownership = takeOwnership(home)
  let db: Database | null = null
  try {
    db = openPracticeDatabase(home)
    const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 120_000 })
    await listenOn(server, options.port ?? 0)
    const { port } = server.address() as AddressInfo
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
    wasOrigin: formerOrigins(db, port, options.knownAs),
  }
  const token = randomLetters(32)
  const room: ControlRoom = { practice, holders: new Holders(), counts: new EndpointCounts(), port, token }
  const underWay = new Set<Promise<void>>()
  server.on('request', (request, response) => {
    const work = answer(room, request, response).catch(() => {
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

async function answer(room: ControlRoom, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(`http://practice${request.url ?? '/'}`)
  const method = request.method ?? 'GET'
  const { practice } = room
  const call = { practice, request, method, path: url.pathname, query: url.searchParams }
  const headOnly = method === 'HEAD'
  const controlPath = `/__control/${room.token}`
  const isHold = call.path === '/__control/hold'
  if (isHold || call.path.startsWith(`${controlPath}/`)) {
    try {
      settleDue(practice.db, practice.clock.now())
      const found = isHold
        ? hold(room, call, response)
        : await control(room, { ...call, path: call.path.slice(controlPath.length) })
      if (found !== null) await send(response, found, headOnly)
    } catch (error) {
      if (!(error instanceof HttpRefusal)) throw error
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

/** As many starts back as anybody still holds addresses of. */
const mostPorts = 1000

/** Notes the port of now among those of earlier starts. */
function formerOrigins(db: Database, port: number, knownAs: string | undefined): Practice['wasOrigin'] {
  const former = (readMeta(db, 'ports') ?? readMeta(db, 'port') ?? '').split(',').filter((one) => one !== '')
  const ports = [...new Set([String(port), ...former])].slice(0, mostPorts)
  writeMeta(db, 'ports', ports.join(','))
  const origins = new Set(ports.map((one) => `http://127.0.0.1:${one}`))
  return (origin) => origin === knownAs || origins.has(origin)
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
