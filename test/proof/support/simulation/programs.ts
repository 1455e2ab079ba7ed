import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { MemoryKeychain } from '../../../support/memory-keychain.ts'
import type { Chance } from '../random.ts'
import { App } from './app.ts'
import type { Disk } from './disk.ts'
import type { Home } from './home.ts'
import { Dead, Life, somebody } from './life.ts'
import type { Network } from './network.ts'
import type { SharedWorld } from './shared-world.ts'
import type { Time } from './time.ts'
import { isDiskError } from './trouble.ts'
import type { Watch } from './watch.ts'

const second = 1000
const minute = 60 * second

export interface ProgramsOptions {
  shared: SharedWorld
  chance: Chance
  time: Time
  disk: Disk
  home: Home
  isLibraryThere: () => boolean
  network: Network
  watch: Watch
  keychain: MemoryKeychain
  say(words: string): void
  onChange: (receipt: Receipt, app: App) => void
}

/** Every process of the app in one schedule: who starts, drives, stands still, is replaced and dies. */
export class Programs {
  /** Whose code runs at this moment. */
  running: Life = somebody
  /** The one that a person has before them. */
  app: App | null = null
  readonly #options: ProgramsOptions
  readonly #apps = new Map<Life, App>()
  readonly #startedMs = new WeakMap<object, number>()
  /** What somebody does with the home while no program runs. */
  #between: (() => void) | null = null
  #lives = 0
  /** Points that are still to be reached before somebody dies there; null: nobody dies. */
  #deathIn: number | null = null
  #isPowerCut = false

  constructor(options: ProgramsOptions) {
    this.#options = options
  }

  /** Runs as somebody's code: what it reaches is theirs, and their death ends it. */
  readonly as = (life: Life, call: () => void): void => {
    // What was still to come from it does not; nor is it buried once more.
    if (life.isDead) return
    // What goes on in promises is theirs too, until the step is over.
    this.running = life
    try {
      call()
    } catch (error) {
      if (!(error instanceof Dead) && !isDiskError(error)) throw error
    }
  }

  /** The app that drives the queue, where it can be used now. */
  readonly living = (): App | null => {
    const { app } = this
    return app === null || app.life.isDead || app.life.isFrozen ? null : app
  }

  /** @param isAlone no other program has the home open */
  readonly open = (life: Life, isAlone: boolean): App => {
    const { shared, time, home, isLibraryThere, keychain, onChange } = this.#options
    this.#startedMs.set(life, time.worldMs())
    const app = new App({ db: shared.database.db, time, home, isLibraryThere, life, isAlone, keychain, onChange })
    this.#apps.set(life, app)
    return app
  }

  /** The key that a program would pay with. */
  keySetIn(life: object): string | null {
    return this.#apps.get(life as Life)?.key.key ?? null
  }

  startedMs(life: object): number {
    return this.#startedMs.get(life) ?? 0
  }

  /** Ends every program, and does something with the home before the next one starts. */
  endAll(between: () => void): void {
    const { network, watch } = this.#options
    this.#between = between
    this.#isPowerCut = false
    for (const life of this.#apps.keys()) {
      life.isDead = true
      life.isFrozen = false
      network.closeOf(life)
    }
    if (this.app !== null) this.running = this.app.life
    watch.died(({ owner }) => owner.isDead)
    this.bury()
  }

  #newLife(): Life {
    this.#lives += 1
    return new Life(`app ${this.#lives}`)
  }

  start(): void {
    const { say, time } = this.#options
    this.#between?.()
    this.#between = null
    const life = this.#newLife()
    say(`${life.name} starts`)
    const opened: App[] = []
    this.as(life, () => opened.push(this.open(life, true)))
    const [app] = opened
    if (app) {
      this.app = app
      void app.key.load().then(() => this.#drive(app))
    } else if (!life.isDead) {
      // The disk says no: somebody starts it again.
      time.after(3 * second, null, () => this.start())
    }
  }

  /** As soon as the claim can be had; the driver looks once a second. */
  #drive(app: App): void {
    if (app.life.isDead || app.queue !== null) return
    this.as(app.life, () => void app.tryDrive())
    if (app.queue === null) this.#options.time.after(second, null, () => this.#drive(app))
    else this.app = app
  }

  /** Somebody dies when so many more points were reached. */
  dieAt(points: number, isPowerCut: boolean): void {
    this.#deathIn = points
    this.#isPowerCut = isPowerCut
  }

  nobodyDies(): void {
    this.#deathIn = null
  }

  /** A point is reached; it may be the last one of who reaches it. */
  reach(point: string, side: 'before' | 'after'): void {
    if (this.#deathIn === null) return
    this.#deathIn -= 1
    if (this.#deathIn > 0) return
    this.#deathIn = null
    this.#options.say(`${this.running.name} dies ${side} “${point}”${this.#isPowerCut ? ', the power is cut' : ''}`)
    this.running.isDead = true
    throw new Dead()
  }

  /** The process stands still; another program finds its claim silent and goes on in its place. */
  freeze(ms: number): void {
    const { say, time } = this.#options
    const first = this.living()
    if (first === null) return
    say(`${first.life.name} stands still`)
    first.life.isFrozen = true
    const replacing = new Life(`app ${++this.#lives}`)
    const other = this.#replacement(first, replacing)
    time.after(ms, null, () => {
      if (first.life.isDead) return
      say(`${first.life.name} goes on`)
      first.life.isFrozen = false
      time.thaw(first.life)
      if (this.app !== other()) replacing.isDead = true
      time.after(this.#options.chance.below(second), null, () => this.#goesOn(first))
    })
  }

  /** Another program that tries to drive once a second. Returns how to ask for it. */
  #replacement(first: App, life: Life): () => App | null {
    const { say, time } = this.#options
    const opened: App[] = []
    const drive = (): void => {
      const [app] = opened
      if (life.isDead || app?.queue || !first.life.isFrozen) return
      this.as(life, () => {
        if (!app) {
          const made = this.open(life, false)
          opened.push(made)
          void made.key.load()
        } else if (app.tryDrive()) {
          say(`${life.name} takes over`)
          this.app = app
        }
      })
      time.after(second, null, drive)
    }
    time.after(100, null, drive)
    return () => opened[0] ?? null
  }

  #goesOn(first: App): void {
    if (first.life.isDead) return
    let hasBeaten = false
    this.as(first.life, () => {
      first.beat()
      hasBeaten = true
    })
    // With the disk in trouble the next beat tries again.
    if (!hasBeaten) return void this.#options.time.after(second, null, () => this.#goesOn(first))
    // The driver looks five times a second for what others have written.
    if (first.queue !== null) this.as(first.life, () => first.lookAround())
    // Where the other one drives, this one is closed; where it died meanwhile, it is this one's turn again.
    else if (this.app === first) this.#drive(first)
    else this.#options.say(`${first.life.name} finds that it was replaced`)
  }

  /** Of the claim that it held, if it held one: a claim of somebody who lives is nobody's to take. */
  #tellGone(holder: string): void {
    this.#options.shared.database.db.prepare('UPDATE claims SET pid = 2147483647 WHERE holder = ?').run(holder)
  }

  /** Who died in this step is taken away, and somebody starts the app again. */
  bury(): void {
    const died = this.running
    if (!died.isDead) return
    const { network, watch, disk, chance, time } = this.#options
    const isPower = this.#isPowerCut
    const gone = new Set<Life>([died])
    if (isPower && this.app !== null) gone.add(this.app.life)
    for (const life of gone) {
      life.isDead = true
      network.closeOf(life)
      this.#apps.delete(life)
    }
    watch.died(({ owner }) => owner.isDead)
    if (isPower) disk.cutPower(chance)
    // Mostly the system tells that the process is gone; now and then another one has its number.
    if (chance.percent(80)) for (const { name } of gone) this.#tellGone(name)
    const isDriver = this.app === null || this.app.life.isDead
    this.running = somebody
    if (!isDriver) return
    this.app = null
    time.after(chance.oneOf([200, 5 * second, minute, 20 * minute]), null, () => this.start())
  }
}
