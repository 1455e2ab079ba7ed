import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Balance } from '../../contract/app.ts'
import type { AssetView, RequestView } from '../../contract/views.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { isEndState } from '../../domain/request/states.ts'
import { Copier } from '../copies/copier.ts'
import type { Images } from '../images/port.ts'
import { Presence } from '../library/presence.ts'
import { nextOf } from '../pace/next-words.ts'
import { ownFoldersOf } from '../platform/own-folders.ts'
import { CurrentPrices } from '../queue/current-price.ts'
import { Driver } from '../queue/driver.ts'
import { PreparationMemory } from '../queue/prepare-memory.ts'
import { LastBalance } from '../quoting/balance.ts'
import { Budget } from '../quoting/budget.ts'
import { practiceOrigin } from '../remote/address.ts'
import type { Thumbnails } from '../sources/thumbnails.ts'
import type { Asset } from '../store/assets.ts'
import { toAssetView, toRequestView } from '../views/request-view.ts'
import type { Condition } from './condition.ts'
import type { Connection } from './connect.ts'
import type { EngineEmitter } from './events.ts'
import type { OpenedHome } from './open-home.ts'
import type { EngineOptions } from './options.ts'

interface Parts {
  options: EngineOptions
  home: OpenedHome
  connection: Connection
  images: Images
  thumbnails: Thumbnails
  emitter: EngineEmitter
  condition: Condition
  now: () => number
}

/** What drives requests, and what is shown of them. */
export class Requests {
  readonly driver: Driver
  readonly copier: Copier
  readonly budget: Budget
  readonly prices: CurrentPrices
  /** Which files were in their places when somebody looked. */
  readonly presence: Presence
  readonly #parts: Parts
  readonly #balance: LastBalance
  /** Which files of open requests were told of already; the process that drives and those that watch both need it. */
  readonly #told = new Map<string, number>()

  constructor(parts: Parts) {
    this.#parts = parts
    const { options, home, connection, now } = parts
    const { store, place, timing } = home
    this.#balance = new LastBalance(store.keyValues, options.service)
    this.budget = new Budget({ queries: store.queries, settings: store.settings, origin: options.service, now })
    const { models, skills, overcharges } = connection
    this.prices = new CurrentPrices({ models, skills, overcharges, timing })
    this.presence = new Presence(place)
    this.copier = new Copier({
      store,
      pathOf: (asset) => place.pathOf(asset),
      library: () => place.folder,
      folders: parts.images.folders,
      ownFolders: () => ownFoldersOf(place.folder, options.folders),
      drives: () => this.driver.drives,
      now,
      onChange: (id) => this.tell(id),
    })
    this.driver = this.#newDriver()
  }

  get balance(): Balance | null {
    return this.#balance.get(this.#accountOf(this.#parts.connection.key.fingerprint))
  }

  assetViewOf = (asset: Asset): AssetView =>
    toAssetView(asset, this.#parts.home.place.pathOf(asset), this.presence.isPresent(asset))

  viewOf = (receipt: Receipt): RequestView => {
    const { home, connection, now } = this.#parts
    const { store, timing } = home
    const next = nextOf(receipt, (kind) => connection.pace.leftMs(kind), now())
    return toRequestView({
      receipt: { ...receipt, next },
      isLeftAlone: next !== receipt.next,
      activity: this.driver.activityOf(receipt.id),
      assets: receipt.assets.length === 0 ? [] : store.assets.ofRequest(receipt.id).map(this.assetViewOf),
      copies: receipt.copies === null ? [] : store.copies.ofRequest(receipt.id),
      timing,
      nowMs: now(),
      project: store.projects.of(receipt.id),
    })
  }

  /** Tells who listens of something about a request that is no step of it. */
  tell = (id: string): void => {
    const receipt = this.#parts.home.store.receipts.get(id)
    if (receipt) this.#parts.emitter.emit('requestChanged', this.viewOf(receipt))
  }

  /** Another program may have set or forgotten a key; what waits for it goes on. */
  readKeyAnew = async (): Promise<boolean> => {
    const isAnother = await this.#parts.connection.key.readAnew()
    if (!isAnother) return false
    this.#parts.emitter.emit('statusChanged')
    this.driver.added()
    return true
  }

  /** Writes what is kept at leisure. */
  keepNow(): void {
    this.#balance.keepNow()
  }

  #newDriver(): Driver {
    const { options, home, connection, condition, emitter, now } = this.#parts
    return new Driver({
      store: home.store,
      shared: options.shared,
      origin: options.service,
      claimName: options.service,
      holder: randomUUID(),
      timing: home.timing,
      now,
      capRefusal: (receipt) => this.budget.refusalOfSubmit(receipt),
      pace: connection.pace,
      preparing: availableParallelism(),
      preparedForMs: home.timing.priceMaxAgeMs,
      perform: this.#performing(),
      onChange: (receipt) => this.#changed(receipt),
      onTrouble: (notice) => condition.set({ notice }),
      onPause: () => emitter.emit('statusChanged'),
    })
  }

  #performing(): ConstructorParameters<typeof Driver>[0]['perform'] {
    const { options, home, connection, images, thumbnails, emitter, now } = this.#parts
    const { key, service, skills, models } = connection
    const { store, place, timing } = home
    return {
      service,
      now,
      keyFingerprint: () => key.fingerprint,
      oldKey: (fingerprint) => key.forLooking(fingerprint),
      onOldKeyRefused: (fingerprint) => {
        key.refused(fingerprint)
        emitter.emit('statusChanged')
      },
      readKeyAnew: this.readKeyAnew,
      onBalance: (balance, fingerprint) => {
        this.#balance.told(balance, now(), this.#accountOf(fingerprint))
        emitter.emit('statusChanged')
      },
      prepare: {
        images,
        service,
        keyValues: store.keyValues,
        origin: options.service,
        bodies: home.bodies,
        skill: async (id) => {
          const list = (await skills.get()).value
          return list === null ? 'unreadable' : (list.find((skill) => skill.id === id) ?? 'missing')
        },
        now,
        memory: new PreparationMemory(now, timing.priceMaxAgeMs),
        onUploading: (id) => this.driver.onUploading(id),
        place,
        prices: this.prices,
        models,
      },
      home: {
        downloader: connection.downloader,
        images,
        assets: store.assets,
        thumbnails,
        place,
        now,
        wantCopy: (of, asset) => this.copier.want(of, asset),
      },
    }
  }

  #changed(receipt: Receipt): void {
    const { home, connection, emitter } = this.#parts
    const view = this.viewOf(receipt)
    emitter.emit('requestChanged', view)
    this.#tellAssets(view)
    if (isEndState(view.state) && !home.store.readOnly && connection.key.ended(receipt.keyFingerprint))
      emitter.emit('statusChanged')
  }

  #tellAssets(view: RequestView): void {
    for (const asset of view.assets.slice(this.#told.get(view.id) ?? 0)) this.#parts.emitter.emit('assetAdded', asset)
    if (isEndState(view.state)) this.#told.delete(view.id)
    else this.#told.set(view.id, view.assets.length)
  }

  /** Whose a balance is. Practice has one account, and its key is known only while it runs. */
  #accountOf(fingerprint: string | null): string | null {
    return this.#parts.connection.practice === null ? fingerprint : practiceOrigin
  }
}
