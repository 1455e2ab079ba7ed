import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { watchPoints } from '../../../../src/engine/durable.ts'
import { type Chance, chanceOf } from '../random.ts'
import { App, Life } from './app.ts'
import { restPhases, wrongsAtRest } from './books.ts'
import { briefly, shortPath } from './brief-words.ts'
import { Disk } from './disk.ts'
import { standIn } from './edges.ts'
import { furnish } from './furnish.ts'
import type { Ground } from './ground.ts'
import { jobFaults } from './job-faults.ts'
import { type Exchange, Network } from './network.ts'
import { Person } from './person.ts'
import { serviceOrigin } from './remote.ts'
import { Time } from './time.ts'
import { Trace } from './trace.ts'
import { DiskTrouble, isDiskError, type TroubleKind } from './trouble.ts'
import { Watch } from './watch.ts'
import type { Ending } from './wire.ts'

/** What came of one schedule. */
export interface Outcome {
  /** What happened, in order, one line each. */
  trace: () => string[]
  violations: string[]
}

/** The process is gone: nothing it still tries happens. */
class Dead extends Error {
  override name = 'Dead'
  readonly code = 'EDEAD'
}

const second = 1000
const minute = 60 * second

/** More steps than any schedule takes that comes to rest. */
const mostSteps = 6000

/** What is owed is tried every ten minutes for as long as it is owed; this often is enough to see that it comes. */
const restAfterMs = 35 * minute

/** One schedule: everything that happens in it follows from its seed. */
export class Schedule {
  readonly #ground: Ground
  readonly #chance: Chance
  readonly #time = new Time()
  readonly #disk: Disk
  readonly #network: Network
  readonly #watch: Watch
  readonly #trace = new Trace(() => this.#time.nowMs)
  /** Whose code runs at this moment. */
  #life: Life = new Life('nobody')
  #app: App | null = null
  #lives = 0
  #key: string
  #isPaused = false
  /** Points that are still to be reached before somebody dies there; null: nobody dies. */
  #deathIn: number | null = null
  #isPowerCut = false
  readonly #trouble: DiskTrouble
  readonly #faultShare: number
  #quietAtMs: number | null = null
  readonly #person: Person
  #phases = new Map<string, string>()

  constructor(seed: number, ground: Ground) {
    this.#ground = ground
    this.#chance = chanceOf(seed)
    const chance = this.#chance
    this.#key = ground.remote.keys[0] ?? ''
    this.#faultShare = chance.oneOf([0, 5, 15, 40])
    this.#trouble = new DiskTrouble(chance)
    this.#disk = new Disk((deed) => {
      if (this.#life.isDead) throw new Dead()
      this.#trouble.beforeDeed(deed)
    })
    this.#network = new Network({
      time: this.#time,
      chance: chanceOf(seed ^ 0x5bd1e995),
      owner: () => this.#life,
      disturbedShare: () => (this.#quietAtMs === null ? this.#faultShare : 0),
      answer: ({ method, url, bearer, body }) =>
        ground.remote.answer(
          method,
          url,
          { 'content-type': 'application/json', ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) },
          body,
        ),
      onLeave: (exchange) => this.#onLeave(exchange),
      onEnd: (exchange, ending) => this.#onEnd(exchange, ending),
    })
    this.#watch = new Watch({
      db: ground.database.db,
      disk: this.#disk,
      time: this.#time,
      remote: ground.remote,
      fingerprintOf: (key) => this.#fingerprint(key),
    })
    this.#person = new Person({
      ground,
      chance,
      time: this.#time,
      disk: this.#disk,
      watch: this.#watch,
      say: (words) => this.#say(words),
      later: (ms, call) => this.#later(ms, call),
      as: (life, call) => this.#as(life, call),
      living: () => this.#living(),
      open: (life, isAlone) => this.#open(life, isAlone),
      key: () => this.#key,
      fingerprint: () => this.#fingerprint(this.#key),
    })
    standIn({ disk: this.#disk, network: this.#network }, seed ^ 0x1b873593)
    ground.remote.begin(this.#time)
    ground.database.empty()
    // Most people have looked at the prices some minutes ago.
    if (chance.percent(85)) this.#rememberLists()
    watchPoints((point, side) => this.#reach(point, side))
  }

  #rememberLists(): void {
    const keep = this.#ground.database.db.prepare('INSERT INTO caches VALUES (?, ?, ?, ?)')
    for (const [name, text] of Object.entries(this.#ground.lists))
      keep.run(serviceOrigin, name, text, this.#time.wallMs())
  }

  #fingerprint(key: string): string {
    return this.#ground.fingerprints.get(key) ?? ''
  }

  async run(): Promise<Outcome> {
    // Refusals are thrown by the dozen, and nobody reads where.
    const depth = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    try {
      furnish(this.#disk)
      this.#plan()
      await this.#live()
      if (this.#watch.violations.length === 0) this.#settle()
      return { trace: () => this.#trace.lines(), violations: this.#watch.violations }
    } finally {
      Error.stackTraceLimit = depth
      watchPoints(null)
      standIn(null)
    }
  }

  #say(words: string | (() => string)): void {
    this.#trace.say(words)
  }

  // What happens, and when.

  #plan(): void {
    const chance = this.#chance
    const orders = chance.oneOf([1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3 + chance.below(2)])
    const spanMs = chance.oneOf([10 * second, minute, 5 * minute, 30 * minute])
    this.#later(0, () => this.#start())
    for (let n = 0; n < orders; n += 1)
      this.#later(10 + chance.below(Math.min(spanMs, minute)), () => this.#person.order())
    const mishaps = chance.oneOf([0, 1, 1, 2, 3, 5] as const)
    for (let n = 0; n < mishaps; n += 1) this.#later(chance.below(spanMs), () => this.#mishap(spanMs))
    this.#ground.remote.practice.faults.set(jobFaults(chance))
    if (chance.percent(6)) this.#ground.remote.change({ balances: { acc_a: { purchased: chance.below(12) } } })
    this.#later(spanMs + chance.below(minute), () => this.#quiet())
  }

  #later(ms: number, call: () => void): void {
    this.#time.after(ms, null, call)
  }

  #mishap(spanMs: number): void {
    const chance = this.#chance
    const which = chance.below(20)
    if (which < 6) this.#dieAt(1 + chance.below(chance.oneOf([4, 12, 40])), chance.percent(40))
    else if (which < 8) this.#jump(chance.oneOf([-2, -20, -90, -1440, 2, 20, 90, 1440]) * minute)
    else if (which === 8) this.#sleep(chance.oneOf([20 * second, 5 * minute, 40 * minute, 400 * minute]))
    else if (which < 12) this.#diskTrouble(chance.oneOf(['full', 'io', 'sync']), 1 + chance.below(20 * second))
    else if (which === 12) this.#freeze(second + chance.below(90 * second))
    else if (which === 13) this.#person.cancel()
    else if (which === 14) this.#pause(1 + chance.below(Math.min(spanMs, 8 * minute)))
    else if (which === 15) this.#person.look()
    else if (which === 16) this.#otherKey(1 + chance.below(minute))
    else if (which === 17) this.#revoke(1 + chance.below(minute))
    else if (which === 18) this.#vanish()
    else this.#dieAt(1, chance.percent(50))
  }

  /** No more faults: from here on everything must come to its end. */
  #quiet(): void {
    this.#say('quiet from here on')
    this.#quietAtMs = this.#time.nowMs
    this.#deathIn = null
    this.#trouble.kind = 'none'
    this.#key = this.#ground.remote.keys[0] ?? ''
    const { remote } = this.#ground
    remote.practice.faults.set([])
    remote.revoke(this.#key, false)
    remote.change({ balances: { acc_a: { purchased: 1000 } } })
    const refund = this.#watch.ids().flatMap((id) => remote.jobsOf(id).map((job) => job.id))
    remote.change({ refund })
    if (this.#isPaused) this.#resume()
  }

  #start(): void {
    this.#lives += 1
    const life = new Life(`app ${this.#lives}`)
    this.#say(`${life.name} starts`)
    let app: App | null = null
    this.#as(life, () => {
      app = this.#open(life, true)
      this.#app = app
    })
    if (app !== null) this.#drive(app)
    // The disk says no: somebody starts it again.
    else if (!life.isDead) this.#later(3 * second, () => this.#start())
  }

  /** As soon as the claim can be had; the driver looks once a second. */
  #drive(app: App): void {
    if (app.life.isDead || app.queue !== null) return
    this.#as(app.life, () => void app.tryDrive(this.#isPaused))
    if (app.queue === null) this.#later(second, () => this.#drive(app))
    else this.#app = app
  }

  #open(life: Life, isAlone: boolean): App {
    return new App({
      db: this.#ground.database.db,
      time: this.#time,
      life,
      isAlone,
      key: () => ({ key: this.#key, fingerprint: this.#fingerprint(this.#key) }),
      onChange: (receipt) => this.#onChange(receipt),
    })
  }

  /** Runs as somebody's code: what it reaches is theirs, and their death ends it. */
  #as(life: Life, call: () => void): void {
    // What goes on in promises is theirs too, until the step is over.
    this.#life = life
    try {
      call()
    } catch (error) {
      if (!(error instanceof Dead) && !isDiskError(error)) throw error
    }
  }

  #dieAt(points: number, isPowerCut: boolean): void {
    if (this.#quietAtMs !== null) return
    this.#deathIn = points
    this.#isPowerCut = isPowerCut
  }

  #jump(ms: number): void {
    if (this.#quietAtMs !== null) return
    this.#say(`the wall clock jumps by ${ms / minute} min`)
    if (ms < 0) this.#watch.clockWasSetBack = true
    this.#time.jump(ms)
  }

  #sleep(ms: number): void {
    if (this.#quietAtMs !== null) return
    this.#say(`the computer sleeps for ${ms / minute} min`)
    this.#time.sleep(ms)
    this.#network.breakLines()
  }

  #diskTrouble(kind: TroubleKind, forMs: number): void {
    if (this.#quietAtMs !== null) return
    this.#say(`the disk: ${kind}`)
    this.#trouble.kind = kind
    this.#later(forMs, () => {
      this.#say('the disk is well')
      this.#trouble.kind = 'none'
    })
  }

  /** The process stands still; another program finds its claim silent and goes on in its place. */
  #freeze(ms: number): void {
    const first = this.#app
    if (this.#quietAtMs !== null || first === null || first.life.isDead || first.life.isFrozen) return
    this.#say(`${first.life.name} stands still`)
    first.life.isFrozen = true
    this.#lives += 1
    const life = new Life(`app ${this.#lives}`)
    let other: App | null = null
    const drive = (): void => {
      if (life.isDead || other?.queue || !first.life.isFrozen) return
      this.#as(life, () => {
        other ??= this.#open(life, false)
        if (!other.tryDrive(this.#isPaused)) return
        this.#say(`${life.name} takes over`)
        this.#app = other
      })
      this.#later(second, drive)
    }
    this.#later(100, drive)
    this.#later(ms, () => {
      if (first.life.isDead) return
      this.#say(`${first.life.name} goes on`)
      first.life.isFrozen = false
      this.#time.thaw(first.life)
      if (this.#app !== other) life.isDead = true
      this.#later(this.#chance.below(second), () => {
        if (first.life.isDead) return
        this.#as(first.life, () => first.beat())
        if (first.queue !== null) return
        // Where the other one drives, this one is closed; where it died meanwhile, it is this one's turn again.
        if (this.#app === first) this.#drive(first)
        else this.#say(`${first.life.name} finds that it was replaced`)
      })
    })
  }

  #pause(ms: number): void {
    const app = this.#living()
    if (app === null || this.#quietAtMs !== null) return
    this.#say('paused')
    this.#isPaused = true
    this.#as(app.life, () => app.queue?.pause(true))
    this.#later(ms, () => this.#resume())
  }

  #resume(): void {
    if (!this.#isPaused) return
    this.#say('resumed')
    this.#isPaused = false
    const app = this.#app
    if (app !== null && !app.life.isDead) this.#as(app.life, () => app.queue?.pause(false))
  }

  #otherKey(ms: number): void {
    if (this.#quietAtMs !== null) return
    this.#say('another key is set')
    this.#key = this.#chance.oneOf(this.#ground.remote.keys.slice(1) as [string, ...string[]])
    this.#later(ms, () => {
      this.#say('the first key is set again')
      this.#key = this.#ground.remote.keys[0] ?? ''
    })
  }

  #revoke(ms: number): void {
    if (this.#quietAtMs !== null) return
    const [key = ''] = this.#ground.remote.keys
    this.#say('the service refuses the key')
    this.#ground.remote.revoke(key, true)
    this.#later(ms, () => this.#ground.remote.revoke(key, false))
  }

  /** The service loses a job (410). */
  #vanish(): void {
    const ids = this.#watch.ids()
    const id = ids[this.#chance.below(Math.max(1, ids.length))]
    const [job] = id === undefined ? [] : this.#ground.remote.jobsOf(id)
    if (!job || this.#quietAtMs !== null) return
    this.#say(`${id?.slice(0, 8)} its job is gone at the service`)
    this.#ground.remote.change({ gone: [job.id] })
  }

  #living(): App | null {
    const app = this.#app
    return app === null || app.life.isDead || app.life.isFrozen ? null : app
  }

  // What the engine does, as it is seen from outside.

  #onChange(receipt: Receipt): void {
    const { id, phase } = receipt
    if (this.#phases.get(id) !== phase) {
      this.#phases.set(id, phase)
      this.#say(`${id.slice(0, 8)} ${phase}${receipt.decision ? ` (${receipt.decision.kind})` : ''}`)
    }
    if (phase === 'needs-decision') this.#person.decideLater(id)
  }

  #reach(point: string, side: 'before' | 'after'): void {
    if (this.#life.isDead) throw new Dead()
    if (side === 'after' && point === 'receipts take-back commit') this.#person.wasTakenBack = true
    if (side === 'after' && point === 'journal cut') this.#watch.journalCut()
    if (side === 'after' && point.startsWith('receipts')) this.#watch.stored()
    if (side === 'before' && point.endsWith('commit')) this.#trouble.beforeCommit()
    if (this.#deathIn === null) return
    this.#deathIn -= 1
    if (this.#deathIn > 0) return
    this.#deathIn = null
    this.#say(`${this.#life.name} dies ${side} “${point}”${this.#isPowerCut ? ', the power is cut' : ''}`)
    this.#life.isDead = true
    throw new Dead()
  }

  #onLeave(exchange: Exchange): void {
    const { method, url, course, n } = exchange
    this.#say(() => `#${n} ${method} ${shortPath(url)}${course.name === '' ? '' : ` — ${course.name}`}`)
    if (exchange.kind === 'paid') this.#watch.leaves(exchange)
  }

  #onEnd(exchange: Exchange, ending: Ending): void {
    this.#say(
      () =>
        `#${exchange.n} ${ending.type === 'error' ? ending.code : `${ending.answer.status}${briefly(ending.answer.body)}`}`,
    )
    this.#watch.ended(exchange, ending)
  }

  // The loop.

  async #live(): Promise<void> {
    for (let steps = 0; ; steps += 1) {
      if (steps > mostSteps) {
        this.#watch.violations.push('it does not come to rest')
        return
      }
      const moment = this.#time.next()
      if (moment === null || this.#isAtRest()) return
      this.#life = (moment.owner as Life | null) ?? somebody
      moment.call()
      // Everything that follows from it without waiting has happened when the loop comes round.
      await new Promise<void>((resolve) => void setImmediate(resolve))
      this.#bury()
      if (this.#watch.violations.length > 0) return
    }
  }

  #settle(): void {
    const app = this.#app
    if (app === null || app.life.isDead) {
      this.#watch.violations.push('nobody lives at the end')
      return
    }
    this.#life = app.life
    this.#watch.stored()
    this.#watch.violations.push(...wrongsAtRest(app, this.#ground, this.#watch, this.#person.replaced))
  }

  /** Every order has its end or waits for a person who has no more to say, and what is owed was tried for a while. */
  #isAtRest(): boolean {
    if (this.#quietAtMs === null || !this.#person.hasDecided) return false
    const waitedMs = this.#time.nowMs - this.#quietAtMs
    return waitedMs > restAfterMs && [...this.#phases.values()].every((phase) => restPhases.has(phase))
  }

  /** Who died in this step is taken away, and somebody starts the app again. */
  #bury(): void {
    const died = this.#life
    if (!died.isDead || died.name === 'buried') return
    const isPower = this.#isPowerCut
    const gone = new Set<Life>([died])
    if (isPower && this.#app !== null) gone.add(this.#app.life)
    for (const life of gone) {
      life.isDead = true
      this.#network.closeOf(life)
    }
    this.#watch.died(({ owner }) => owner.isDead)
    if (isPower) this.#disk.cutPower(this.#chance)
    // Mostly the system tells that the process is gone; now and then another one has its number.
    if (this.#chance.percent(80)) this.#ground.database.db.prepare('UPDATE claims SET pid = 2147483647').run()
    const isDriver = this.#app === null || this.#app.life.isDead
    this.#life = somebody
    if (!isDriver) return
    this.#app = null
    const afterMs = this.#chance.oneOf([200, 5 * second, minute, 20 * minute])
    this.#later(afterMs, () => this.#start())
  }
}

/** The world, whose code is not the app's. */
const somebody = new Life('somebody')
