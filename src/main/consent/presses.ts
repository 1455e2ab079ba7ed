import { z } from 'zod'
import { sumOfApproval } from '../../contract/approval.ts'
import type { PressReport } from '../../contract/press.ts'
import { tidy } from '../../domain/quote/tidy.ts'

/** The page asks at once; several that are decided by one press follow each other. */
const lastsMs = 10_000
const mostKept = 8

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
  isSeen: boolean
  /** Once it is asked about in a dialog: what came of that, for all that hangs on this press. */
  agreed?: Promise<boolean>
}

interface Kept {
  press: Press
  /** What it stands for and was not carried out yet. */
  left: Set<string>
  untilMs: number
}

/** The presses that the preload saw, each good for what stood on the button, once, and for some seconds. */
export class Presses {
  #kept: Kept[] = []
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** @param said what came over the preload's channel; anything else than a press that shows its sum is passed over */
  take(said: unknown): void {
    const read = report.safeParse(said)
    if (!read.success) return
    const { approves, words, isSeen } = read.data
    const left = new Set(approves.split(' ').filter((each) => each !== ''))
    const sum = [...left]
      .map(sumOfApproval)
      .reduce((all, each) => (all === null || each === null ? null : all + each), 0)
    if (left.size === 0 || (sum !== null && lastNumber(words) !== tidy(sum))) return
    const press = { sum: sum && tidy(sum), count: left.size, words, isSeen }
    this.#kept = [...this.#kept, { press, left, untilMs: this.#now() + lastsMs }].slice(-mostKept)
  }

  /** Takes an approval from the press that it hangs on; null where there is none. */
  use(approval: string): Press | null {
    const now = this.#now()
    const kept = this.#kept.findLast(
      ({ press, left, untilMs }) => left.has(approval) && (untilMs > now || press.agreed !== undefined),
    )
    if (!kept) return null
    kept.left.delete(approval)
    kept.untilMs = now + lastsMs
    return kept.press
  }
}

/** "Make 3 pictures 1,018.5 cr" → 1018.5: the price is what a button that spends ends with. Null where there is none. */
function lastNumber(words: string): number | null {
  const plain = words.replace(/\p{Cf}/gu, '')
  const number = plain.match(/\d[\d,]*(?:\.\d+)?/g)?.at(-1)
  return number === undefined ? null : Number(number.replaceAll(',', ''))
}
