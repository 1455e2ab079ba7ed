import os from 'node:os'
import { type LeaseTiming, type Moment, maySend } from '../../domain/studio/lease.ts'
import { partitionOf, planOf } from '../../domain/studio/partition.ts'
import { ClaimLostError } from '../store/receipts.ts'
import type { Database } from './database.ts'
import { type Fenced, giveUpLease, readLeases, renewLeases, takeLease } from './leases.ts'
import { signOff, signOn } from './workers.ts'

interface Held {
  fence: string
  /** When the renewal that was confirmed last was asked for. */
  confirmed: Moment
  /** Of what is on the line for its requests. */
  line: AbortController
}

interface KeeperOptions {
  database: Database
  session: string
  /** For people. */
  name: string
  timing: LeaseTiming
  /** So long without the service, and the partitions are left to a worker that reaches it. */
  unreachedMs: number
  /** Null while the service answers; else since when it does not (monotonic). */
  unreachedSince: () => number | null
  /** Nothing paid is on its way for requests of it. */
  mayGive: (partition: number) => boolean
  /** From now on another may hold it. */
  onLost: (partition: number) => void
  now?: () => Moment
}

const thisMoment = (): Moment => ({
  wallMs: Date.now(),
  monotonicMs: performance.now(),
  uptimeMs: os.uptime() * 1000,
})

/** Holds this worker's part of the partitions, and says what may be sent for them. */
export class LeaseKeeper {
  readonly #options: KeeperOptions
  readonly #held = new Map<number, Held>()

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  get partitions(): number[] {
    return [...this.#held.keys()].toSorted((a, b) => a - b)
  }

  holds(id: string): boolean {
    return this.#held.has(partitionOf(id))
  }

  /** @throws ClaimLostError where another holds it, as far as is known here; the database decides */
  leaseOf(id: string): Fenced {
    const partition = partitionOf(id)
    const held = this.#held.get(partition)
    if (!held) throw new ClaimLostError('another worker holds its lease')
    return { partition, fence: held.fence }
  }

  /** By what was confirmed last, at this very moment: nothing is waited for. */
  mayLeave(id: string): boolean {
    const held = this.#held.get(partitionOf(id))
    return held !== undefined && maySend(held.confirmed, this.#now(), this.#options.timing)
  }

  signalOf(id: string): AbortSignal {
    return this.#held.get(partitionOf(id))?.line.signal ?? AbortSignal.abort()
  }

  /** What is on the line is broken off where its lease was not confirmed in time: another may look it up soon. */
  cutOff(): void {
    const now = this.#now()
    for (const { confirmed, line } of this.#held.values())
      if (!maySend(confirmed, now, this.#options.timing)) line.abort()
  }

  /** Renews what is held, then takes or gives up what this worker should. @throws what the database says */
  async beat(): Promise<void> {
    const { database, session, name, timing } = this.#options
    const reachesService = !this.#isUnreached()
    const asked = this.#now()
    this.#confirm(await renewLeases(database, session), asked)
    await signOn(database, { session, name, reachesService })
    const { rows, workers } = await readLeases(database, timing.takeoverMs)
    const others = workers - (reachesService ? 1 : 0)
    if (!reachesService && others > 0) return this.#giveUp(this.partitions.filter(this.#options.mayGive))
    const plan = planOf(rows, session, { workers, takeoverMs: timing.takeoverMs }, this.#options.mayGive)
    await this.#giveUp(plan.giveUp)
    for (const partition of plan.take) {
      const takenAt = this.#now()
      const lease = await takeLease(database, partition, { session, takeoverMs: timing.takeoverMs })
      if (lease) this.#hold(lease, takenAt)
    }
  }

  /** At the end, in order: what others then find in `ready` they look up. */
  async end(): Promise<void> {
    await this.#giveUp(this.partitions)
    await signOff(this.#options.database, this.#options.session)
  }

  #confirm(leases: readonly Fenced[], asked: Moment): void {
    const standing = new Map(leases.map((lease) => [lease.partition, lease]))
    for (const [partition, { fence }] of this.#held) if (standing.get(partition)?.fence !== fence) this.#lose(partition)
    // One whose taking was not answered is this session's all the same.
    for (const lease of leases) this.#hold(lease, asked)
  }

  #hold({ partition, fence }: Fenced, confirmed: Moment): void {
    const before = this.#held.get(partition)
    const line = before && !before.line.signal.aborted ? before.line : new AbortController()
    this.#held.set(partition, { fence, confirmed, line })
  }

  #lose(partition: number): void {
    this.#held.get(partition)?.line.abort()
    this.#held.delete(partition)
    this.#options.onLost(partition)
  }

  async #giveUp(partitions: readonly number[]): Promise<void> {
    const { database, session } = this.#options
    for (const partition of partitions) {
      const held = this.#held.get(partition)
      if (!held) continue
      // First here, so that nothing of it begins any more.
      this.#lose(partition)
      await giveUpLease(database, { partition, fence: held.fence }, session)
    }
  }

  #isUnreached(): boolean {
    const since = this.#options.unreachedSince()
    return since !== null && performance.now() - since > this.#options.unreachedMs
  }

  #now(): Moment {
    return this.#options.now?.() ?? thisMoment()
  }
}
