import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { watchPoints } from '../../../../src/engine/platform/failpoints.ts'
import { MemoryKeychain } from '../../../support/memory-keychain.ts'
import { chanceOf } from '../random.ts'
import { Acts } from './acts.ts'
import type { App } from './app.ts'
import { wrongsAtRest } from './at-rest-checks.ts'
import { briefly, shortPath } from './brief-words.ts'
import { Disk } from './disk.ts'
import { standIn } from './edges.ts'
import { Home } from './home.ts'
import { Dead, type Life, somebody } from './life.ts'
import { type Exchange, Network } from './network.ts'
import { Person } from './person.ts'
import { Plan } from './plan.ts'
import { Programs } from './programs.ts'
import { serviceOrigin } from './remote.ts'
import { seedDisk } from './seed-disk.ts'
import type { SharedWorld } from './shared-world.ts'
import { Time } from './time.ts'
import { Trace } from './trace.ts'
import { DiskTrouble } from './trouble.ts'
import { Watch } from './watch.ts'
import { Weather } from './weather.ts'
import type { Ending, WireAnswer } from './wire.ts'

/** What came of one schedule. */
export interface Outcome {
  /** What happened, in order, one line each. */
  trace: () => string[]
  violations: string[]
  /** What was done and met in it, and how often: shows that a run of schedules meets everything. */
  noted: ReadonlyMap<string, number>
}

const minute = 60_000

/** More steps than any schedule takes that comes to rest. */
const mostSteps = 20_000

/** So long it is quiet before anybody says that all is at rest. */
const restAfterMs = 35 * minute
/** What is owed is tried at least every hour for as long as it is owed; this often is enough to see that it comes. */
const homeAfterMs = 12 * 60 * minute

/** One schedule: everything that happens in it follows from its seed. */
export class Schedule {
  readonly #shared: SharedWorld
  readonly #time = new Time()
  readonly #disk: Disk
  readonly #home = new Home()
  readonly #watch: Watch
  readonly #trace = new Trace(() => this.#time.nowMs)
  readonly #programs: Programs
  readonly #trouble: DiskTrouble
  readonly #person: Person
  readonly #acts: Acts
  readonly #plan: Plan
  readonly #phases = new Map<string, string>()

  constructor(seed: number, shared: SharedWorld) {
    this.#shared = shared
    const chance = chanceOf(seed)
    const faultShare = chance.oneOf([0, 5, 15, 40])
    const trouble = new DiskTrouble(chance)
    const disk = new Disk((operation) => {
      if (programs.running.isDead) throw new Dead()
      trouble.beforeDeed(operation)
    })
    const time = this.#time
    const say = (words: string) => this.#trace.say(words)
    const weather = new Weather(chanceOf(seed ^ 0x2545f491), shared.remote, () => time.worldMs())
    const network = new Network({
      time,
      chance: chanceOf(seed ^ 0x5bd1e995),
      owner: () => programs.running,
      disturbedShare: () => (this.#plan.quietAtMs === null ? faultShare : 0),
      courseOf: (kind, url) => weather.courseOf(kind, url),
      answer: (exchange) => this.#answer(exchange, weather),
      onLeave: (exchange) => this.#onLeave(exchange),
      onEnd: (exchange, ending) => this.#onEnd(exchange, ending),
    })
    const watch = new Watch({
      db: shared.database.db,
      disk,
      home: this.#home,
      time,
      remote: shared.remote,
      fingerprintOf: (key) => shared.fingerprints.get(key) ?? '',
      keySetIn: (owner) => programs.keySetIn(owner),
      drives: (owner) => programs.app?.life === owner,
      startedMs: (owner) => programs.startedMs(owner),
    })
    const keychain = new MemoryKeychain()
    keychain.write(serviceOrigin, shared.remote.keys[0] ?? '')
    const onChange = (receipt: Receipt, app: App) => this.#onChange(receipt, app)
    const edges = { shared, chance, time, disk, home: this.#home, watch, say }
    const isLibraryThere = () => weather.isLibraryThere
    const programs: Programs = new Programs({ ...edges, network, keychain, isLibraryThere, onChange })
    const { as, living, open } = programs
    const later = (ms: number, call: () => void) => void time.after(ms, null, call)
    const world = { ...edges, later, as, living, open }
    this.#disk = disk
    this.#watch = watch
    this.#trouble = trouble
    this.#programs = programs
    this.#person = new Person(world)
    this.#acts = new Acts(world, this.#person)
    this.#plan = new Plan({ ...world, network, trouble, weather, programs, person: this.#person, acts: this.#acts })
    standIn({ disk, network, time, owner: () => programs.running }, seed ^ 0x1b873593)
    shared.remote.begin(time)
    shared.database.empty()
    // Most people have looked at the prices some minutes ago.
    if (chance.percent(85)) this.#rememberLists()
    watchPoints((point, side) => this.#reach(point, side))
  }

  #rememberLists(): void {
    const keep = this.#shared.database.db.prepare('INSERT INTO caches VALUES (?, ?, ?, ?)')
    this.#watch.prices.begin(this.#shared.lists, this.#time.worldMs())
    for (const [name, text] of Object.entries(this.#shared.lists))
      keep.run(serviceOrigin, name, text, this.#time.wallMs())
  }

  async run(): Promise<Outcome> {
    // Refusals are thrown by the dozen, and nobody reads where.
    const depth = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    const { violations, noted } = this.#watch
    try {
      seedDisk(this.#disk)
      this.#plan.make()
      await this.#live()
      if (violations.length === 0) this.#settle()
      return { trace: () => this.#trace.lines(), violations, noted }
    } finally {
      Error.stackTraceLimit = depth
      watchPoints(null)
      standIn(null)
    }
  }

  // What the engine does, as it is seen from outside.

  #onChange(receipt: Receipt, app: App): void {
    const { id, phase } = receipt
    this.#watch.queue.told(app, receipt)
    if (this.#programs.living() === app) this.#watch.owed.told(receipt)
    const isNews = this.#phases.get(id) !== phase
    if (isNews) this.#trace.say(`${id.slice(0, 8)} ${phase}${receipt.decision ? ` (${receipt.decision.kind})` : ''}`)
    this.#phases.set(id, phase)
    if (phase === 'needs-decision') this.#person.decideLater(id)
    if (phase === 'uncertain' && isNews) this.#plan.inDoubt()
  }

  #reach(point: string, side: 'before' | 'after'): void {
    if (this.#programs.running.isDead) throw new Dead()
    if (side === 'after' && point === 'receipts take-back commit') this.#person.wasTakenBack = true
    if (side === 'after' && point === 'journal cut') this.#watch.journalCut()
    if (side === 'after' && point.startsWith('receipts')) this.#watch.stored()
    if (side === 'before' && point.endsWith('commit')) this.#trouble.beforeCommit()
    this.#programs.reach(point, side)
  }

  async #answer(exchange: Exchange, weather: Weather): Promise<WireAnswer> {
    const { method, url, bearer, body } = exchange
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (bearer !== null) headers.authorization = `Bearer ${bearer}`
    const answer = await this.#shared.remote.answer(method, url, headers, body)
    return weather.answered(
      exchange,
      answer,
      () => this.#watch.isAbsurd(exchange),
      (generationId) => this.#watch.isKept(generationId),
    )
  }

  #onLeave(exchange: Exchange): void {
    const { method, url, course, n } = exchange
    this.#trace.say(() => `#${n} ${method} ${shortPath(url)}${course.name === '' ? '' : ` — ${course.name}`}`)
    this.#watch.leaves(exchange)
  }

  #onEnd(exchange: Exchange, ending: Ending): void {
    this.#trace.say(
      () =>
        `#${exchange.n} ${ending.type === 'error' ? ending.code : `${ending.answer.status}${briefly(ending.answer.body)}`}`,
    )
    this.#watch.ended(exchange, ending)
  }

  // The loop.

  async #live(): Promise<void> {
    const { violations } = this.#watch
    for (let steps = 0; ; steps += 1) {
      if (steps > mostSteps) {
        violations.push(`it does not come to rest: ${this.#unrest()}`)
        return
      }
      const moment = this.#time.next()
      if (moment === null || this.#isAtRest()) return
      this.#programs.running = (moment.owner as Life | null) ?? somebody
      moment.call()
      // Everything that follows from it without waiting has happened when the loop comes round.
      await new Promise<void>((resolve) => void setImmediate(resolve))
      this.#programs.bury()
      this.#programs.living()?.noticeTakenIn()
      this.#programs.living()?.makeSoundSoon()
      this.#watch.afterStep(this.#programs.living())
      if (violations.length > 0) return
    }
  }

  #settle(): void {
    const { violations } = this.#watch
    const { app } = this.#programs
    if (app === null || app.life.isDead) {
      violations.push('nobody lives at the end')
      return
    }
    this.#programs.running = app.life
    this.#watch.stored()
    violations.push(...wrongsAtRest(app, this.#shared, this.#watch, this.#person.replaced))
  }

  #unrest(): string {
    const all = this.#watch
      .restless()
      .map(({ id, phase, next }) => `${id.slice(0, 8)} is ${phase} (${next?.words ?? 'nothing is planned'})`)
    return [...all, this.#acts.isPutBack() ? 'all is put back' : 'not all is put back'].join(', ')
  }

  /** Every order has its end or waits for a person who has no more to say, and what is owed was tried for a while. */
  #isAtRest(): boolean {
    const { quietAtMs } = this.#plan
    if (quietAtMs === null || !this.#person.hasDecided || !this.#acts.isPutBack()) return false
    const quietMs = this.#time.nowMs - quietAtMs
    if (quietMs <= restAfterMs || this.#watch.restless().length > 0) return false
    const sinceMs = this.#time.nowMs - Math.max(quietAtMs, this.#person.decidedAtMs)
    return sinceMs > homeAfterMs || !this.#watch.isOwed()
  }
}
