import { readFile } from 'node:fs/promises'
import type { Model } from '../../../../src/domain/catalogue/model.ts'
import type { Skill } from '../../../../src/domain/catalogue/skill.ts'
import { preparationOf } from '../../../../src/domain/pace/kinds.ts'
import { timingFor } from '../../../../src/domain/request/events.ts'
import type { ChoiceId, Receipt } from '../../../../src/domain/request/receipt.ts'
import { isEndState } from '../../../../src/domain/request/states.ts'
import { stateOf } from '../../../../src/domain/request/words.ts'
import { listsOf } from '../../../../src/engine/catalogue/lists.ts'
import type { LiveList } from '../../../../src/engine/catalogue/live-list.ts'
import { Overcharges } from '../../../../src/engine/catalogue/overcharges.ts'
import type { Examination, PreparedFile } from '../../../../src/engine/images/answers.ts'
import { ImageWorkerError } from '../../../../src/engine/images/errors.ts'
import type { Images } from '../../../../src/engine/images/port.ts'
import { StoredKeyBooks } from '../../../../src/engine/key/key-books.ts'
import { KeyHolder } from '../../../../src/engine/key/key-holder.ts'
import { pausesOf } from '../../../../src/engine/pace/kept-pauses.ts'
import { Pace } from '../../../../src/engine/pace/pace.ts'
import { NotNowError } from '../../../../src/engine/platform/call-error.ts'
import { hashFile } from '../../../../src/engine/platform/files.ts'
import { LibraryGoneError } from '../../../../src/engine/platform/library-gone.ts'
import { CurrentPrices } from '../../../../src/engine/queue/current-price.ts'
import { Driver, type DriverOptions } from '../../../../src/engine/queue/driver.ts'
import { PreparationMemory } from '../../../../src/engine/queue/prepare-memory.ts'
import { Queue } from '../../../../src/engine/queue/queue.ts'
import type { DurableStep } from '../../../../src/engine/queue/steps.ts'
import { LastBalance } from '../../../../src/engine/quoting/balance.ts'
import { Budget } from '../../../../src/engine/quoting/budget.ts'
import { Downloader } from '../../../../src/engine/remote/download.ts'
import { Exchanger } from '../../../../src/engine/remote/exchange.ts'
import { Service } from '../../../../src/engine/remote/service.ts'
import { Thumbnails } from '../../../../src/engine/sources/thumbnails.ts'
import { Assets } from '../../../../src/engine/store/assets.ts'
import { Claim } from '../../../../src/engine/store/claim.ts'
import { noticeCopiedHome } from '../../../../src/engine/store/copied-home.ts'
import type { Db } from '../../../../src/engine/store/db.ts'
import { DurableSettings, takeInLastingNotes } from '../../../../src/engine/store/durable-settings.ts'
import { Journal } from '../../../../src/engine/store/journal.ts'
import { ReceiptQueries } from '../../../../src/engine/store/receipt-queries.ts'
import { Receipts } from '../../../../src/engine/store/receipts.ts'
import type { MemoryKeychain } from '../../../support/memory-keychain.ts'
import { simulatedRoot } from './fake-fs.ts'
import type { Home } from './home.ts'
import { KeptLists } from './kept-lists.ts'
import type { Life } from './life.ts'
import { serviceOrigin } from './remote.ts'
import type { Time } from './time.ts'

export const libraryPath = `${simulatedRoot}/library`
/** Of the home's key fingerprints. */
export const salt = 'salt'
export const cachePath = `${simulatedRoot}/cache`

const timing = timingFor(1)

export interface AppOptions {
  db: Db
  time: Time
  home: Home
  /** Whether the disk that the library is on is there. */
  isLibraryThere: () => boolean
  /** Whose life its timers and its exchanges belong to. */
  life: Life
  /** No other program has the home open: then the two copies of each receipt are compared. */
  isAlone: boolean
  /** The computer's own, which outlives every process. */
  keychain: MemoryKeychain
  onChange: (receipt: Receipt, app: App) => void
}

/**
 * One run of the app, from its start to its death: the engine's own parts over the database and the disk of the home,
 * put together as `createEngine` does, without the driver's real timers. It is a watcher until it holds the claim.
 */
export class App {
  readonly life: Life
  readonly receipts: Receipts
  readonly assets: Assets
  readonly claim: Claim
  readonly settings: DurableSettings
  readonly budget: Budget
  readonly queries: ReceiptQueries
  readonly key: KeyHolder
  readonly service: Service
  readonly #pace: Pace
  queue: Queue | null = null
  /** Its queue was told to send nothing new. */
  isHeld = false
  /** When this computer last made trouble for it, on the world's clock. */
  #takenIn = 0
  #isSounding = false
  /** Something came in from the journal that it has not looked at yet. */
  isBehind = false
  #troubledAtMs = Number.NEGATIVE_INFINITY
  readonly #sinceMs: number
  readonly #options: AppOptions
  readonly #driverOptions: DriverOptions
  readonly models: LiveList<Model[]>
  readonly skills: LiveList<Skill[]>

  /** Opens the home and takes in what the journal has and the database lacks, as a start does. */
  constructor(options: AppOptions) {
    this.#options = options
    const { db, time, keychain, life, isAlone, home, isLibraryThere } = options
    this.life = life
    const journal = new Journal(home.journal)
    this.receipts = new Receipts(db, journal)
    this.receipts.recover(isAlone)
    const keep = new KeptLists(db)
    noticeCopiedHome({ receipts: this.receipts, keyValues: keep }, `${home.databaseFile}`, timing, () => time.wallMs())
    const lastBalance = new LastBalance(keep, serviceOrigin, time.timersOf(life))
    this.assets = new Assets(db)
    this.claim = new Claim(db, serviceOrigin, life.name)
    if (isAlone) takeInLastingNotes(db, home.path)
    this.settings = new DurableSettings(db, home.path)
    const now = () => time.wallMs()
    this.#sinceMs = now()
    const queries = new ReceiptQueries(db)
    this.queries = queries
    this.budget = new Budget({ queries, settings: this.settings, origin: serviceOrigin, now })
    const books = new StoredKeyBooks({ queries, keyValues: keep }, serviceOrigin)
    this.key = new KeyHolder(serviceOrigin, salt, { books, keychain: keychain.open })
    const endpoint = async () => ({ base: serviceOrigin, key: this.key.key })
    const pace = new Pace({
      kept: pausesOf(keep, serviceOrigin),
      now,
      timers: time.timersOf(life),
      scale: 1,
      onChange: () => undefined,
    })
    this.#pace = pace
    const service = new Service(new Exchanger(), endpoint, () => undefined, pace)
    this.service = service
    const { monotonicMs } = time.timersOf(life)
    const { models, skills } = listsOf({ service, keyValues: keep, origin: serviceOrigin, now, monotonicMs })
    this.models = models
    this.skills = skills
    const overcharges = new Overcharges({ keyValues: keep, origin: serviceOrigin, monotonicMs })
    this.#driverOptions = {
      store: {
        receipts: this.receipts,
        keep,
        lasting: this.settings,
        readOnly: false,
        claim: () => this.claim,
      } as never,
      origin: serviceOrigin,
      claimName: serviceOrigin,
      holder: life.name,
      timing,
      now,
      pace,
      preparing: 2,
      preparedForMs: timing.priceMaxAgeMs,
      capRefusal: (receipt) => this.budget.refusalOfSubmit(receipt),
      perform: {
        service,
        now,
        keyFingerprint: () => this.key.fingerprint,
        oldKey: (fingerprint) => this.key.forLooking(fingerprint),
        onOldKeyRefused: (fingerprint) => this.key.refused(fingerprint),
        readKeyAnew: () => this.#readKeyAnew(),
        onBalance: (balance, key) => lastBalance.told(balance, time.wallMs(), key),
        prepare: {
          images,
          service,
          keyValues: keep,
          origin: serviceOrigin,
          bodies: home.bodies,
          skill: async (id) => {
            const known = (await this.skills.get()).value
            return known === null ? 'unreadable' : (known.find((skill) => skill.id === id) ?? 'missing')
          },
          now,
          memory: new PreparationMemory(now, timing.priceMaxAgeMs),
          onUploading: (id) => this.queue?.onUploading(id),
          models: this.models,
          prices: new CurrentPrices({ models: this.models, skills: this.skills, overcharges, timing }),
        },
        home: {
          downloader: new Downloader(async () => null),
          images,
          assets: this.assets,
          thumbnails: new Thumbnails(images, cachePath),
          place: { folder: libraryPath, newFolders: undefined, forWriting: async () => libraryFor(isLibraryThere()) },
          now,
        },
      },
      onChange: (receipt) => {
        options.onChange(receipt, this)
        if (isEndState(stateOf(receipt, null))) this.key.ended(receipt.keyFingerprint)
      },
      onTrouble: (words) => {
        if (words !== null) this.#troubledAtMs = time.nowMs
      },
    }
  }

  /** The service wants to be left alone with what this order asks of it, and maybe not with others. */
  isToldToWait({ order }: Receipt): boolean {
    return this.#pace.leftMs(preparationOf(order)) > 0
  }

  /** As the engine does it: another program may have set or forgotten one, and what waits for it goes on. */
  async #readKeyAnew(): Promise<boolean> {
    const isAnother = await this.key.readAnew()
    if (isAnother) this.lookAround()
    return isAnother
  }

  /** Drives if the claim can be had. */
  tryDrive(): boolean {
    const { time } = this.#options
    if (this.queue !== null) return true
    if (!this.claim.tryTake(time.monotonicMs())) return false
    this.queue = new Queue({
      ...this.#driverOptions,
      receipts: this.receipts,
      claim: this.claim,
      timers: time.timersOf(this.life),
      sinceMs: this.#sinceMs,
    })
    this.lookAround()
    return true
  }

  /** Says that it lives; where another has taken over it stops driving. */
  beat(): void {
    if (this.queue === null || this.claim.beat()) return
    this.queue.close()
    this.queue = null
  }

  /** For acts in a program that does not drive: the driver's own way, which is not started and so drives nothing. */
  watcher(): Driver {
    return new Driver(this.#driverOptions)
  }

  /** As the driver does it: in the queue where this program drives, else beside it. */
  async decide(id: string, choice: ChoiceId, replacement: DurableStep | null): Promise<void> {
    if (this.queue === null) return this.watcher().decide(id, choice, replacement)
    const event = { type: 'decided' as const, choice, atMs: this.#options.time.wallMs() }
    const acted = await this.queue.act(id, event, replacement === null ? [] : [replacement])
    if (acted !== 'done') throw new NotNowError(acted)
    this.lookAround()
  }

  /** As the driver does it. */
  async cancel(id: string): Promise<void> {
    if (this.queue === null) return this.watcher().cancel(id)
    const acted = await this.queue.act(id, { type: 'cancelled', atMs: this.#options.time.wallMs() })
    if (acted === 'busy') throw new NotNowError(acted)
  }

  /** This computer has made trouble in the last so many milliseconds. */
  isTroubled(withinMs: number): boolean {
    return this.#options.time.nowMs - this.#troubledAtMs <= withinMs
  }

  pause(paused: boolean): void {
    this.settings.pause(paused)
    this.lookAround()
  }

  /** As the driver, which tries once a second whether the disk is well again. */
  makeSoundSoon(): void {
    if (this.#isSounding || this.queue === null || !this.receipts.isInDoubt) return
    this.#isSounding = true
    this.#options.time.after(1000, this.life, () => {
      this.#isSounding = false
      try {
        this.receipts.verifyConnection()
      } catch {
        // The next second tries again.
      }
    })
  }

  /** As the driver, which looks five times a second for what others have left and this program has taken in. */
  noticeTakenIn(): void {
    const { takenIn } = this.receipts
    if (takenIn === this.#takenIn) return
    this.#takenIn = takenIn
    this.isBehind = true
    this.#options.time.after(200, this.life, () => {
      this.isBehind = false
      this.lookAround()
    })
  }

  /** What others have written in the database is taken up, as the driver does five times a second. */
  lookAround(): void {
    this.isHeld = this.settings.paused
    if (this.isHeld) this.queue?.pause(true)
    this.queue?.takeUp()
    this.queue?.pause(this.isHeld)
  }
}

/** As the library's own place, whose disk may be away (place.ts). */
function libraryFor(isThere: boolean): string {
  if (!isThere) throw new LibraryGoneError(libraryPath)
  return libraryPath
}

const nobodyLooks = async (): Promise<never> => {
  throw new Error('nobody looks here')
}

/** Pictures are texts whose first line says how large they are; whole ones have their end. */
const images: Images = {
  files: { lookAt: nobodyLooks, list: nobodyLooks, hash: (path) => hashFile(path) },
  folders: {
    identify: nobodyLooks,
    liesInAny: nobodyLooks,
    files: nobodyLooks,
    isWatched: nobodyLooks,
    marks: nobodyLooks,
    read: nobodyLooks,
    claimOrder: nobodyLooks,
    confirmOrder: nobodyLooks,
    releaseOrder: nobodyLooks,
  },
  inspect: async () => {
    throw new Error('nobody inspects here')
  },
  prepareReference: async (path) => preparedOf(path),
  prepareUpscale: async (path) => ({ ...(await preparedOf(path)), willAskResize: false }),
  thumbnail: async () => undefined,
  detail: async () => undefined,
  touchUp: async () => {
    throw new Error('nobody touches up here')
  },
  export: async () => {
    throw new Error('nobody exports here')
  },
  examine: async (path): Promise<Examination> => {
    const text = (await readFile(path)).toString('utf8')
    if (!text.startsWith('PICTURE ') || !text.endsWith(' END'))
      throw new ImageWorkerError('damaged', 'It is not a whole picture.')
    return {
      format: 'png',
      width: 64,
      height: 48,
      hasAlpha: false,
      dominantColour: '#204060',
      palette: '#204060:100',
      perceptualHash: '0011223344556677',
      profile: null,
    }
  },
  palette: async () => '',
  wake: () => undefined,
  close: async () => undefined,
}

async function preparedOf(path: string): Promise<PreparedFile> {
  const [, width, height] = /^PICTURE (\d+)x(\d+)/.exec((await readFile(path)).toString('utf8')) ?? []
  const { sha256, sizeBytes } = await hashFile(path)
  return {
    decision: 'as-is',
    path,
    sha256,
    sizeBytes,
    width: Number(width),
    height: Number(height),
    format: 'png',
    quality: null,
    chroma: '4:4:4',
    difference: null,
    steps: [],
  }
}
