import { randomUUID } from 'node:crypto'
import { leaseTiming } from '../../domain/studio/lease.ts'
import { partitionOf } from '../../domain/studio/partition.ts'
import type { Engine } from '../engine.ts'
import { noKeyWords } from '../key/no-key.ts'
import type { SharedStore } from '../queue/shared-store.ts'
import { carryOut } from './carry-out.ts'
import { type CommandOutcome, openActs, openCommands, type StudioCommand } from './commands.ts'
import type { Database } from './database.ts'
import type { FileStore } from './file-store.ts'
import { judgeOrder } from './judge-order.ts'
import { LeaseKeeper } from './lease-keeper.ts'
import { LeftOut } from './left-out.ts'
import { MarkedFiles } from './marked-files.ts'
import { Mender, mendKind } from './mend.ts'
import type { Studio } from './migrate.ts'
import { takeOrder } from './orders.ts'
import type { OwnFolders } from './shared-paths.ts'
import { StudioError } from './studio-error.ts'
import { takeIn } from './take-in.ts'
import { Troubles } from './troubles.ts'
import { WorkerStore } from './worker-store.ts'
import { joinWorkers, noteTroubles } from './workers.ts'

interface WorkerEvents {
  onOrder?: (command: StudioCommand, outcome: CommandOutcome) => void
  onPartitions?: (partitions: readonly number[]) => void
  /** What is not as it should be, in words: once when it begins, and once when it is over. */
  onTrouble?: (words: string, isOver: boolean) => void
}

export interface WorkerOptions extends WorkerEvents {
  database: Database
  studio: Studio
  /** The studio's, as this computer reaches them; whoever opened them closes them. */
  files: FileStore
  /** For people. */
  name: string
  folders: OwnFolders
  /** Divides the lease's times; 1 but in tests against a loopback service. */
  timeScale: number
  openEngine: (shared: SharedStore) => Promise<Engine>
}

/** Orders, and what others have left, are looked for so often. */
const lookMs = 200
const commandsAtOnce = 20
const actsAtOnce = 200
/** Of what is not as it should be, for “studio status”. */
const mostNoted = 100
/** So long without the service, while others may reach it. */
const unreachedMs = 30_000

/** One of a studio's workers: takes orders, holds its part of the partitions, and has its engine drive their requests. */
export class Worker {
  readonly session: string
  readonly engine: Engine
  readonly #options: WorkerOptions
  readonly #leases: LeaseKeeper
  readonly #store: WorkerStore
  readonly #timers: NodeJS.Timeout[] = []
  #cutOff: NodeJS.Timeout | null = null
  readonly #underWay = new Set<Promise<void>>()
  readonly #files: MarkedFiles
  readonly #left: LeftOut
  readonly #troubles: Troubles
  readonly #mender: Mender
  #unreachedSince: number | null = null
  #told = ''
  #notedTroubles = '[]'
  #hasJoined = false
  #isEnding = false
  #ended: Promise<void> | null = null

  private constructor(
    options: WorkerOptions,
    parts: { session: string; leases: LeaseKeeper; store: WorkerStore; engine: Engine; files: MarkedFiles },
  ) {
    this.#options = options
    this.#files = parts.files
    this.#left = new LeftOut(options.timeScale)
    this.#troubles = new Troubles((words, isOver) => options.onTrouble?.(words, isOver))
    const { database, folders, timeScale } = options
    const { session, engine, files } = parts
    const isEnding = (): boolean => this.#isEnding
    this.#mender = new Mender({ database, files, folders, engine, session, timeScale, isEnding })
    this.session = parts.session
    this.engine = parts.engine
    this.#leases = parts.leases
    this.#store = parts.store
  }

  /**
   * Opens the worker's home and begins to work.
   * @throws StudioError, HomeError where it cannot
   */
  static async start(options: WorkerOptions): Promise<Worker> {
    const { database, studio, timeScale } = options
    const session = randomUUID()
    const files = MarkedFiles.of(options.files, studio.id)
    await files.mustBeThere()
    let worker: Worker | null = null
    const leases: LeaseKeeper = new LeaseKeeper({
      database,
      session,
      name: options.name,
      timing: leaseTiming(timeScale),
      unreachedMs: unreachedMs / timeScale,
      unreachedSince: () => worker?.noticeService() ?? null,
      mayGive: (partition) => !store.isSending((id) => partitionOf(id) === partition),
      onLost: (partition) => store.forget((id) => partitionOf(id) === partition),
    })
    const slotMs = Math.max(20, 200 / timeScale)
    const store: WorkerStore = new WorkerStore({ database, studio, session, files, leases, slotMs })
    const engine = await options.openEngine(store)
    store.bind(engine)
    worker = new Worker(options, { session, leases, store, engine, files })
    try {
      await worker.#begin()
    } catch (error) {
      await engine.close()
      if (worker.#hasJoined) await leases.end().catch(() => undefined)
      throw error
    }
    return worker
  }

  async #begin(): Promise<void> {
    const { engine } = this
    engine.driver.start()
    if (!engine.driver.drives)
      throw new StudioError(
        'busy',
        'Another worker runs with this home. Each worker has one of its own: name another with --home.',
      )
    await engine.key.load()
    const { fingerprint } = engine.key
    if (engine.key.key === null || fingerprint === null)
      throw new StudioError(
        'no-key',
        noKeyWords(
          engine.key.status(),
          'No order is taken.',
          'Set one with “key set” in this home, or with PRINTROOM_API_KEY and PRINTROOM_SERVICE.',
        ),
      )
    const timing = leaseTiming(this.#options.timeScale)
    const { database, name } = this.#options
    await joinWorkers(database, { session: this.session, name, keyFingerprint: fingerprint }, timing.takeoverMs)
    this.#hasJoined = true
    await this.#beat()
    engine.listen('statusChanged', () => this.#troubles.hear('engine', engine.status().notice))
    this.#troubles.hear('engine', engine.status().notice)
    this.#every('beat', timing.renewMs, () => this.#beat())
    this.#every('look', lookMs, () => this.#look())
    this.#every('service', timing.sendMs, () => this.#askService())
    this.#every('note', timing.renewMs, () => this.#noteTroubles())
    // Not behind a database that does not answer.
    this.#cutOff = setInterval(() => this.#leases.cutOff(), Math.max(20, timing.renewMs / 8))
  }

  get partitions(): readonly number[] {
    return this.#leases.partitions
  }

  /** Whose order a request is; null where it is not driven here. */
  personOf(id: string): string | null {
    return this.#store.taken.get(id)?.person ?? null
  }

  /** Since when the service does not answer (monotonic); null: it does, or nobody has asked. */
  noticeService(): number | null {
    if (this.engine.status().connection !== 'unreachable') this.#unreachedSince = null
    else this.#unreachedSince ??= performance.now()
    return this.#unreachedSince
  }

  /** Ends in order: what is under way is broken off and left to others, who look it up. */
  end(): Promise<void> {
    this.#ended ??= this.#end()
    return this.#ended
  }

  async #end(): Promise<void> {
    this.#isEnding = true
    for (const timer of this.#timers) clearInterval(timer)
    this.#store.close()
    // What waits for the database may outlast the leases: until the engine is closed its lines are still cut off in time.
    await Promise.allSettled(this.#underWay)
    await this.engine.close()
    if (this.#cutOff !== null) clearInterval(this.#cutOff)
    await this.#leases.end().catch(() => undefined)
  }

  /** One after the other: the next begins when the last has ended. */
  #every(name: string, ms: number, work: () => Promise<void>): void {
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy || this.#isEnding) return
      isBusy = true
      const done: Promise<void> = work()
        .then(
          () => this.#troubles.hear(name, null),
          (error: unknown) => this.#troubles.hear(name, error instanceof Error ? error.message : String(error)),
        )
        .finally(() => {
          isBusy = false
          this.#underWay.delete(done)
        })
      this.#underWay.add(done)
    }, ms)
    this.#timers.push(timer)
  }

  async #beat(): Promise<void> {
    await this.#leases.beat()
    await this.#store.freeLeftSlots()
    const { partitions } = this
    if (partitions.join() === this.#told) return
    this.#told = partitions.join()
    this.#options.onPartitions?.(partitions)
  }

  /**
   * A worker that has nothing to do asks the service nothing, and would never hear that it answers again. Not with the beat,
   * which waits for nobody.
   */
  async #askService(): Promise<void> {
    if (this.noticeService() !== null) await this.engine.models.get({ fresh: true })
  }

  async #look(): Promise<void> {
    await this.#takeOrders()
    await this.#takeActs()
    const { database, folders } = this.#options
    try {
      await takeIn({
        database,
        engine: this.engine,
        leases: this.#leases,
        store: this.#store,
        files: this.#files,
        folders,
        left: this.#left,
      })
    } finally {
      // Also what was put aside while the database did not answer.
      this.engine.driver.added()
    }
    const [first, ...more] = this.#left.all
    const others = more.length === 0 ? '' : ` So it is with others; “studio status” names them.`
    this.#troubles.hear('left out', first === undefined ? null : `${first.words} It is tried again.${others}`)
  }

  /** For “studio status”: what lasts, and what was left out. */
  async #noteTroubles(): Promise<void> {
    const left = this.#left.all
    const said = this.#troubles.lasting.filter((words) => !left.some((one) => words.startsWith(one.words)))
    const all = [...said, ...left.map(({ words }) => `${words} It is tried again.`)].slice(0, mostNoted)
    const noted = JSON.stringify(all)
    if (noted === this.#notedTroubles) return
    await noteTroubles(this.#options.database, this.session, all)
    this.#notedTroubles = noted
  }

  async #takeOrders(): Promise<void> {
    const { database, onOrder } = this.#options
    for (const command of await openCommands(database, commandsAtOnce)) {
      if (this.#isEnding) return
      if (command.kind === mendKind) {
        if (this.#mender.isDue(command.id)) this.#mend(command)
        continue
      }
      const judged = await judgeOrder(this.engine, command)
      if (judged === null) continue
      const outcome = await takeOrder(database, command, judged, this.session)
      if (outcome !== null) onOrder?.(command, outcome)
    }
  }

  /** Decisions, and what is to be taken out, of requests whose leases are held here. */
  async #takeActs(): Promise<void> {
    const { database, onOrder } = this.#options
    const { session, engine } = this
    const deps = { database, engine, leases: this.#leases, store: this.#store, session }
    for (const command of await openActs(database, this.partitions, actsAtOnce)) {
      if (this.#isEnding) return
      const outcome = await carryOut(deps, command)
      if (outcome !== null) onOrder?.(command, outcome)
    }
  }

  /** Beside all else: it may be many files. */
  #mend(command: StudioCommand): void {
    const done = this.#mender.mend(command).then(
      () => this.#troubles.hear('mend', null),
      (error: unknown) => this.#troubles.hear('mend', error instanceof Error ? error.message : String(error)),
    )
    this.#underWay.add(done)
    void done.finally(() => this.#underWay.delete(done))
  }
}
