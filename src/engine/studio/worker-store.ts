import type { Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { hashFile } from '../platform/files.ts'
import type { SharedStore } from '../queue/shared-store.ts'
import type { DurableStep } from '../queue/steps.ts'
import { columnsOf } from '../store/receipt-rows.ts'
import { ClaimLostError, StaleReceiptError } from '../store/receipts.ts'
import type { Database } from './database.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import { holdLeases } from './leases.ts'
import type { MarkedFiles } from './marked-files.ts'
import type { Studio } from './migrate.ts'
import { asShared, bodyFilesOf } from './shared-paths.ts'
import { noteFile, type SharedAsset, type SharedStep, type Writer, writeSteps } from './shared-steps.ts'
import { freeSlot, NoSlotError, takeSlot, waitForSlot } from './slots.ts'

/** A request as this worker has taken it in. Its own home counts revisions of its own. */
export interface TakenIn {
  person: string
  ownRevision: number
  sharedRevision: number
  phase: Receipt['phase']
  /** It has ended, or waits for a person: nothing more is done for it here. */
  isOver: boolean
  /** Results whose files lie in the file store. */
  assets: Set<string>
}

interface WorkerStoreOptions {
  database: Database
  studio: Studio
  session: string
  files: MarkedFiles
  leases: LeaseKeeper
  /** How long until it is looked again whether a place for sending is free. */
  slotMs: number
}

/** What has not asked for a place so many times is forgotten. */
const asksForgotten = 15

/** The studio as the engine of a worker sees it: it decides before the worker's own home does. */
export class WorkerStore implements SharedStore {
  readonly #options: WorkerStoreOptions
  readonly #taken = new Map<string, TakenIn>()
  /** Requests that have a place for sending. */
  readonly #slots = new Set<string>()
  /** Those of them that something is sent for now, or is about to be. */
  readonly #sending = new Set<string>()
  /** What is done with places is done one after the other. */
  #slotTurn: Promise<unknown> = Promise.resolve()
  #engine: Engine | null = null
  #isClosed = false

  constructor(options: WorkerStoreOptions) {
    this.#options = options
  }

  /** The engine that asks here: it has the files of results. */
  bind(engine: Engine): void {
    this.#engine = engine
  }

  get salt(): string {
    return this.#options.studio.salt
  }

  get studio(): string {
    return this.#options.studio.id
  }

  get taken(): ReadonlyMap<string, TakenIn> {
    return this.#taken
  }

  takeIn(id: string, request: TakenIn): void {
    this.#taken.set(id, request)
  }

  /** It is read anew before anything more is done for it here. */
  forget(isForgotten: (id: string) => boolean): void {
    for (const id of this.#taken.keys())
      if (isForgotten(id)) {
        this.#taken.delete(id)
        this.#slots.delete(id)
        this.#sending.delete(id)
      }
  }

  /** What is over is not kept in mind; were it ever open again, it would be taken in anew. */
  forgetOver(): void {
    this.forget((id) => this.#taken.get(id)?.isOver === true)
  }

  drives(id: string): boolean {
    return !this.#isClosed && this.#taken.has(id) && this.#options.leases.holds(id)
  }

  mayLeave(id: string): boolean {
    return this.drives(id) && this.#options.leases.mayLeave(id)
  }

  signalOf(id: string): AbortSignal {
    return this.#options.leases.signalOf(id)
  }

  isSending(is: (id: string) => boolean): boolean {
    return [...this.#slots].some(is)
  }

  async write(steps: DurableStep[], isToPay: boolean): Promise<void> {
    const shared = steps.map((step) => this.#shared(step))
    if (isToPay) {
      // Also what has no files: its results will be some.
      await this.#options.files.mustBeThere()
      for (const { after } of steps) await this.#keepBody(after)
    }
    const assets = await this.#keepResults(steps)
    // A place that this very request gave back a moment ago must be free before it takes one again.
    await this.#slotTurn
    const { database, slotMs } = this.#options
    const waitMs = slotMs * asksForgotten
    const write = () => writeSteps(database, shared, this.#writer, { isToPay, assets, waitMs })
    const first = steps[0]?.after
    try {
      await this.#withSlot(first?.id ?? '', first?.place ?? '', write)
    } catch (error) {
      if (error instanceof StaleReceiptError) this.forget((id) => steps.some(({ after }) => after.id === id))
      throw error
    }
    for (const { after } of steps) this.#note(after, isToPay)
  }

  async takeSlot(id: string): Promise<void> {
    const { database, session, leases, slotMs, files } = this.#options
    await files.mustBeThere()
    // What was sent before comes first.
    const how = { session, place: '', waitMs: slotMs * asksForgotten }
    await this.#withSlot(id, how.place, () =>
      this.#inTurn(() =>
        database
          .transaction(async (transaction) => {
            await holdLeases(transaction, session, [leases.leaseOf(id)])
            await takeSlot(transaction, id, how)
          })
          .then(() => {
            this.#slots.add(id)
            this.#sending.add(id)
          }),
      ),
    )
  }

  freeSlot(id: string): void {
    this.#sending.delete(id)
    if (!this.#slots.has(id)) return
    // Where the database does not answer it stays taken, and is tried again with the next beat.
    this.#inTurn(() => this.#freeNow(id)).catch(() => undefined)
  }

  /**
   * Places of requests that nothing is sent for: what ended without the database's answer, or came only as far as its place. Kept,
   * two of them would hold up what waits for a place, and that in turn the lane in which they wait to be sent.
   */
  async freeLeftSlots(): Promise<void> {
    for (const id of this.#slots) if (!this.#sending.has(id)) await this.#inTurn(() => this.#freeNow(id))
  }

  close(): void {
    this.#isClosed = true
  }

  async #freeNow(id: string): Promise<void> {
    if (!this.#slots.has(id) || this.#sending.has(id)) return
    await freeSlot(this.#options.database, id, this.#options.session)
    this.#slots.delete(id)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#slotTurn.then(work)
    this.#slotTurn = done.catch(() => undefined)
    return done
  }

  /** Tries until there is a place. @throws ClaimLostError where this worker has nothing to send any more */
  async #withSlot(id: string, place: string, work: () => Promise<void>): Promise<void> {
    for (;;) {
      if (this.#isClosed) throw new ClaimLostError('this worker ends')
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof NoSlotError)) throw error
      }
      // Else it waits behind what asks more often; where the database does not hear it, it asks again all the same.
      await waitForSlot(this.#options.database, id, place).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, this.#options.slotMs))
    }
  }

  get #writer(): Writer {
    const { session, leases } = this.#options
    return { session, leaseOf: (id) => leases.leaseOf(id) }
  }

  /** @throws ClaimLostError for what was not taken in, or was lost since */
  #shared({ after, timeline }: DurableStep): SharedStep {
    if (after.revision === 1 && after.replaces !== null && !this.#taken.has(after.id))
      return { after: asShared(after), timeline }
    const taken = this.#taken.get(after.id)
    if (!taken) throw new ClaimLostError(`${after.id} is not driven here`)
    // It follows from what was known under an earlier lease: what has become of it since is not known there.
    if (after.revision <= taken.ownRevision) throw new ClaimLostError(`${after.id} was taken in anew meanwhile`)
    const revision = after.revision - taken.ownRevision + taken.sharedRevision
    return { after: { ...asShared(after), revision }, timeline }
  }

  #note(after: Receipt, isToPay: boolean): void {
    const taken = this.#taken.get(after.id)
    if (taken) {
      taken.phase = after.phase
      taken.isOver = columnsOf(after).is_open === 0
      for (const { assetId } of after.assets) taken.assets.add(assetId)
    }
    if (after.phase !== 'ready') {
      this.#slots.delete(after.id)
      this.#sending.delete(after.id)
    } else if (isToPay) this.#slots.add(after.id)
  }

  /** Prepared pictures of the exact body: whoever takes it over may have to send these very bytes. */
  async #keepBody(receipt: Receipt): Promise<void> {
    for (const { sha256, path } of bodyFilesOf(receipt)) {
      await this.#options.files.put(path, sha256)
      const { sizeBytes } = await hashFile(path)
      await noteFile(this.#options.database, { sha256, bytes: sizeBytes })
    }
  }

  /** Results into the file store, read there and compared, before a step says that they are at home. */
  async #keepResults(steps: DurableStep[]): Promise<SharedAsset[]> {
    const kept: SharedAsset[] = []
    for (const { after } of steps) {
      const known = this.#taken.get(after.id)?.assets
      for (const { assetId, jobIndex, outputIndex, sha256 } of after.assets) {
        if (known?.has(assetId)) continue
        const engine = this.#engine
        const asset = engine?.store.assets.ofRequest(after.id).find(({ id }) => id === assetId)
        // Brought home by another worker, which has put it there itself.
        if (!engine || !asset) continue
        await this.#options.files.put(engine.pathOf(asset), sha256)
        const { sizeBytes: bytes, name, width, height } = asset
        kept.push({ request: after.id, job: jobIndex, output: outputIndex, sha256, bytes, name, width, height })
      }
    }
    return kept
  }
}
