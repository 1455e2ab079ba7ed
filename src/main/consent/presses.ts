import { z } from 'zod'
import { boughtOfApproval, isApproval, sumOfApproval } from '../../contract/approval.ts'
import type { PressReport } from '../../contract/press.ts'
import { tidy } from '../../domain/quote/tidy.ts'
import { type Bought, readWords } from './price-words.ts'
import type { Ordered } from './quoted.ts'

/** The page asks at once; several that are decided by one press follow each other. */
const lastsMs = 10_000
/** However often it is used meanwhile: a script that holds some of it back would else have it for whenever the sum has room. */
const longestMs = 60_000
const mostKept = 8
/** Within them presses are added up: many small ones are no smaller than a large one. */
const addedUpMs = 600_000

const report: z.ZodType<PressReport> = z.strictObject({
  approves: z.string().max(2_000_000),
  words: z.string().max(2000),
  isSeen: z.boolean(),
})

/** What a person said yes to by one press. */
export interface Press {
  /** In credits, as the button showed it; null: no price is known. */
  sum: number | null
  count: number
  words: string
  /** The button, and on it what it stands for, with the price. Else the person is asked, and no press is without an answer. */
  isSeen: boolean
  /** The price stood there as practice writes it. */
  isPractice: boolean
  /** Once something hangs on it: whether that may be carried out, for all that does. */
  allowed?: Promise<boolean>
}

interface Kept {
  press: Press
  /** The engine of then. */
  engine: unknown
  /** What it stands for and was not carried out yet. */
  left: Set<string>
  /** Nobody asks for what is left of it. */
  untilMs: number
  /** It is over, whatever is left of it. */
  endsMs: number
}

/**
 * The presses that the preload saw, each good for what stood on the button, once, for some seconds, and with the engine of
 * then: what was read there was the price of that service, and in practice of none.
 */
export class Presses {
  #kept: Kept[] = []
  readonly #ordered: (contentHash: string) => Ordered | null
  readonly #now: () => number

  /** @param ordered what an order buys, by its hash; null where nobody knows it */
  constructor(ordered: (contentHash: string) => Ordered | null, now: () => number = () => performance.now()) {
    this.#ordered = ordered
    this.#now = now
  }

  /**
   * @param said what came over the preload's channel; anything else than a press on a button of the app’s is passed over
   * @param engine the one of now, by which it is told from any that comes after it
   */
  take(said: unknown, engine: unknown): void {
    const told = report.safeParse(said)
    if (!told.success) return
    const { approves, words, isSeen } = told.data
    const each = approves.split(' ')
    const left = new Set(each)
    // One word that the app does not make, or one twice: the app did not make the button.
    if (left.size < each.length || !each.every(isApproval)) return
    const all = each.map(sumOfApproval).reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0)
    const sum = all && tidy(all)
    const bought = this.#boughtBy(each)
    const read = bought && readWords(words, { ...bought, sum })
    const isPractice = read?.isPractice ?? false
    const press = { sum, count: left.size, words, isSeen: isSeen && read !== null, isPractice }
    this.#kept = [...this.#kept, { press, engine, left, ...this.#fromNow() }].slice(-mostKept)
  }

  #fromNow(): Pick<Kept, 'untilMs' | 'endsMs'> {
    const now = this.#now()
    return { untilMs: now + lastsMs, endsMs: now + longestMs }
  }

  /** Null where that stands on no button of the app's: several orders, or different choices, or one that nobody quoted. */
  #boughtBy(approvals: readonly string[]): Omit<Bought, 'sum'> | null {
    const [first, ...others] = approvals.map(boughtOfApproval)
    if (first === undefined) return null
    if ('choice' in first) {
      const { choice } = first
      const isSame = others.every((other) => 'choice' in other && other.choice === choice)
      return isSame ? { choice, kinds: [], count: approvals.length } : null
    }
    const order = others.length === 0 ? this.#ordered(first.contentHash) : null
    return order === null ? null : { choice: null, kinds: order.kinds, count: order.requests }
  }

  /** Takes an approval from the press that it hangs on; null where there is none. @param engine the one of now */
  use(approval: string, engine: unknown): Press | null {
    const now = this.#now()
    // What was pressed under another one is good for nothing any more, and never again.
    this.#kept = this.#kept.filter((kept) => kept.engine === engine)
    const kept = this.#kept.findLast(
      ({ left, untilMs, endsMs }) => left.has(approval) && Math.min(untilMs, endsMs) > now,
    )
    if (!kept) return null
    kept.left.delete(approval)
    kept.untilMs = Math.max(kept.untilMs, now + lastsMs)
    return kept.press
  }

  /** Whether more can hang on it by and by. */
  isLeft(press: Press): boolean {
    const now = this.#now()
    return this.#kept.some(
      (kept) => kept.press === press && kept.left.size > 0 && Math.min(kept.untilMs, kept.endsMs) > now,
    )
  }

  /**
   * However long a person thinks at the dialog about it, it is the same press; its times begin anew with the answer.
   * @param asking shows the dialog
   */
  async asked<T>(press: Press, asking: () => Promise<T>): Promise<T> {
    const kept = this.#kept.find((each) => each.press === press)
    if (kept) Object.assign(kept, { untilMs: Number.POSITIVE_INFINITY, endsMs: Number.POSITIVE_INFINITY })
    try {
      return await asking()
    } finally {
      if (kept) Object.assign(kept, this.#fromNow())
    }
  }

  /** Another page is in the window: what was pressed in the one before is not its. */
  forget(): void {
    this.#kept = []
  }
}

/**
 * What was approved by presses alone, without a dialog: a press with all that stood on it, for ten minutes from the last time
 * that it was used. Counted from the first, what is left of it would be spent beside what was pressed since.
 */
export class PressedSums {
  #all: { press: Press; untilMs: number }[] = []
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Counted before anybody is asked, so that of two at once each sees the other. @returns the sum of those before it */
  add(press: Press): number {
    const now = this.#now()
    const before = this.#all.filter(({ untilMs }) => untilMs > now)
    this.#all = [...before, { press, untilMs: now + addedUpMs }]
    return tidy(before.reduce((sum, { press }) => sum + (press.sum ?? 0), 0))
  }

  /** Something of it is carried out now. One that a dialog was answered about is none of these. */
  used(press: Press): void {
    const untilMs = this.#now() + addedUpMs
    this.#all = this.#all.map((each) => (each.press === press ? { press, untilMs } : each))
  }

  /** It was not carried out by the press alone. */
  remove(press: Press): void {
    this.#all = this.#all.filter((each) => each.press !== press)
  }

  /**
   * A person said yes in a dialog that named what there was.
   * @param isLeft of which more will be spent: it counts beside what is pressed from now on
   */
  clear(isLeft: (press: Press) => boolean): void {
    this.#all = this.#all.filter(({ press }) => isLeft(press))
  }
}
