import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Images } from '../images/port.ts'
import { sweepExports } from '../library/export-folders.ts'
import { sourcesInUse } from '../library/in-use.ts'
import { sweepIncoming } from '../library/leftover-downloads.ts'
import { lookForFiles } from '../library/look-for-files.ts'
import { type ReindexFound, reindexLibrary } from '../library/reindex.ts'
import { LibraryTasks } from '../library/tasks.ts'
import { LibraryGoneError } from '../platform/library-gone.ts'
import type { Driver } from '../queue/driver.ts'
import { pastedIn } from '../sources/pasted.ts'
import { tidyPasted } from '../store/pasted-upkeep.ts'
import { startUpkeep } from '../store/upkeep.ts'
import type { Condition } from './condition.ts'
import type { Connection } from './connect.ts'
import type { EngineEmitter } from './events.ts'
import type { OpenedHome } from './open-home.ts'
import type { EngineOptions } from './options.ts'

/** How long a start waits for files that are looked for after a rebuild. */
const firstLookMs = 3000
/** A disk that died under a work must not keep the program from ending. */
const closeGraceMs = 5000

interface Parts {
  options: EngineOptions
  home: OpenedHome
  connection: Connection
  images: Images
  driver: Driver
  emitter: EngineEmitter
  condition: Condition
  now: () => number
}

export interface HomeUpkeep {
  libraryTasks: LibraryTasks
  /** Nothing new is begun; what is under way with the library's files comes to a place where it can stop. */
  stop(): Promise<void>
  ended(): Promise<void>
}

/** Looks after the home: files that are looked for, leftovers, backups. A small library is whole when this resolves. */
export async function keepUp(parts: Parts): Promise<HomeUpkeep> {
  const { options, home, driver, condition, now } = parts
  const { store, place } = home
  const endUpkeep = startUpkeep(store, {
    drives: () => driver.drives,
    now,
    onTrouble: (notice) => condition.set({ notice }),
  })
  const closing = new AbortController()
  // Of no hurry: what it leaves now it finds at the next start.
  const tidying = store.readOnly
    ? Promise.resolve(0)
    : tidyPasted(pastedIn(options.folders.data), store.pathReferences, now(), closing.signal).catch(() => 0)
  const isSwept = home.isLibraryHere && !store.readOnly
  const sweeping = isSwept ? sweepIncoming(place.folder, now(), closing.signal) : Promise.resolve(0)
  // Of the window alone: an export that it has paused for a day is no other program's to clear.
  const clearing = options.by === 'window' ? sweepExports(options.folders.cache, now()) : Promise.resolve()
  const looking = lookForLibrary(parts, closing.signal)
  const libraryTasks = tasksOf(parts)
  // A large one fills up behind it.
  const looked = new AbortController()
  await Promise.race([looking.first, pause(firstLookMs, undefined, { signal: looked.signal }).catch(() => undefined)])
  looked.abort()
  if (options.by === 'window') libraryTasks.resume()
  return {
    libraryTasks,
    stop: async () => {
      closing.abort()
      await orGrace(libraryTasks.close())
    },
    ended: async () => {
      await Promise.all([orGrace(looking.ended), orGrace(sweeping), orGrace(clearing), tidying, endUpkeep()])
    },
  }
}

function lookForLibrary(
  { home, images, driver, emitter, condition, now }: Parts,
  signal: AbortSignal,
): ReturnType<typeof lookForFiles> {
  const { store, place, timing, settleLibrary } = home
  const { receipts, assets, keyValues, notices } = store
  const look = async (): Promise<ReindexFound | null> => {
    if (store.readOnly) return null
    if (await place.isAway()) throw new LibraryGoneError(place.folder)
    const result = await reindexLibrary({ receipts, assets, keyValues, images, library: place.folder, now, signal })
    await settleLibrary()
    return result
  }
  return lookForFiles(look, {
    onFound: (result) => {
      if (result === null) return
      notices.push(foundWords(result))
      condition.set({ notice: notices.join(' ') })
      if (result.owed > 0) driver.added()
      // A large library fills up behind the first look at it: whoever has looked looks again.
      emitter.emit('libraryChanged')
    },
    onTrouble: () => condition.set({ notice: [...notices, notLookedWords(place.folder)].join(' ') }),
    timeScale: timing.scale,
    signal,
  })
}

function tasksOf({ options, home, connection, emitter, now }: Parts): LibraryTasks {
  const { store, place } = home
  return new LibraryTasks({
    store,
    place,
    fetch: {
      downloader: connection.downloader,
      service: connection.service,
      receipts: store.receipts,
      assets: store.assets,
      place,
      origin: options.service,
      keyFingerprint: () => connection.key.fingerprint,
    },
    claim: store.claim('library files', randomUUID()),
    now,
    inUse: () => sourcesInUse(store.receipts),
    onTask: (view) => emitter.emit('libraryTask', view),
    onFiles: () => {
      emitter.emit('libraryChanged')
      emitter.emit('statusChanged')
    },
  })
}

const orGrace = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, pause(closeGraceMs, undefined, { ref: false })])

const foundWords = ({ found, owed }: ReindexFound): string =>
  `The library was looked through: ${found} of ${found + owed} files were found again.${owed > 0 ? ' The rest is fetched again; that costs nothing.' : ''}`

const notLookedWords = (folder: string): string =>
  `The library could not be looked through in ${folder}, so it is not known which results are at home. It is tried again by itself; watch folders order nothing until then.`
