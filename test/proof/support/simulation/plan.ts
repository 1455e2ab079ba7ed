import type { Chance } from '../random.ts'
import type { Acts } from './acts.ts'
import type { Disk } from './disk.ts'
import type { Home } from './home.ts'
import { jobFaults } from './job-faults.ts'
import type { Network } from './network.ts'
import type { Person } from './person.ts'
import type { Programs } from './programs.ts'
import type { SharedWorld } from './shared-world.ts'
import type { Time } from './time.ts'
import type { DiskTrouble, TroubleKind } from './trouble.ts'
import { Turns } from './turns.ts'
import type { Watch } from './watch.ts'
import type { Weather } from './weather.ts'

const second = 1000
const minute = 60 * second

export interface PlanOptions {
  shared: SharedWorld
  home: Home
  disk: Disk
  chance: Chance
  time: Time
  network: Network
  watch: Watch
  trouble: DiskTrouble
  weather: Weather
  programs: Programs
  person: Person
  acts: Acts
  say(words: string): void
}

/** What happens in a schedule, and when: orders, mishaps and acts for a while, and then quiet. */
export class Plan {
  /** Since when nothing bad happens any more; null: it still does. */
  quietAtMs: number | null = null
  readonly #options: PlanOptions
  #spanMs = 0
  readonly #turns: Turns
  /** Something that was begun lasts as long. */
  #notBeforeMs = 0

  constructor(options: PlanOptions) {
    this.#options = options
    this.#turns = new Turns(options)
  }

  make(): void {
    const { chance, programs, shared, weather, watch } = this.#options
    this.#spanMs = chance.oneOf([10 * second, minute, 5 * minute, 30 * minute])
    this.#later(0, () => programs.start())
    for (const what of weather.begin()) watch.note(what)
    if (chance.percent(8)) this.#crowd()
    else this.#orders()
    const mishaps = chance.oneOf([0, 1, 1, 2, 3, 5] as const)
    for (let n = 0; n < mishaps; n += 1) this.#later(chance.below(this.#spanMs), () => this.#mishap())
    shared.remote.practice.faults.set(jobFaults(chance))
    if (chance.percent(6)) shared.remote.change({ balances: { acc_a: { purchased: chance.below(12) } } })
    this.#later(this.#spanMs + chance.below(minute), () => this.#quiet())
  }

  /** Mostly one order, now and then some more, each by itself or all with one click. */
  #orders(): void {
    const { chance, person, acts } = this.#options
    const orders = chance.oneOf([1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3 + chance.below(2)])
    const isBatch = orders > 1 && chance.percent(40)
    if (chance.percent(8)) this.#later(5, () => acts.cap())
    const moment = () => 10 + chance.below(Math.min(this.#spanMs, minute))
    if (isBatch) this.#later(moment(), () => person.order(orders))
    else for (let n = 0; n < orders; n += 1) this.#later(moment(), () => person.order())
  }

  /** Several orders wait at once: only there can one be put before another, or not fit beside it under a cap. */
  #crowd(): void {
    const { chance, person, acts } = this.#options
    const pauseMs = 2 * second + chance.below(20 * second)
    if (chance.percent(75)) this.#later(5, () => acts.pause(pauseMs))
    if (chance.percent(50)) this.#later(6, () => acts.cap())
    this.#later(10, () => person.order(2 + chance.below(2)))
    this.#later(10 + chance.below(second), () => person.order(1 + chance.below(2)))
    const moves = 1 + chance.below(3)
    for (let n = 0; n < moves; n += 1) this.#later(second + chance.below(pauseMs), () => acts.move())
    if (chance.percent(40)) this.#later(chance.below(minute), () => acts.cap())
    // While some of it waits, and while some of it is prepared: as soon as it may be.
    if (chance.percent(30))
      this.#later(chance.oneOf([10, 5 + pauseMs]) + chance.below(300), () => acts.cancelTogether())
    if (chance.percent(20)) this.#later(chance.below(second + pauseMs), () => acts.cancelTogether())
  }

  #later(ms: number, call: () => void): void {
    this.#options.time.after(ms, null, call)
  }

  #mishap(): void {
    if (this.quietAtMs !== null) return
    const { chance, programs, acts } = this.#options
    const which = chance.below(33)
    if (which < 6) programs.dieAt(1 + chance.below(chance.oneOf([4, 12, 40])), chance.percent(40))
    else if (which < 8) this.#jump(chance.oneOf([-2, -20, -90, -1440, 2, 20, 90, 1440]) * minute)
    else if (which === 8) this.#sleep(chance.oneOf([20 * second, 5 * minute, 40 * minute, 400 * minute]))
    else if (which < 12) this.#diskTrouble(chance.oneOf(['full', 'io', 'sync']), 1 + chance.below(20 * second))
    else if (which === 12) programs.freeze(second + chance.below(90 * second))
    else if (which === 13) acts.cancel()
    else if (which === 14) acts.pause(1 + chance.below(Math.min(this.#spanMs, 8 * minute)))
    else if (which === 15) acts.look()
    else if (which === 16) acts.otherKey(1 + chance.below(5 * minute))
    else if (which === 17) this.#revoke(1 + chance.below(minute))
    else if (which === 18) this.#vanish()
    else if (which === 19) acts.cap()
    else if (which === 20) acts.move()
    else if (which === 21) acts.retry()
    else if (which === 22) acts.clearKey(1 + chance.below(2 * minute))
    else if (which === 23) acts.cancelTogether()
    else if (which === 24) this.#turns.prices(1)
    else if (which === 25) programs.dieAt(1, chance.percent(50))
    else this.#lasts(this.#turns.turn(which - 26))
  }

  /** An answer is in doubt: now and then just then the queue is paused, prices change, the app is closed. */
  inDoubt(): void {
    if (this.quietAtMs === null) this.#lasts(this.#turns.inDoubt())
  }

  #lasts(ms: number): void {
    this.#notBeforeMs = Math.max(this.#notBeforeMs, this.#options.time.nowMs + ms)
  }

  #jump(ms: number): void {
    const { say, watch, time } = this.#options
    say(`the wall clock jumps by ${ms / minute} min`)
    if (ms < 0) watch.clockWasSetBack = true
    else watch.clockWasSetForward = true
    time.jump(ms)
    this.#wakes()
  }

  #sleep(ms: number): void {
    const { say, time, network } = this.#options
    say(`the computer sleeps for ${ms / minute} min`)
    time.sleep(ms)
    network.breakLines()
    this.#wakes()
  }

  /** The driver looks at both clocks once a second, and takes a large step of either for a sleep. */
  #wakes(): void {
    const { chance, programs } = this.#options
    this.#later(chance.below(second), () => {
      const app = programs.living()
      if (app !== null) programs.as(app.life, () => app.queue?.wake())
    })
  }

  #diskTrouble(kind: TroubleKind, forMs: number): void {
    const { say, trouble } = this.#options
    say(`the disk: ${kind}`)
    trouble.kind = kind
    this.#later(forMs, () => {
      say('the disk is well')
      trouble.kind = 'none'
    })
  }

  /** The service refuses a key for a while: mostly the one that was set first. */
  #revoke(ms: number): void {
    const { say, shared, chance } = this.#options
    const keys = shared.remote.keys as [string, ...string[]]
    const key = chance.percent(70) ? keys[0] : chance.oneOf(keys)
    say(`the service refuses key ${keys.indexOf(key)}`)
    shared.remote.revoke(key, true)
    this.#later(ms, () => shared.remote.revoke(key, false))
  }

  /** The service loses a job (410). */
  #vanish(): void {
    const { say, watch, chance, shared } = this.#options
    const ids = watch.ids()
    const id = ids[chance.below(Math.max(1, ids.length))]
    const [job] = id === undefined ? [] : shared.remote.jobsOf(id)
    if (!job) return
    say(`${id?.slice(0, 8)} its job is gone at the service`)
    shared.remote.change({ gone: [job.id] })
  }

  /** No more faults: from here on everything must come to its end. */
  #quiet(): void {
    const leftMs = this.#notBeforeMs - this.#options.time.nowMs
    if (leftMs > 0) {
      this.#later(leftMs, () => this.#quiet())
      return
    }
    const { weather, say, time, programs, trouble, shared, watch, chance, acts } = this.#options
    say('quiet from here on')
    this.quietAtMs = time.nowMs
    programs.nobodyDies()
    trouble.kind = 'none'
    weather.calm()
    const { remote } = shared
    remote.practice.faults.set([])
    for (const key of remote.keys) remote.revoke(key, false)
    remote.change({ balances: { acc_a: { purchased: 1000 }, acc_b: { purchased: 1000 } } })
    const refund = watch.ids().flatMap((id) => remote.jobsOf(id).map((job) => job.id))
    remote.change({ refund })
    if (watch.noted.has('cap') && chance.percent(50)) acts.setCaps({ day: null, batch: null })
    acts.putBack()
  }
}
