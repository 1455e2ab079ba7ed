import { join } from 'node:path'
import type { Balance, KeyStatus } from '../contract/app.ts'
import type { AssetView } from '../contract/views.ts'
import { Condition } from './assembly/condition.ts'
import { connect } from './assembly/connect.ts'
import { EngineEmitter, type EngineEvents, type EngineListener } from './assembly/events.ts'
import { openHome } from './assembly/open-home.ts'
import type { EngineOptions } from './assembly/options.ts'
import { Requests } from './assembly/requests.ts'
import { keepUp } from './assembly/upkeep.ts'
import { CataloguePictures } from './catalogue/pictures.ts'
import type { Copier } from './copies/copier.ts'
import { GalleryPictures } from './gallery/pictures.ts'
import type { GalleryContext } from './gallery/view.ts'
import { createImages } from './images/client.ts'
import type { Images } from './images/port.ts'
import { relayedImageWorkers } from './images/relay.ts'
import { forkImageWorker } from './images/spawn.ts'
import type { LibraryContext } from './library/context.ts'
import { ExportSamples } from './library/export-samples.ts'
import { Exports } from './library/exports.ts'
import { NearDuplicates } from './library/near-duplicates.ts'
import { Painter } from './library/painter.ts'
import type { Presence } from './library/presence.ts'
import type { LibraryTasks } from './library/tasks.ts'
import { TouchUps } from './library/touch-ups.ts'
import { pauseWords } from './pace/words.ts'
import type { CurrentPrices } from './queue/current-price.ts'
import type { Driver } from './queue/driver.ts'
import type { AllowedHosts } from './remote/allowed-hosts.ts'
import type { Service } from './remote/service.ts'
import { ContentHashes } from './sources/content-hashes.ts'
import { Inspector } from './sources/inspector.ts'
import { Originals } from './sources/originals.ts'
import { SameFiles } from './sources/same-files.ts'
import { Thumbnails } from './sources/thumbnails.ts'
import type { Asset } from './store/assets.ts'
import type { WatchContext } from './watch/context.ts'

/**
 * Everything an app of this engine needs, held together. The parts know each other only through what they are given, and what
 * acts on several of them takes what it needs: those are the contexts.
 */
export interface Engine extends WatchContext, LibraryContext, GalleryContext {
  readonly options: EngineOptions
  readonly service: Service
  readonly driver: Driver
  readonly prices: CurrentPrices
  readonly hosts: AllowedHosts
  readonly copier: Copier
  readonly cataloguePictures: CataloguePictures
  readonly libraryTasks: LibraryTasks
  readonly exports: Exports
  readonly exportSamples: ExportSamples
  readonly touchUps: TouchUps
  readonly nearDuplicates: NearDuplicates
  readonly painter: Painter
  /** Which files were in their places when somebody looked. */
  readonly presence: Presence
  status(): EngineStatus
  /** Tells who listens of something about a request that is no step of it. */
  tell(requestId: string): void
  assetViewOf(asset: Asset): AssetView
  listen<N extends keyof EngineEvents>(name: N, listener: EngineListener<N>): () => void
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

/**
 * Opens a home and puts the engine together. It drives nothing yet: `driver.start()` does, where the claim allows.
 * @throws HomeError where the home was here and its disk is not; the store's errors (a disk that says no, a database without durable writes)
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const now = options.now ?? Date.now
  const origin = options.service
  const { cache } = options.folders
  const home = await openHome(options, now)
  const { store, place, timing } = home
  const emitter = new EngineEmitter()
  const condition = new Condition(emitter, store.notices.join(' ') || null)
  const connection = connect(options, home, { emitter, condition, now })
  const {
    service,
    key,
    practice,
    pace,
    hosts,
    pictures: downloader,
    models,
    skills,
    overcharges,
    ownOrigin,
  } = connection
  const images = options.images ?? imagesOf(options)
  const thumbnails = new Thumbnails(images, cache)
  const painter = new Painter({
    colours: store.colours,
    thumbnails,
    images,
    onPainted: () => emitter.emit('libraryChanged'),
  })
  const inspector = new Inspector(images)
  const hashes = new ContentHashes(images.files)
  const requests = new Requests({ options, home, connection, images, thumbnails, emitter, condition, now })
  const { driver, copier, budget, prices, presence, readKeyAnew, viewOf, tell, assetViewOf } = requests
  const upkeep = await keepUp({ options, home, connection, images, driver, emitter, condition, now })
  if (options.by === 'window' && !store.readOnly) painter.start()
  const library: LibraryContext = {
    options,
    store,
    place,
    thumbnails,
    images,
    driver,
    timing,
    pathOf: (asset) => place.pathOf(asset),
  }
  const exports = new Exports(library, (view) => emitter.emit('exportChanged', view))
  return {
    origin,
    options,
    store,
    images,
    service,
    key,
    practice,
    inspector,
    hashes,
    sameFiles: new SameFiles(hashes),
    originals: new Originals(images, inspector, cache),
    thumbnails,
    gallery: new GalleryPictures({ downloader, images, rows: store.gallery, origin, cache }),
    cataloguePictures: new CataloguePictures({ downloader, thumbnails, cache, ownOrigin: connection.originInUse }),
    models,
    skills,
    overcharges,
    driver,
    prices,
    timing,
    budget,
    hosts,
    copier,
    place,
    presence,
    libraryTasks: upkeep.libraryTasks,
    painter,
    exports,
    exportSamples: new ExportSamples(library),
    touchUps: new TouchUps(library, () => emitter.emit('libraryChanged')),
    nearDuplicates: new NearDuplicates(store.assets),
    status: () => ({
      connection: condition.connection,
      notice: condition.notice ?? pauseWords(pace.pausesLeft(), now()),
      key: connection.keyStatus(),
      balance: requests.balance,
      paused: driver.paused,
      library: place.folder,
    }),
    readKeyAnew,
    viewOf,
    tell,
    assetViewOf,
    pathOf: library.pathOf,
    ownOrigin,
    listen: (name, listener) => emitter.listen(name, listener),
    // Once, whoever asks for it: what has closed a file must not close its number again, which may be another's by then.
    close: once(async () => {
      driver.close()
      pace.close()
      await Promise.all([upkeep.stop(), exports.close()])
      const painted = painter.close()
      await copier.close()
      await Promise.all([options.images ? null : images.close(), connection.close()])
      await painted
      practice?.close()
      await upkeep.ended()
      requests.keepNow()
      store.close()
    }),
  }
}

/** The same work again is the same one. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= work()
    return done
  }
}

function imagesOf({ nodePath, entries, imageWorkers, spawnImageWorker, folders }: EngineOptions): Images {
  const worker = { nodePath, entry: entries.imageWorker }
  const spawn = spawnImageWorker ?? (imageWorkers && relayedImageWorkers(imageWorkers))
  return createImages({
    ...(spawn
      ? { spawn }
      : {
          spawn: forkImageWorker({ ...worker, writable: [folders.cache] }),
          spawnForFolders: forkImageWorker(worker),
        }),
    outputFolder: join(folders.cache, 'prepared'),
  })
}
