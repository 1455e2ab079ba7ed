import { totalOf } from '../../../../src/domain/quote/total.ts'
import { wasLeftInDoubt } from '../../../../src/domain/request/doubt.ts'
import type { ChoiceId, Receipt } from '../../../../src/domain/request/receipt.ts'
import { hashFile } from '../../../../src/engine/platform/files.ts'
import type { DurableStep } from '../../../../src/engine/queue/steps.ts'
import { type Consent, receiptsFor, replacementOf } from '../../../../src/engine/quoting/approve.ts'
import type { OrderDraft } from '../../../../src/engine/quoting/build-quote.ts'
import { NotTakenBackError } from '../../../../src/engine/store/receipts.ts'
import type { Chance } from '../random.ts'
import type { App } from './app.ts'
import type { Disk } from './disk.ts'
import type { Home } from './home.ts'
import { Life } from './life.ts'
import { draftOf } from './orders.ts'
import { serviceOrigin } from './remote.ts'
import type { SharedWorld } from './shared-world.ts'
import type { Time } from './time.ts'
import type { Watch } from './watch.ts'

/** What a person finds: an app that runs or does not, and a service. */
export interface World {
  readonly shared: SharedWorld
  readonly chance: Chance
  readonly time: Time
  readonly disk: Disk
  readonly home: Home
  readonly watch: Watch
  say(words: string): void
  later(ms: number, call: () => void): void
  /** Runs as somebody's code: what it reaches is theirs, and their death ends it. */
  as(life: Life, call: () => void): void
  /** The app that drives the queue, where it can be used now. */
  living(): App | null
  open(life: Life, isAlone: boolean): App
}

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** So often a person has another idea; then they leave it. */
const mostDecisions = 5

const replaces: ReadonlySet<ChoiceId> = new Set(['new-order', 'accept-price', 'accept-resize'])

/** Orders, and decides what is asked: the only source of numbers. */
export class Person {
  /** The last order that could not be written was taken out of the journal again. */
  wasTakenBack = false
  /** When they decided last, on the world's clock. */
  decidedAtMs = 0
  /** In whose place a new order was made on the word that nothing was charged for them. */
  readonly replaced: string[] = []
  readonly #world: World
  /** What each order was, to be ordered again. */
  readonly #drafts = new Map<string, OrderDraft>()
  readonly #deciding = new Set<string>()
  /** What was decided and is not written yet, with the program that is at it. */
  readonly #acting = new Map<string, Life>()
  readonly #decided = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  /** Nothing more will come from here by itself. */
  get hasDecided(): boolean {
    // Who finds a question again after a crash answers it again.
    for (const [id, life] of this.#acting)
      if (life.isDead) {
        this.#acting.delete(id)
        this.decideLater(id)
      }
    return this.#deciding.size === 0 && this.#acting.size === 0
  }

  /** @param count how many requests are accepted with one click: more than one are a batch */
  order(count = 1, againMs = 2 * second): void {
    const { chance, shared, time, later, living, as } = this.#world
    const app = living()
    if (app === null || app.key.key === null) {
      later(againMs, () => this.order(count, Math.min(2 * againMs, 10 * minute)))
      return
    }
    const draft = draftOf(chance, shared.catalogue, time.wallMs())
    const drafts = Array.from({ length: count }, () => draft)
    as(app.life, () => void this.#approve(app, drafts, null))
  }

  /** A new order of what came to nothing. @param warning null: nothing was charged for the earlier one */
  again(app: App, earlier: Receipt, warning: string | null): Promise<void> {
    const draft = this.#drafts.get(earlier.id)
    // Without a key nothing is ordered (quote-service.ts).
    if (draft === undefined || app.key.key === null) return Promise.resolve()
    const isUnpaid = warning === null && (earlier.phase === 'rejected' || earlier.phase === 'cancelled')
    return this.#approve(app, [draft], earlier, isUnpaid)
  }

  #consent(app: App): Consent {
    const { time } = this.#world
    return { atMs: time.wallMs(), by: 'window', origin: serviceOrigin, keyFingerprint: app.key.fingerprint }
  }

  async #approve(app: App, drafts: OrderDraft[], earlier: Receipt | null, isUnpaid = false): Promise<void> {
    const { watch, say, disk, home } = this.#world
    const ids: string[] = []
    try {
      const made = await receiptsFor(drafts, this.#consent(app), { hash: (path) => hashFile(path) })
      const steps = made.map((one) => ({ ...one, after: { ...one.after, replaces: earlier?.id ?? null } }))
      const [draft] = drafts
      for (const { after } of steps) {
        ids.push(after.id)
        watch.ordered(after.id, after.quote.credits)
        if (draft) this.#drafts.set(after.id, draft)
        say(`${after.id.slice(0, 8)} ordered: ${draft?.skill || draft?.modelName}, ${draft?.quote.credits}`)
      }
      this.wasTakenBack = false
      const { credits } = totalOf(drafts.map(({ quote }) => quote))
      app.receipts.save(steps, () => this.#mayTake(app, steps, credits))
      if (earlier !== null && isUnpaid) this.replaced.push(earlier.id)
      app.queue?.takeUp()
    } catch (error) {
      // Who died has told nobody anything. Who lives has said that it was not taken, and so it must be.
      if (app.life.isDead) return
      const isThere = disk.cached(home.journal)?.includes(ids[0] ?? '') === true
      for (const id of ids) {
        say(`${id.slice(0, 8)} not taken: ${error instanceof Error ? error.message : String(error)}`)
        watch.notTaken(id, (isThere || error instanceof NotTakenBackError) && !this.wasTakenBack)
      }
    }
  }

  /** As the engine asks it (quote-service.ts), under the lock of the receipts. */
  #mayTake(app: App, steps: DurableStep[], credits: number | null): boolean {
    const { watch } = this.#world
    if (app.budget.refusalOfOrder(credits) !== null) {
      watch.note('order refused by a cap')
      throw new Error('it does not fit under a cap')
    }
    const replaced = steps[0]?.after.replaces ?? null
    if (replaced !== null && app.queries.replacementOf(replaced) !== null)
      throw new Error('it was ordered again already')
    return true
  }

  /** Comes by some time and decides. */
  decideLater(id: string): void {
    const { later } = this.#world
    if (this.#deciding.has(id)) return
    this.#deciding.add(id)
    later(this.#thinksFor(), () => {
      this.#deciding.delete(id)
      this.#decide(id)
    })
  }

  /** Some come by after days or weeks; what goes on meanwhile would take too many steps to watch. */
  #thinksFor(): number {
    const { chance, watch } = this.#world
    const isLate = chance.percent(12) && watch.restless().length === 0
    if (isLate) watch.note('decided late')
    return isLate ? chance.oneOf([day, 21 * day]) : chance.oneOf([second, 20 * second, 3 * minute, 40 * minute])
  }

  #decide(id: string): void {
    const { living, as, shared, watch } = this.#world
    const app = living()
    if (watch.isElsewhere(id)) return
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
      shared.remote.change({ balances: { acc_a: { purchased: 1000 } } })
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
  async #act(window: App, receipt: Receipt, choice: ChoiceId): Promise<void> {
    const { id } = receipt
    const { say, watch, chance } = this.#world
    say(`${id.slice(0, 8)} the user decides: ${choice}`)
    watch.note(`decision: ${receipt.decision?.kind}`)
    this.#acting.set(id, window.life)
    this.decidedAtMs = this.#world.time.nowMs
    try {
      const app = chance.percent(15) ? await this.#terminalBeside(window) : window
      if (choice === 'look-again' || choice === 'try-again') app.key.tryOldKeysAgain()
      watch.acted(id, choice, agreedTo(receipt, choice))
      await app.decide(id, choice, this.#replacement(app, receipt, choice))
      if (choice === 'leave') this.#comesBackTo(id)
    } catch {
      this.decideLater(id)
    } finally {
      this.#acting.delete(id)
    }
  }

  /** Some who have left an order in doubt want to know later what became of it. */
  #comesBackTo(id: string): void {
    const { chance, later, living, as, say, watch } = this.#world
    if (chance.percent(50)) return
    later(chance.oneOf([second, 3 * minute]), () => {
      const app = living()
      if (app === null) return
      as(app.life, () => {
        const receipt = app.receipts.get(id)
        if (receipt === null || !wasLeftInDoubt(receipt)) return
        say(`${id.slice(0, 8)} the user tries again what was left`)
        watch.note('retry: left in doubt')
        app.queue?.lookNow(id)
      })
    })
  }

  #replacement(app: App, receipt: Receipt, choice: ChoiceId): DurableStep | null {
    const { id, decision, body } = receipt
    if (!replaces.has(choice) || (choice === 'accept-price' && body === null)) return null
    // Without a key nothing is ordered (calls.ts).
    if (app.key.key === null) throw new Error('there is no key')
    const { say, watch } = this.#world
    const replacement = replacementOf(receipt, choice, this.#consent(app))
    say(`${replacement.after.id.slice(0, 8)} in place of it`)
    if (decision?.mayHaveCharged !== true) this.replaced.push(id)
    watch.ordered(replacement.after.id, replacement.after.quote.credits)
    return replacement
  }

  async #terminalBeside(window: App): Promise<App> {
    const { later, as, open } = this.#world
    const life = new Life('a terminal')
    // The app looks five times a second for what others have written, whatever became of them.
    later(200, () => as(window.life, () => window.lookAround()))
    const opened: App[] = []
    as(life, () => opened.push(open(life, false)))
    const [terminal] = opened
    if (!terminal) throw new Error('it could not start')
    await terminal.key.load()
    return terminal
  }
}

/** What a choice says that it costs: nothing is agreed to by one that sends nothing, or a new order. */
function agreedTo({ decision, body }: Receipt, choice: ChoiceId): number | null | undefined {
  const isSent = choice === 'send-again' || (choice === 'accept-price' && body === null)
  if (!isSent) return undefined
  return decision?.choices.find(({ id }) => id === choice)?.credits
}
