import type { ChoiceId, Receipt } from '../../../../src/domain/request/receipt.ts'
import { receiptsFor, replacementOf } from '../../../../src/engine/approve.ts'
import type { Draft } from '../../../../src/engine/orders.ts'
import type { Chance } from '../random.ts'
import { type App, journalPath, Life } from './app.ts'
import type { Disk } from './disk.ts'
import type { Ground } from './ground.ts'
import { draftOf } from './orders.ts'
import { serviceOrigin } from './remote.ts'
import type { Time } from './time.ts'
import type { Watch } from './watch.ts'

/** What a person finds: an app that runs or does not, and a service. */
export interface World {
  readonly ground: Ground
  readonly chance: Chance
  readonly time: Time
  readonly disk: Disk
  readonly watch: Watch
  say(words: string): void
  later(ms: number, call: () => void): void
  /** Runs as somebody's code: what it reaches is theirs, and their death ends it. */
  as(life: Life, call: () => void): void
  /** The app that drives the queue, where it can be used now. */
  living(): App | null
  open(life: Life, isAlone: boolean): App
  key(): string
  fingerprint(): string
}

const second = 1000
const minute = 60 * second

/** So often a person has another idea; then they leave it. */
const mostDecisions = 5

const replaces: ReadonlySet<ChoiceId> = new Set(['new-order', 'accept-price', 'accept-resize'])

/** Orders, decides, takes out, and looks: all that people do, at moments of their own. */
export class Person {
  /** The last order that could not be written was taken out of the journal again. */
  wasTakenBack = false
  /** In whose place a new order was made on the word that nothing was charged for them. */
  readonly replaced: string[] = []
  readonly #world: World
  readonly #deciding = new Set<string>()
  readonly #decided = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  /** Nothing more will come from here by itself. */
  get hasDecided(): boolean {
    return this.#deciding.size === 0
  }

  order(): void {
    const { chance, ground, time, later, living, key, as } = this.#world
    const app = living()
    // Under a key of another account it could be ordered, and then only be seen with that key.
    if (app === null || key() === ground.remote.keys[2]) {
      later(2 * second, () => this.order())
      return
    }
    const draft = draftOf(chance, ground.catalogue, time.wallMs())
    as(app.life, () => void this.#approve(app, draft))
  }

  #consent() {
    const { time, fingerprint } = this.#world
    return { atMs: time.wallMs(), by: 'window' as const, origin: serviceOrigin, keyFingerprint: fingerprint() }
  }

  async #approve(app: App, draft: Draft): Promise<void> {
    const { watch, say, disk } = this.#world
    let id = ''
    try {
      const steps = await receiptsFor([draft], this.#consent())
      id = steps[0]?.after.id ?? ''
      watch.ordered(id)
      say(`${id.slice(0, 8)} ordered: ${draft.skill || draft.modelName}, ${draft.quote.credits}`)
      this.wasTakenBack = false
      app.receipts.save(steps)
      app.queue?.takeUp()
    } catch (error) {
      // Who died has told nobody anything. Who lives has said that it was not taken, and so it must be.
      if (app.life.isDead) return
      say(`${id.slice(0, 8)} not taken: ${error instanceof Error ? error.message : String(error)}`)
      const isThere = disk.cached(journalPath)?.includes(id) === true
      watch.notTaken(id, isThere && !this.wasTakenBack)
    }
  }

  #someId(): string | null {
    const { chance, watch } = this.#world
    const ids = watch.ids()
    return ids.length === 0 ? null : (ids[chance.below(ids.length)] ?? null)
  }

  cancel(): void {
    const { living, say, watch, time, as } = this.#world
    const app = living()
    const id = this.#someId()
    if (app === null || id === null) return
    say(`${id.slice(0, 8)} the user takes it out`)
    watch.acted(id, 'cancel')
    const event = { type: 'cancelled' as const, atMs: time.wallMs() }
    as(app.life, () => void app.queue?.act(id, event).catch(() => undefined))
  }

  look(): void {
    const { living, as } = this.#world
    const app = living()
    const id = this.#someId()
    if (app !== null && id !== null) as(app.life, () => app.queue?.lookNow(id))
  }

  /** Comes by some time and decides. */
  decideLater(id: string): void {
    const { chance, later } = this.#world
    if (this.#deciding.has(id)) return
    this.#deciding.add(id)
    later(chance.oneOf([second, 20 * second, 3 * minute, 40 * minute]), () => {
      this.#deciding.delete(id)
      this.#decide(id)
    })
  }

  #decide(id: string): void {
    const { living, as, ground } = this.#world
    const app = living()
    const found: Receipt[] = []
    if (app !== null) as(app.life, () => found.push(...[app.receipts.get(id)].filter((one) => one !== null)))
    const [receipt] = found
    if (app === null || !receipt) {
      this.decideLater(id)
      return
    }
    if (receipt.phase !== 'needs-decision' || receipt.decision === null) return
    const choice = this.#choose(id, receipt.decision)
    if (choice === null) return
    if (receipt.decision.kind === 'credits' && this.#world.chance.percent(70))
      ground.remote.change({ balances: { acc_a: { purchased: 1000 } } })
    as(app.life, () => void this.#act(app, receipt, choice))
  }

  #choose(id: string, { choices }: NonNullable<Receipt['decision']>): ChoiceId | null {
    const { chance } = this.#world
    const times = (this.#decided.get(id) ?? 0) + 1
    this.#decided.set(id, times)
    const offered = choices.map((choice) => choice.id)
    if (times > mostDecisions && offered.includes('leave')) return 'leave'
    const wished = offered[chance.below(offered.length)] ?? null
    // Most people who are asked do not leave what they have ordered.
    return wished === 'leave' && chance.percent(60) ? (offered[0] ?? wished) : wished
  }

  /** As the window does it, or a terminal beside it. */
  async #act(app: App, receipt: Receipt, choice: ChoiceId): Promise<void> {
    const { id, decision, body } = receipt
    const { say, watch, chance, later, as } = this.#world
    const consent = this.#consent()
    const isReplaced = replaces.has(choice) && !(choice === 'accept-price' && body === null)
    const replacement = isReplaced ? replacementOf(receipt, choice, consent) : null
    say(`${id.slice(0, 8)} the user decides: ${choice}`)
    watch.acted(id, choice)
    if (replacement) {
      say(`${replacement.after.id.slice(0, 8)} in place of it`)
      if (decision?.mayHaveCharged !== true) this.replaced.push(id)
      watch.ordered(replacement.after.id)
    }
    try {
      if (chance.percent(15)) {
        // The app looks five times a second for what others have written, whatever became of them.
        later(200, () => as(app.life, () => app.queue?.takeUp()))
        await this.#actBeside(id, choice, replacement)
        return
      }
      const event = { type: 'decided' as const, choice, atMs: consent.atMs }
      const acted = await app.queue?.act(id, event, replacement ? [replacement] : [])
      if (acted === 'busy') this.decideLater(id)
      else app.queue?.takeUp()
    } catch {
      this.decideLater(id)
    }
  }

  #actBeside(id: string, choice: ChoiceId, replacement: ReturnType<typeof replacementOf> | null): Promise<void> {
    const terminal = new Life('a terminal')
    let acting: Promise<void> = Promise.reject(new Error('it could not start'))
    acting.catch(() => undefined)
    this.#world.as(terminal, () => {
      acting = this.#world.open(terminal, false).watcher().decide(id, choice, replacement)
    })
    return acting
  }
}
