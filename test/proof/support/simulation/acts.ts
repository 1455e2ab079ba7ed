import type { Caps } from '../../../../src/domain/quote/cap.ts'
import { wasLeftInDoubt } from '../../../../src/domain/request/doubt.ts'
import { canMove, placeBetween, placeOf } from '../../../../src/domain/request/place.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { retryOf } from '../../../../src/domain/request/retry.ts'
import { setCaps } from '../../../../src/engine/api/caps.ts'
import { keepKey } from '../../../../src/engine/api/keep-key.ts'
import { NotNowError } from '../../../../src/engine/platform/call-error.ts'
import { cancelEach } from '../../../../src/engine/queue/cancel-each.ts'
import { byPlace } from '../../../../src/engine/queue/sort-key.ts'
import type { App } from './app.ts'
import { Life } from './life.ts'
import type { Person, World } from './person.ts'
import { serviceOrigin } from './remote.ts'

const second = 1000

/** The app looks five times a second for what others have written. */
const lookMs = 200

/** All that people do with what they have ordered, and with the queue, at moments of their own. */
export class Acts {
  readonly #world: World
  readonly #person: Person
  #isPuttingBack = false
  /** So long nothing had to be put back. */
  #calmMs = 0

  constructor(world: World, person: Person) {
    this.#world = world
    this.#person = person
  }

  #someId(): string | null {
    const { chance, watch } = this.#world
    const ids = watch.ids()
    return ids.length === 0 ? null : (ids[chance.below(ids.length)] ?? null)
  }

  /** In the window, where it can be used now. What comes of it in time is its own; what fails is said to the person. */
  #inWindow(act: (app: App) => unknown): void {
    const { living, as, say } = this.#world
    const app = living()
    if (app === null) return
    as(app.life, () => {
      void Promise.resolve(act(app)).catch((error: unknown) => {
        if (!app.life.isDead) say(`it says: ${error instanceof Error ? error.message : String(error)}`)
      })
    })
  }

  /** In a terminal beside the window, which hears of it a moment later. */
  #inTerminal(window: App, act: (terminal: App) => unknown): Promise<void> {
    const { as, open, later } = this.#world
    const life = new Life('a terminal')
    const opened: App[] = []
    later(lookMs, () => as(window.life, () => window.lookAround()))
    as(life, () => opened.push(open(life, false)))
    const [terminal] = opened
    if (!terminal) return Promise.reject(new Error('it could not start'))
    return terminal.key.load().then(async () => void (await act(terminal)))
  }

  cancel(): void {
    const { say, watch, time } = this.#world
    const id = this.#someId()
    if (id === null) return
    this.#inWindow((app) => {
      say(`${id.slice(0, 8)} the user takes it out`)
      watch.acted(id, 'cancel')
      return app.queue?.act(id, { type: 'cancelled', atMs: time.wallMs() })
    })
  }

  /** All that waits is taken out with one click, or some of it, or what was sent long ago among it. */
  cancelTogether(): void {
    const { say, watch, chance } = this.#world
    const ids = watch.ids().filter(() => chance.percent(75))
    if (ids.length === 0) return
    this.#inWindow(async (app) => {
      say(`the user takes out ${ids.length} together`)
      watch.note('taken out together')
      for (const id of ids) watch.acted(id, 'cancel')
      if (chance.percent(20)) return this.#inTerminal(app, (terminal) => cancelAll(terminal, ids))
      const prepared = ids.filter((id) => isPreparing(app, id))
      await cancelAll(app, ids)
      for (const id of prepared) if (app.receipts.get(id)?.phase === 'cancelled') watch.note('taken out in preparation')
      for (const id of ids) if (isWaiting(app, id)) this.#takeOutSurely(id)
    })
  }

  /** Its step went to the disk in that very moment; a second later nothing keeps it from being taken out. */
  #takeOutSurely(id: string): void {
    const { later, watch, time } = this.#world
    const dueMs = time.monotonicMs() + second
    later(second, () => {
      // The computer slept meanwhile, and its programs have had no second of their own.
      if (time.monotonicMs() < dueMs) return this.#takeOutSurely(id)
      this.#inWindow(async (app) => {
        if (!isWaiting(app, id)) return
        await cancelAll(app, [id])
        const isExcused = app.isTroubled(4 * second) || app.life.isFrozen || app !== this.#world.living()
        if (isWaiting(app, id) && !isExcused)
          watch.wrong('queue', id, 'cannot be taken out, and nothing of it was sent')
      })
    })
  }

  look(): void {
    const id = this.#someId()
    if (id !== null) this.#inWindow((app) => app.queue?.lookNow(id))
  }

  /** Looks again at what is under way, or orders anew what came to nothing. */
  retry(): void {
    const { say, chance, watch } = this.#world
    const some = this.#someId()
    if (some === null) return
    this.#inWindow((app) => {
      // Few are left in doubt, and those are what a person comes back to.
      const left = app.receipts.list({ origin: serviceOrigin }).find(wasLeftInDoubt)
      if (left) watch.note('retry: left in doubt')
      const id = left?.id ?? some
      const receipt = app.receipts.get(id)
      if (receipt === null) return
      const retry = retryOf(receipt, app.settings.paused)
      say(`${id.slice(0, 8)} the user tries it again: ${retry.do}`)
      watch.note(`retry: ${retry.do}`)
      if (retry.do === 'order') return this.#person.again(app, receipt, retry.warning)
      if (retry.do === 'nothing') return
      if (chance.percent(30)) return this.#inTerminal(app, (terminal) => terminal.watcher().lookNow(id))
      app.queue?.lookNow(id)
    })
  }

  /** Gives something that waits another place: before another one, or at the front. */
  move(): void {
    const { chance, watch, say, time } = this.#world
    this.#inWindow((app) => {
      const waiting = waitingIn(app)
      const moved = waiting[chance.below(Math.max(1, waiting.length))]
      const others = waiting.filter((one) => one !== moved)
      const at = chance.below(Math.max(1, others.length))
      const next = others[at]
      if (!moved || !next) return
      say(`${moved.id.slice(0, 8)} the user moves it before ${next.id.slice(0, 8)}`)
      watch.acted(moved.id, 'move')
      const { takenIn } = app.receipts
      const isSeen = () => this.#seesMoved(app, moved.id, next.id, takenIn)
      if (chance.percent(30))
        return this.#inTerminal(app, (terminal) => terminal.watcher().move(moved.id, at === 0 ? null : next.id)).then(
          isSeen,
        )
      const previous = others[at - 1]
      const place = placeBetween(previous ? placeOf(previous) : '', placeOf(next))
      if (app.queue?.move(moved.id, { type: 'moved', place, atMs: time.wallMs() }) === 'done') isSeen()
    })
  }

  /** Where both still wait, one stands right before the other now. */
  #seesMoved(app: App, id: string, before: string, takenIn: number): void {
    const { watch } = this.#world
    const ids = waitingIn(app).map((receipt) => receipt.id)
    watch.note('move')
    // What another program had moved and left in the journal came in with this move.
    if (app.receipts.takenIn !== takenIn) return
    if (ids.includes(id) && ids.includes(before) && ids.indexOf(id) !== ids.indexOf(before) - 1)
      watch.wrong('queue', id, `was moved before ${before.slice(0, 8)} and does not stand there`)
  }

  pause(ms: number): void {
    const { say, later, chance, watch } = this.#world
    this.#inWindow((app) => {
      say('paused')
      watch.note('pause')
      later(ms, () => this.resume())
      if (chance.percent(20)) return this.#inTerminal(app, (terminal) => terminal.pause(true))
      app.pause(true)
    })
  }

  resume(): void {
    const { living, say } = this.#world
    if (living()?.settings.paused !== true) return
    this.#inWindow((app) => {
      say('resumed')
      app.pause(false)
    })
  }

  /** What may be spent is set, lowered, raised, or left open again. */
  cap(): void {
    const { chance } = this.#world
    const [day, batch] = [chance.oneOf([4, 8, 20, 60, null]), chance.oneOf([4, 10, 30, null])]
    this.setCaps(chance.oneOf<Partial<Caps>>([{ day }, { batch }, { day, batch }]))
  }

  setCaps(changes: Partial<Caps>): void {
    const { say, chance, watch } = this.#world
    this.#inWindow((app) => {
      say(`caps are set: ${JSON.stringify(changes)}`)
      watch.note('cap')
      if (chance.percent(20)) return this.#inTerminal(app, (terminal) => setCaps(engineOf(terminal), changes))
      return setCaps(engineOf(app), changes)
    })
  }

  /** Another key takes the place of the one that is set: of the same account, or of another one. */
  otherKey(ms: number): void {
    const { chance, shared, later } = this.#world
    this.#setKey(chance.oneOf(shared.remote.keys.slice(1) as [string, ...string[]]))
    later(ms, () => {
      if (!this.#isPuttingBack) this.#setKey(chance.oneOf(shared.remote.keys as [string, ...string[]]))
    })
  }

  #setKey(key: string): void {
    const { say, chance, watch, shared } = this.#world
    this.#inWindow((app) => {
      const which = shared.remote.keys.indexOf(key)
      say(`key ${which} is set`)
      watch.note(`key ${which}`)
      if (chance.percent(20)) return this.#inTerminal(app, (terminal) => keepKey(engineOf(terminal), key))
      return keepKey(engineOf(app), key)
    })
  }

  /** Forgets the key for a while: it stays held for its open requests, or is dropped with all others. */
  clearKey(ms: number): void {
    const { say, chance, later, watch, shared } = this.#world
    const isAll = chance.percent(30)
    this.#inWindow((app) => {
      say(`the key is forgotten${isAll ? ', and all that were held' : ''}`)
      watch.note('key cleared')
      return app.key.clear(isAll)
    })
    const [first = '', ...others] = shared.remote.keys
    const next = chance.percent(60) ? first : chance.oneOf([first, ...others])
    later(ms, () => {
      if (!this.#isPuttingBack) this.#setKey(next)
    })
  }

  /**
   * Ends a pause, and sets each key again that something waits for, the first one last: as soon as there is an app to do it
   * in, and again and again, since who hears of it may be replaced.
   */
  putBack(): void {
    this.#isPuttingBack = true
    const { living, later } = this.#world
    if (living()?.settings.paused) this.resume()
    this.#inWindow((window) => {
      const wanted = this.#wantedKey(window)
      if (wanted !== null) return keepKey(engineOf(window), wanted)
    })
    this.#calmMs = this.isPutBack() ? Math.min(Math.max(300 * second, 2 * this.#calmMs), 12 * 3600 * second) : 0
    later(Math.max(5 * second, this.#calmMs), () => this.putBack())
  }

  isPutBack(): boolean {
    const app = this.#world.living()
    return app !== null && this.#wantedKey(app) === null && !app.settings.paused
  }

  /** The key that is to be set: one that a request cannot go on without, else the first one; null: it is set. */
  #wantedKey(app: App): string | null {
    const { shared, watch } = this.#world
    const [first = ''] = shared.remote.keys
    const ofKey = (key: string) => shared.fingerprints.get(key) ?? ''
    const lacks = (key: string) => {
      const print = ofKey(key)
      return key !== app.key.key && app.key.forLooking(print) === null && watch.isOpenUnder(print)
    }
    const wanted = shared.remote.keys.find(lacks) ?? first
    return wanted === app.key.key ? null : wanted
  }
}

/** As the engine does it (calls.ts), to whom it is no trouble that each of them is refused. */
const cancelAll = (app: App, ids: readonly string[]): Promise<void> =>
  cancelEach(ids, (id) => app.cancel(id)).catch((error: unknown) => {
    if (!(error instanceof NotNowError)) throw error
  })

const isWaiting = (app: App, id: string): boolean =>
  app.receipts.get(id)?.phase === 'approved' && !app.receipts.setAside().includes(id)

const isPreparing = (app: App, id: string): boolean => {
  const activity = app.queue?.activityOf(id) ?? null
  return isWaiting(app, id) && (activity === 'preparing' || activity === 'uploading')
}

/** What waits to be sent, in its order. */
const waitingIn = (app: App): Receipt[] =>
  app.receipts.list({ origin: serviceOrigin, open: true }).filter(canMove).sort(byPlace)

/** As much of an engine as an act of the engine's own asks for. */
function engineOf(app: App): never {
  const { budget, receipts, key, service } = app
  const driver = {
    decide: app.decide.bind(app),
    added: () => app.lookAround(),
  }
  return { budget, store: { receipts }, origin: serviceOrigin, key, service, driver } as never
}
