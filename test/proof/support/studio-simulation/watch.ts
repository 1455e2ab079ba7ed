import type { Moment } from '../../../../src/domain/studio/lease.ts'
import { partitionOf } from '../../../../src/domain/studio/partition.ts'
import type { Computer } from './computer.ts'
import type { Asked } from './database-line.ts'
import type { Post } from './service-line.ts'
import type { StepRow, Tables } from './tables.ts'
import { BudgetWatch } from './watch-budgets.ts'
import { TurnWatch } from './watch-turns.ts'

/** The design (docs/studio.md): written here once more, since the rules of src are what is judged. */
const sendMs = 10_000
const takeoverMs = 15_000
const submitsAtOnce = 2

interface WatchOptions {
  tables: Tables
  nowMs: () => number
  sessionOf: (computer: Computer) => string | null
  /** Nothing leaves late without end here, so that what must hold at the service must hold as well. */
  isStrict: boolean
  note: (words: string) => void
}

/** Holds every commit and everything paid that leaves against what must hold (README.md), by what this world itself knows. */
export class Watch {
  readonly #options: WatchOptions
  readonly violations: string[] = []
  readonly posts: Post[] = []
  readonly #budgets: BudgetWatch
  readonly #turns: TurnWatch
  readonly #confirmed = new Map<Computer, Map<number, Moment & { worldMs: number }>>()
  /** When each computer asked last about a number, of what was answered. */
  readonly #looks = new Map<string, Map<Computer, number>>()
  /** Since when a number may stand at the service, for whom but its own sender. */
  readonly #doubts = new Map<string, { sinceMs: number; session: string | null }>()
  readonly #fences: number[] = []
  readonly #holders = new Map<string, string>()
  readonly #last = new Map<string, StepRow>()
  #seen = 0

  constructor(options: WatchOptions) {
    this.#options = options
    const tell = (words: string): void => this.tell(words)
    this.#budgets = new BudgetWatch(options.tables, tell)
    this.#turns = new TurnWatch(options.tables, tell)
  }

  tell(words: string): void {
    this.violations.push(`at ${this.#options.nowMs()}: ${words}`)
    this.#options.note(`VIOLATION ${words}`)
  }

  /** The answer that confirms leases has come. */
  confirmed(computer: Computer, { at, leases }: Asked): void {
    const known = this.#confirmed.get(computer) ?? new Map()
    this.#confirmed.set(computer, known)
    for (const partition of leases) if ((known.get(partition)?.worldMs ?? -1) <= at.worldMs) known.set(partition, at)
  }

  lookedUp(computer: Computer, number: string, askedMs: number): void {
    const looks = this.#looks.get(number) ?? new Map()
    this.#looks.set(number, looks.set(computer, askedMs))
  }

  committed(): void {
    const { tables } = this.#options
    for (const { partition, fence, session } of tables.leases) {
      if (fence < (this.#fences[partition] ?? 0)) this.tell(`the fence of ${partition} fell to ${fence}`)
      this.#fences[partition] = fence
      if (session === null) continue
      const holder = this.#holders.get(`${partition} ${fence}`)
      if (holder === undefined) this.#holders.set(`${partition} ${fence}`, session)
      else if (holder !== session) this.tell(`two sessions held ${partition} under fence ${fence}`)
    }
    if (this.#seen === tables.steps.length) return
    for (; this.#seen < tables.steps.length; this.#seen += 1) this.#step(tables.steps[this.#seen] as StepRow)
    this.#budgets.look()
  }

  #step(step: StepRow): void {
    const { tables, nowMs, note } = this.#options
    const { request, revision, phase, session, fence } = step
    const before = this.#last.get(request)
    this.#last.set(request, step)
    note(`${request.slice(0, 4)} ${phase} (${revision})`)
    if (revision !== (before?.revision ?? 0) + 1) this.tell(`${request} goes from ${before?.revision} to ${revision}`)
    if (fence !== null && fence < (before?.fence ?? 0)) this.tell(`the fence of ${request} fell`)
    const lease = tables.leases[partitionOf(request)]
    if (revision > 1 && (lease?.session !== session || lease?.fence !== fence))
      this.tell(`a step of ${request} was written without its lease`)
    if (before?.phase === 'approved' && phase !== 'ready') this.#turns.endsUnsent(request)
    if (phase !== 'ready') return
    if (before?.phase === 'approved') this.#turns.sends(request)
    if (before?.phase === 'approved' || session !== before?.session)
      this.#doubts.set(request, { sinceMs: nowMs(), session })
  }

  /** By its last look at the deadline it leaves now. */
  leaves(post: Post): void {
    const { number, computer, isBelated } = post
    this.#options.note(`${computer.name} sends ${number.slice(0, 4)}${isBelated ? ', and stands still' : ''}`)
    this.#mayLeave(post)
    this.#isLookedUp(post)
    const { nowMs, sessionOf } = this.#options
    this.#doubts.set(number, { sinceMs: nowMs(), session: null })
    const others = this.posts.filter((other) => isUnderWay(other))
    if (this.#options.isStrict) {
      const same = this.posts.find(
        (other) => other.number === number && (isUnderWay(other) || (other.hasLeft && !other.isSettled)),
      )
      if (same !== undefined)
        this.tell(`${number} is sent by ${sessionOf(computer)} while ${same.computer.name} sends it`)
      if (others.filter((other) => !other.isBelated).length >= submitsAtOnce)
        this.tell(`more than ${submitsAtOnce} submissions at once`)
    }
    this.posts.push(post)
  }

  #mayLeave({ number, computer }: Post): void {
    const { tables, sessionOf } = this.#options
    const { clocks } = computer
    const partition = partitionOf(number)
    const confirmed = this.#confirmed.get(computer)?.get(partition) ?? null
    if (!maySendBy(confirmed, clocks.now()))
      this.tell(`${number} leaves ${computer.name} without a lease confirmed in time`)
    if (confirmed !== null && clocks.worldMs() - confirmed.worldMs >= takeoverMs)
      this.tell(`${number} leaves ${computer.name} when another may have taken it over`)
    if (tables.leases[partition]?.session !== sessionOf(computer))
      this.tell(`${number} leaves ${computer.name}, and another holds it`)
  }

  /** What may stand at the service already was looked up by who sends it now, since then. */
  #isLookedUp({ number, computer }: Post): void {
    const doubt = this.#doubts.get(number)
    if (doubt === undefined || doubt.session === this.#options.sessionOf(computer)) return
    const askedMs = this.#looks.get(number)?.get(computer)
    if (askedMs === undefined || askedMs < doubt.sinceMs)
      this.tell(`${number} is sent by ${computer.name}, which has not looked it up`)
  }
}

/** By the two clocks that people read; that of a sleep which the wall clock hides is the world's own. */
function maySendBy(confirmed: Moment | null, now: Moment): boolean {
  if (confirmed === null) return false
  const ages = [now.wallMs - confirmed.wallMs, now.monotonicMs - confirmed.monotonicMs]
  return ages.every((age) => age >= 0 && age < sendMs)
}

/** Its worker lives, runs, and waits for its answer. */
const isUnderWay = ({ isOpen, computer }: Post): boolean => isOpen && !computer.isDead && !computer.isFrozen
