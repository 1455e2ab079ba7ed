import { readFile } from 'node:fs/promises'
import type { Model } from '../../../../src/domain/catalogue/model.ts'
import type { Skill } from '../../../../src/domain/catalogue/skill.ts'
import { timingFor } from '../../../../src/domain/request/events.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { balanceFrom } from '../../../../src/engine/balance.ts'
import { LiveList } from '../../../../src/engine/catalogue/live-list.ts'
import { readModels, readSkills } from '../../../../src/engine/catalogue/read-lists.ts'
import { hashFile } from '../../../../src/engine/files.ts'
import type { Examination, Images, PreparedFile } from '../../../../src/engine/images/port.ts'
import { Thumbnails } from '../../../../src/engine/library/thumbnails.ts'
import { Driver, type DriverOptions } from '../../../../src/engine/queue/driver.ts'
import { Queue } from '../../../../src/engine/queue/queue.ts'
import { Downloader } from '../../../../src/engine/remote/download.ts'
import { Exchanger } from '../../../../src/engine/remote/exchange.ts'
import { Service } from '../../../../src/engine/remote/service.ts'
import { Assets } from '../../../../src/engine/store/assets.ts'
import { Claim } from '../../../../src/engine/store/claim.ts'
import type { Db } from '../../../../src/engine/store/database.ts'
import { Journal } from '../../../../src/engine/store/journal.ts'
import { Keep } from '../../../../src/engine/store/keep.ts'
import { Receipts } from '../../../../src/engine/store/receipts.ts'
import { simulatedRoot } from './fake-fs.ts'
import { serviceOrigin } from './remote.ts'
import type { Owner, Time } from './time.ts'

export const journalPath = `${simulatedRoot}/home/receipts.journal`
export const libraryPath = `${simulatedRoot}/library`
export const bodiesPath = `${simulatedRoot}/home/bodies`
export const cachePath = `${simulatedRoot}/cache`

const timing = timingFor(1)
const hourMs = 3_600_000
const priceAgeMs = hourMs / 12

export interface AppOptions {
  db: Db
  time: Time
  /** Whose life its timers and its exchanges belong to. */
  life: Life
  /** No other program has the home open: then the two copies of each receipt are compared. */
  isAlone: boolean
  /** The key that is held, and how receipts name it. */
  key: () => { key: string; fingerprint: string }
  onChange: (receipt: Receipt) => void
}

/** From the start of a process to its end. */
export class Life implements Owner {
  isDead = false
  isFrozen = false
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
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
  queue: Queue | null = null
  readonly #options: AppOptions
  readonly #driverOptions: DriverOptions
  readonly models: LiveList<Model[]>
  readonly skills: LiveList<Skill[]>

  /** Opens the home and takes in what the journal has and the database lacks, as a start does. */
  constructor(options: AppOptions) {
    this.#options = options
    const { db, time, key, life, isAlone } = options
    this.life = life
    const journal = new Journal(journalPath)
    this.receipts = new Receipts(db, journal)
    this.receipts.recover(isAlone)
    const keep = new Keep(db)
    this.assets = new Assets(db)
    this.claim = new Claim(db, serviceOrigin, life.name)
    const now = () => time.wallMs()
    const endpoint = async () => ({ base: serviceOrigin, key: key().key })
    const service = new Service(new Exchanger(), endpoint, () => undefined)
    const list = { service, keep, origin: serviceOrigin, now }
    this.models = new LiveList({
      ...list,
      name: 'models',
      path: '/api/models',
      freshMs: hourMs,
      revalidateMs: hourMs,
      read: readModels,
    })
    this.skills = new LiveList({ ...list, name: 'skills', path: '/api/skills', freshMs: hourMs / 12, read: readSkills })
    this.#driverOptions = {
      store: { receipts: this.receipts, keep, readOnly: false, claim: () => this.claim } as never,
      origin: serviceOrigin,
      claimName: serviceOrigin,
      holder: life.name,
      timing,
      now,
      preparing: 2,
      preparedForMs: priceAgeMs,
      capRefusal: () => null,
      perform: {
        service,
        now,
        keyFingerprint: () => key().fingerprint,
        onBalance: (balance) =>
          keep.setNote(`balance:${serviceOrigin}`, JSON.stringify(balanceFrom(balance, time.wallMs()))),
        prepare: {
          images,
          service,
          keep,
          origin: serviceOrigin,
          bodies: bodiesPath,
          skill: async (id) => {
            const known = (await this.skills.get()).value
            return known === null ? 'unreadable' : (known.find((skill) => skill.id === id) ?? 'missing')
          },
          now,
          onUploading: () => undefined,
          models: this.models,
          skills: this.skills,
          priceAgeMs,
        },
        home: {
          downloader: new Downloader(async () => null),
          images,
          assets: this.assets,
          thumbnails: new Thumbnails(images, cachePath),
          library: libraryPath,
          now,
        },
      },
      onChange: options.onChange,
      onTrouble: () => undefined,
    }
  }

  /** Drives if the claim can be had. */
  tryDrive(isPaused: boolean): boolean {
    const { time } = this.#options
    if (this.queue !== null) return true
    if (!this.claim.tryTake(time.monotonicMs())) return false
    this.queue = new Queue({
      ...this.#driverOptions,
      receipts: this.receipts,
      claim: this.claim,
      timers: time.timersOf(this.life),
    })
    this.queue.pause(isPaused)
    this.queue.takeUp()
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
}

/** Pictures are texts whose first line says how large they are; whole ones have their end. */
const images: Images = {
  inspect: async () => {
    throw new Error('nobody inspects here')
  },
  prepareReference: async (path) => preparedOf(path),
  prepareUpscale: async (path) => ({ ...(await preparedOf(path)), willAskResize: false }),
  thumbnail: async () => undefined,
  examine: async (path): Promise<Examination> => {
    const text = (await readFile(path)).toString('utf8')
    if (!text.startsWith('PICTURE ') || !text.endsWith(' END')) throw new Error('not a whole picture')
    return {
      format: 'png',
      width: 64,
      height: 48,
      hasAlpha: false,
      dominantColour: '#204060',
      perceptualHash: '0011223344556677',
      profile: null,
    }
  },
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
    steps: [],
  }
}
