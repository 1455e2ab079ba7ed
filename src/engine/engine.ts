import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { LibraryPlaceView } from '../contract/library.ts'
import type { AssetView, Balance, KeyStatus, RequestView } from '../contract/views.ts'
import type { Model } from '../domain/catalogue/model.ts'
import type { Skill } from '../domain/catalogue/skill.ts'
import type { Json } from '../domain/json.ts'
import { type Timing, timingFor } from '../domain/request/events.ts'
import type { Receipt } from '../domain/request/receipt.ts'
import { isEndState } from '../domain/request/states.ts'
import { AllowedHosts } from './allowed-hosts.ts'
import { LastBalance } from './balance.ts'
import { Budget } from './budget.ts'
import { LiveList } from './catalogue/live-list.ts'
import { CataloguePictures } from './catalogue/pictures.ts'
import { readModels, readSkills } from './catalogue/read-lists.ts'
import { closeOnce } from './close-home.ts'
import { fileNumber, noticeCopiedHome } from './copied-home.ts'
import { Copier } from './copies/copier.ts'
import { fileAnswered } from './disk-answer.ts'
import { GalleryPictures } from './gallery/pictures.ts'
import type { Folders } from './home.ts'
import { forgetHome, refuseAwayHome, rememberHome } from './home-memory.ts'
import { HomePlaces } from './home-places.ts'
import { refuseLongPath, refuseOddHome } from './home-trouble.ts'
import { createImages } from './images/client.ts'
import type { Images } from './images/port.ts'
import { relayedImageWorkers } from './images/relay.ts'
import { forkImageWorker } from './images/spawn.ts'
import { Inspector } from './inspector.ts'
import { StoredKeyBooks } from './key/key-books.ts'
import { KeyHolder, type SessionKeys } from './key/key-holder.ts'
import type { KeychainState } from './key/keychain.ts'
import { Alike } from './library/alike.ts'
import { LibraryGoneError } from './library/gone.ts'
import { sourcesInUse } from './library/in-use.ts'
import { sweepIncoming } from './library/leftover-downloads.ts'
import { areFilesKnown, lookForFiles } from './library/look-for-files.ts'
import { LibraryPlace } from './library/place.ts'
import { holdsLibrary } from './library/pointed.ts'
import { Presence } from './library/presence.ts'
import { reindexLibrary } from './library/reindex.ts'
import { LibraryTasks } from './library/tasks.ts'
import { Thumbnails } from './library/thumbnails.ts'
import { Originals } from './originals.ts'
import { ownFoldersOf } from './own-folders.ts'
import { ownFolder } from './own-rights.ts'
import { pausesOf } from './pace/kept-pauses.ts'
import { nextOf } from './pace/next-words.ts'
import { Pace } from './pace/pace.ts'
import { pauseWords } from './pace/words.ts'
import { pastedIn } from './pasted.ts'
import { tidyPasted } from './pasted-upkeep.ts'
import { PracticeHost } from './practice/host.ts'
import { relayedPractice } from './practice/relay.ts'
import { spawnPractice } from './practice/start.ts'
import { CurrentPrices } from './queue/current-price.ts'
import { Driver } from './queue/driver.ts'
import { PreparationMemory } from './queue/prepare-memory.ts'
import { practiceOrigin } from './remote/address.ts'
import { Downloader } from './remote/download.ts'
import { Exchanger, type SocketLimits } from './remote/exchange.ts'
import { directWay, type Way } from './remote/network.ts'
import { type Endpoint, Service } from './remote/service.ts'
import { SameFiles } from './same-files.ts'
import type { Asset } from './store/assets.ts'
import { makeFolder } from './store/folders.ts'
import { openStore, type Store } from './store/store.ts'
import { startUpkeep } from './store/upkeep.ts'
import { systemTimers } from './timers.ts'
import { assetView, requestView } from './views/request-view.ts'

export interface EngineOptions {
  /** `practice`, or a service's base address that `readServiceAddress` has accepted. */
  service: string
  folders: Folders
  /** Divides pauses and windows; heeded for loopback services only. */
  timeScale: number
  /** A plain Node binary for the processes that touch pictures. */
  nodePath: string
  entries: { imageWorker: string; practice: string }
  /** Where main starts the image workers, as utility processes: the line to it (images/relay.ts). */
  imageWorkers?: MessagePort
  /** Where main starts practice, as a utility process: the line to it (practice/relay.ts). */
  practiceStarts?: MessagePort
  /** From `PRINTROOM_API_KEY`: used for this run, never stored. */
  environmentKey: string | null
  /** What an engine of this service held in memory alone, in this very run. */
  sessionKeys?: SessionKeys
  /** How the service is reached; practice and loopback services directly, always. */
  way?: Way
  by: 'window' | 'terminal'
  /** A person said that a home which was here, or its library, is gone for good (home-memory.ts). */
  newHome?: boolean
  now?: () => number
  /** How long a dead line is waited for; real time, never scaled. The proofs wait shorter. */
  socketLimits?: SocketLimits & { downloadIdleMs: number }
  /** Another keychain than the system's: the tests'. */
  keychain?: () => Promise<KeychainState>
  /** Image workers that several engines of one process share; whoever made them closes them. */
  images?: Images
}

export interface EngineEvents {
  requestChanged: (view: RequestView) => void
  /** Connection, key, balance, notice or pause changed. */
  statusChanged: () => void
  assetAdded: (asset: AssetView) => void
  /** A step of what is under way with the library's files. */
  libraryTask: (view: LibraryPlaceView) => void
  /** Files of the library came, went or are elsewhere. */
  libraryChanged: () => void
}

/** Everything an app of this engine needs, held together. The parts know each other only through what they are given. */
export interface Engine {
  readonly origin: string
  readonly options: EngineOptions
  readonly store: Store
  readonly images: Images
  readonly service: Service
  readonly key: KeyHolder
  readonly practice: PracticeHost | null
  readonly inspector: Inspector
  readonly sameFiles: SameFiles
  readonly originals: Originals
  readonly thumbnails: Thumbnails
  readonly gallery: GalleryPictures
  readonly cataloguePictures: CataloguePictures
  readonly models: LiveList<Model[]>
  readonly skills: LiveList<Skill[]>
  readonly driver: Driver
  readonly prices: CurrentPrices
  readonly timing: Timing
  readonly budget: Budget
  readonly hosts: AllowedHosts
  readonly copier: Copier
  readonly place: LibraryPlace
  readonly libraryTasks: LibraryTasks
  readonly alike: Alike
  status(): EngineStatus
  /** Whether another program has set another key, which is in use from now on. */
  readKeyAnew(): Promise<boolean>
  viewOf(receipt: Receipt): RequestView
  /** Tells who listens of something about a request that is no step of it. */
  tell(requestId: string): void
  assetViewOf(asset: Asset): AssetView
  /** Which files were in their places when somebody looked. */
  readonly presence: Presence
  pathOf(asset: Asset): string
  /** Origin of a loopback service while it is known: its own plain http addresses count as public. */
  ownOrigin(): string | null
  listen<N extends keyof EngineEvents>(name: N, listener: EngineEvents[N]): () => void
  close(): Promise<void>
}

export interface EngineStatus {
  connection: 'unknown' | 'reachable' | 'unreachable'
  notice: string | null
  key: KeyStatus
  balance: Balance | null
  paused: boolean
  /** Where the library is; null where no engine says it. */
  library: string | null
}

const hourMs = 3_600_000

/** What is read of the library at most, to know it (pointed.ts). */
const sampleBytes = 50_000_000

/** How long a start waits for files that are looked for after a rebuild. */
const firstLookMs = 3000

/**
 * Opens a home and puts the engine together. It drives nothing yet: `driver.start()` does, where the claim allows.
 * @throws HomeError where the home was here and its disk is not; the store's errors (a disk that says no, a database without durable writes)
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const now = options.now ?? Date.now
  const isPractice = options.service === practiceOrigin
  const { folders } = options
  const bodies = join(folders.data, 'bodies')
  refuseOddHome(folders)
  refuseLongPath(folders.data)
  if (options.newHome) forgetHome(folders)
  refuseAwayHome(folders)
  const store = await openStore(folders.data)
  const unnoted = store.readOnly ? null : rememberHome(folders)
  if (unnoted !== null) store.notices.push(unnoted)
  const timing = timingFor(options.timeScale)
  if (!store.readOnly) noticeCopiedHome(store, fileNumber(store.paths.database), timing, now)
  // On a full disk the store can only be looked at, and folders that are not there yet are not needed for that.
  const homePlaces = new HomePlaces(store.lasting, folders, store.readOnly)
  const { receipts, assets, keep, notices } = store
  const hasFiles = (): boolean => assets.hasAny() || (!areFilesKnown(keep) && receipts.list({ limit: 1 }).length > 0)
  const place = new LibraryPlace(store.lasting, folders.library, isPractice, homePlaces, hasFiles)
  /** Of rows that are looked for nothing is known yet. Where the disk says no to it the next opening tries again. */
  const settleLibrary = async (): Promise<void> => {
    if (store.readOnly || !areFilesKnown(keep)) return
    const isKnown = (hadMarker: boolean): Promise<boolean> =>
      fileAnswered(place.folder, () => holdsLibrary(place.folder, assets, hadMarker), sampleBytes)
    await place.settle(isKnown).catch(() => undefined)
  }
  await settleLibrary()
  if (options.newHome && !store.readOnly && (await place.isAway().catch(() => false))) {
    makeFolder(place.folder, ownFolder)
    place.use(place.folder)
  }
  // One that does not answer is made when something comes home to it.
  const isLibraryHere = await place.isAway().then(
    (isAway) => !isAway,
    () => false,
  )
  const usual = place.isUsual && isLibraryHere ? [folders.library] : []
  if (!store.readOnly) {
    for (const folder of [...usual, folders.cache, bodies]) makeFolder(folder, ownFolder)
    closeOnce(store.keep, folders, usual[0] ?? null)
  }
  const listeners: { [N in keyof EngineEvents]: Set<EngineEvents[N]> } = {
    requestChanged: new Set(),
    statusChanged: new Set(),
    assetAdded: new Set(),
    libraryTask: new Set(),
    libraryChanged: new Set(),
  }
  const status: Pick<EngineStatus, 'connection' | 'notice'> = {
    connection: 'unknown',
    notice: store.notices.join(' ') || null,
  }
  const setStatus = (changes: Partial<typeof status>): void => {
    const before = { ...status }
    Object.assign(status, changes)
    if (before.connection !== status.connection || before.notice !== status.notice) tellStatus()
  }
  const tellLibrary = (): void => {
    for (const listener of listeners.libraryChanged) safely(listener)
  }
  const tellStatus = (): void => {
    for (const listener of listeners.statusChanged) safely(listener)
  }

  const practice = isPractice
    ? new PracticeHost({
        home: folders.practice,
        timeScale: options.timeScale,
        start: options.practiceStarts
          ? relayedPractice(options.practiceStarts)
          : (wish) => spawnPractice(options.nodePath, options.entries.practice, wish),
      })
    : null
  const key = new KeyHolder(options.service, store.salt, {
    books: new StoredKeyBooks(store, options.service),
    onChange: () => tellStatus(),
    ...(options.keychain ? { keychain: options.keychain } : {}),
    ...(options.sessionKeys ? { session: options.sessionKeys } : {}),
  })
  if (options.environmentKey !== null && !isPractice) key.hold(options.environmentKey, 'environment')
  const endpoint = async (): Promise<Endpoint | { problem: string }> => {
    if (practice === null) return { base: options.service, key: key.key }
    const found = await practice.endpoint()
    if (!('problem' in found) && found.key !== null) key.hold(found.key, 'practice')
    return found
  }
  /** Another program may have set or forgotten one; what waits for it goes on. */
  const readKeyAnew = async (): Promise<boolean> => {
    const isAnother = await key.readAnew()
    if (!isAnother) return false
    tellStatus()
    driver.added()
    return true
  }
  const isLocal = isPractice || options.service.startsWith('http:')
  const way = isLocal ? directWay : options.way
  const exchanger = new Exchanger(options.socketLimits, way)
  const pace = new Pace({
    kept: pausesOf(store.keep, options.service),
    now,
    timers: systemTimers,
    scale: timing.scale,
    onChange: () => tellStatus(),
  })
  const service = new Service(exchanger, endpoint, (connection) => setStatus({ connection }), pace)
  const imageWorker = { nodePath: options.nodePath, entry: options.entries.imageWorker }
  const images =
    options.images ??
    createImages({
      ...(options.imageWorkers
        ? { spawn: relayedImageWorkers(options.imageWorkers) }
        : {
            spawn: forkImageWorker({ ...imageWorker, writable: [folders.cache] }),
            spawnForFolders: forkImageWorker(imageWorker),
          }),
      outputFolder: join(folders.cache, 'prepared'),
    })
  const thumbnails = new Thumbnails(images, folders.cache)
  const inspector = new Inspector(images)
  const ownOrigin = async (): Promise<string | null> => {
    if (practice === null) return loopbackOrigin(options.service)
    // A result may be all that is still to do after a start: nobody else would wake practice for it.
    await practice.endpoint()
    return practice.origin
  }
  const hosts = new AllowedHosts(store.lasting, options.service)
  const idleMs = options.socketLimits?.downloadIdleMs
  const downloader = new Downloader(ownOrigin, { idleMs, way, mayBeInside: (host) => hosts.mayBeInside(host) })
  // What nobody has paid for goes where the service is, and nowhere else inside: what was allowed was allowed for results.
  const pictures = new Downloader(ownOrigin, { idleMs, way, mayBeInside: (host) => host === hosts.own })
  const list = { service, keep: store.keep, origin: options.service, now }
  const models = new LiveList({
    ...list,
    name: 'models',
    path: '/api/models',
    freshMs: hourMs,
    revalidateMs: hourMs,
    read: readModels,
  })
  const skills = new LiveList({ ...list, name: 'skills', path: '/api/skills', freshMs: hourMs / 12, read: readSkills })

  const pathOf = (asset: Asset): string => place.pathOf(asset)
  const presence = new Presence(place)
  const assetViewOf = (asset: Asset): AssetView => {
    const path = pathOf(asset)
    return assetView(asset, path, presence.isPresent(asset))
  }
  const viewOf = (receipt: Receipt): RequestView => {
    const next = nextOf(receipt, (kind) => pace.leftMs(kind), now())
    return requestView({
      receipt: { ...receipt, next },
      isLeftAlone: next !== receipt.next,
      activity: driver.activityOf(receipt.id),
      assets: receipt.assets.length === 0 ? [] : store.assets.ofRequest(receipt.id).map(assetViewOf),
      copies: receipt.copies === null ? [] : store.copies.ofRequest(receipt.id),
      timing,
      nowMs: now(),
      project: store.projects.of(receipt.id),
    })
  }
  const tell = (id: string): void => {
    const receipt = store.receipts.get(id)
    const view = receipt && viewOf(receipt)
    if (view) for (const listener of listeners.requestChanged) safely(() => listener(view))
  }
  // Which files of open requests were told of already; the process that drives and those that watch both need it.
  const told = new Map<string, number>()
  const tellAssets = (view: RequestView): void => {
    for (const asset of view.assets.slice(told.get(view.id) ?? 0))
      for (const listener of listeners.assetAdded) safely(() => listener(asset))
    if (isEndState(view.state)) told.delete(view.id)
    else told.set(view.id, view.assets.length)
  }
  const copier = new Copier({
    store,
    pathOf,
    library: () => place.folder,
    folders: images.folders,
    ownFolders: () => ownFoldersOf(place.folder, folders),
    drives: () => driver.drives,
    now,
    onChange: tell,
  })
  const lastBalance = new LastBalance(store.keep, options.service)
  /** Whose a balance is. Practice has one account, and its key is known only while it runs. */
  const accountOf = (fingerprint: string | null): string | null => (isPractice ? practiceOrigin : fingerprint)
  const budget = new Budget({ tallies: store.tallies, lasting: store.lasting, origin: options.service, now })
  const prices = new CurrentPrices({ models, skills, timing })
  const driver: Driver = new Driver({
    store,
    origin: options.service,
    claimName: options.service,
    holder: randomUUID(),
    timing,
    now,
    capRefusal: (receipt) => budget.refusalOfSubmit(receipt),
    pace,
    preparing: availableParallelism(),
    preparedForMs: timing.priceMaxAgeMs,
    perform: {
      service,
      now,
      keyFingerprint: () => key.fingerprint,
      oldKey: (fingerprint) => key.forLooking(fingerprint),
      onOldKeyRefused: (fingerprint) => {
        key.refused(fingerprint)
        tellStatus()
      },
      readKeyAnew: () => readKeyAnew(),
      onBalance: (balance: Json, fingerprint) => {
        lastBalance.told(balance, now(), accountOf(fingerprint))
        tellStatus()
      },
      prepare: {
        images,
        service,
        keep: store.keep,
        origin: options.service,
        bodies,
        skill: async (id) => {
          const list = (await skills.get()).value
          return list === null ? 'unreadable' : (list.find((s) => s.id === id) ?? 'missing')
        },
        now,
        memory: new PreparationMemory(now, timing.priceMaxAgeMs),
        onUploading: (id) => driver.onUploading(id),
        place,
        prices,
        models,
      },
      home: {
        downloader,
        images,
        assets: store.assets,
        thumbnails,
        place,
        now,
        wantCopy: (of, asset) => copier.want(of, asset),
      },
    },
    onChange: (receipt) => {
      const view = viewOf(receipt)
      for (const listener of listeners.requestChanged) safely(() => listener(view))
      tellAssets(view)
      if (isEndState(view.state) && !store.readOnly && key.ended(receipt.keyFingerprint)) tellStatus()
    },
    onTrouble: (notice) => setStatus({ notice }),
  })

  const endUpkeep = startUpkeep(store, {
    drives: () => driver.drives,
    now,
    onTrouble: (notice) => setStatus({ notice }),
  })
  const closing = new AbortController()
  // Of no hurry: what it leaves now it finds at the next start.
  const tidying = store.readOnly
    ? Promise.resolve(0)
    : tidyPasted(pastedIn(folders.data), store.mentions, now(), closing.signal).catch(() => 0)
  const isSwept = isLibraryHere && !store.readOnly
  const sweeping = isSwept ? sweepIncoming(place.folder, now(), closing.signal) : Promise.resolve(0)
  const looked = new AbortController()
  const lookingForFiles = lookForFiles(
    async () => {
      const { signal } = closing
      if (store.readOnly) return null
      if (await place.isAway()) throw new LibraryGoneError(place.folder)
      const result = await reindexLibrary({ receipts, assets, keep, images, library: place.folder, now, signal })
      await settleLibrary()
      return result
    },
    {
      onFound: (result) => {
        if (result === null) return
        notices.push(foundWords(result))
        setStatus({ notice: notices.join(' ') })
        if (result.owed > 0) driver.added()
        // A large library fills up behind the first look at it: whoever has looked looks again.
        tellLibrary()
      },
      onTrouble: () => setStatus({ notice: [...notices, notLookedWords(place)].join(' ') }),
      timeScale: timing.scale,
      signal: closing.signal,
    },
  )
  const libraryTasks = new LibraryTasks({
    store,
    place,
    fetch: {
      downloader,
      service,
      receipts: store.receipts,
      assets: store.assets,
      place,
      origin: options.service,
      keyFingerprint: () => key.fingerprint,
    },
    claim: store.claim('library files', randomUUID()),
    now,
    inUse: () => sourcesInUse(store.receipts),
    onTask: (view) => {
      for (const listener of listeners.libraryTask) safely(() => listener(view))
    },
    onFiles: () => {
      tellLibrary()
      tellStatus()
    },
  })
  // A small library is whole at the first look; a large one fills up behind it.
  await Promise.race([
    lookingForFiles.first,
    pause(firstLookMs, undefined, { signal: looked.signal }).catch(() => undefined),
  ])
  looked.abort()
  if (options.by === 'window') libraryTasks.resume()

  return {
    origin: options.service,
    options,
    store,
    images,
    service,
    key,
    practice,
    inspector,
    sameFiles: new SameFiles(images.files),
    originals: new Originals(images, inspector, folders.cache),
    thumbnails,
    gallery: new GalleryPictures({
      downloader: pictures,
      images,
      rows: store.gallery,
      origin: options.service,
      cache: folders.cache,
    }),
    cataloguePictures: new CataloguePictures({ downloader: pictures, thumbnails, cache: folders.cache, ownOrigin }),
    models,
    skills,
    driver,
    prices,
    timing,
    budget,
    hosts,
    copier,
    place,
    presence,
    libraryTasks,
    alike: new Alike(store.assets),
    status: () => ({
      ...status,
      notice: status.notice ?? pauseWords(pace.pausesLeft(), now()),
      key: isPractice && key.key === null ? practiceKeyStatus : key.status(),
      balance: lastBalance.get(accountOf(key.fingerprint)),
      paused: driver.paused,
      library: place.folder,
    }),
    readKeyAnew,
    viewOf,
    tell,
    assetViewOf,
    pathOf,
    ownOrigin: () => (practice ? practice.origin : loopbackOrigin(options.service)),
    listen: (name, listener) => {
      listeners[name].add(listener)
      return () => listeners[name].delete(listener)
    },
    close: async () => {
      closing.abort()
      driver.close()
      pace.close()
      await orGrace(libraryTasks.close())
      await copier.close()
      await Promise.all([
        options.images ? null : images.close(),
        exchanger.close(),
        downloader.close(),
        pictures.close(),
      ])
      practice?.close()
      await Promise.all([orGrace(lookingForFiles.ended), orGrace(sweeping), tidying, endUpkeep()])
      lastBalance.keepNow()
      store.close()
    },
  }
}

/** A disk that died under a work must not keep the program from ending. */
const closeGraceMs = 5000

const orGrace = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, pause(closeGraceMs, undefined, { ref: false })])

const foundWords = ({ found, owed }: { found: number; owed: number }): string =>
  `The library was looked through: ${found} of ${found + owed} files were found again.${owed > 0 ? ' The rest is fetched again; that costs nothing.' : ''}`

const notLookedWords = ({ folder }: LibraryPlace): string =>
  `The library could not be looked through in ${folder}, so it is not known which results are at home. It is tried again by itself; watch folders order nothing until then.`

/** Listeners are windows and terminals that may be gone: their trouble is not that of what they were told. */
function safely(listener: () => void): void {
  try {
    listener()
  } catch {
    // It did not take the news; the next look shows it.
  }
}

const practiceKeyStatus: KeyStatus = {
  where: 'practice',
  fingerprint: null,
  words: 'Practice gives its own key when it starts.',
  checked: null,
  open: 0,
  others: [],
}

/** Media of a loopback service may lie on loopback; of any other service, never. */
function loopbackOrigin(service: string): string | null {
  const url = new URL(service)
  return url.protocol === 'http:' ? url.origin : null
}
