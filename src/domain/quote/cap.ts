import { z } from 'zod'
import { saneCredits } from '../figures.ts'
import { creditsInWords } from '../request/money-words.ts'
import type { Receipt } from '../request/receipt.ts'
import { isAmount } from './amount.ts'
import { quotedAtMost } from './ceiling.ts'
import { tidy } from './tidy.ts'

/** What may be spent at most, in credits, at one service. Null: no cap. */
export const caps = z.object({
  /** In any 24 hours. */
  day: z.number().nonnegative().nullable(),
  /** For one batch: what was ordered with one acceptance. */
  batch: z.number().nonnegative().nullable(),
})
export type Caps = z.infer<typeof caps>

/** Whether more may be spent under the cap that is wanted than under the one of now; undefined: it stays. */
export const isRaised = (now: number | null, wanted: number | null | undefined): boolean =>
  wanted !== undefined && now !== null && (wanted === null || wanted > now)

/** Whether one of them is raised or lifted, whatever becomes of the other. */
export const raisesCaps = (now: Caps, wanted: { [cap in keyof Caps]?: number | null | undefined }): boolean =>
  isRaised(now.day, wanted.day) || isRaised(now.batch, wanted.batch)

/** A day of the cap: the last 24 hours, since whose midnight the service means is not told (A24). */
export const capDayMs = 24 * 3_600_000

/**
 * What one receipt holds of a cap. `waiting`: approved, nothing sent. `inFlight`: it may have been sent, and no answer
 * settles it. `spent`: the service took it, or nobody knows that it did not. `credits` is null where they are not known.
 */
export interface Holding {
  kind: 'nothing' | 'waiting' | 'inFlight' | 'spent'
  credits: number | null
  /** Since when, ms since 1970: for `spent` the moment of the charge as far as it is known. */
  atMs: number
}

type Held = Pick<
  Receipt,
  | 'phase'
  | 'quote'
  | 'consent'
  | 'body'
  | 'acceptedAtMs'
  | 'approvedAtMs'
  | 'updatedAtMs'
  | 'creditsUsed'
  | 'creditsStatus'
  | 'jobs'
  | 'decision'
>

/** Total: every receipt holds something, and what is not understood is held at its quoted sum. */
export function holdingOf(receipt: Held): Holding {
  const { phase, acceptedAtMs, approvedAtMs, updatedAtMs } = receipt
  const quoted = quotedAtMost(receipt)
  // It is under the studio's budgets from then on.
  if (phase === 'handed-over') return { kind: 'nothing', credits: 0, atMs: approvedAtMs }
  if (acceptedAtMs !== null || receipt.creditsUsed !== null)
    return { kind: 'spent', credits: chargeOf(receipt), atMs: acceptedAtMs ?? updatedAtMs }
  switch (phase) {
    case 'cancelled':
    case 'rejected':
      return { kind: 'nothing', credits: 0, atMs: approvedAtMs }
    case 'approved':
    case 'needs-decision':
      // What nobody has approved yet (an agent's beyond its budget, a person's above their limit) holds nothing until then.
      if ((receipt.decision?.kind === 'budget' || receipt.decision?.kind === 'approval') && receipt.body === null)
        return { kind: 'nothing', credits: 0, atMs: approvedAtMs }
      return { kind: receipt.body === null ? 'waiting' : 'inFlight', credits: quoted, atMs: approvedAtMs }
    case 'ready':
    case 'uncertain':
      return { kind: 'inFlight', credits: quoted, atMs: approvedAtMs }
    default:
      // Left by a person without a word from the service: it may have been charged.
      return { kind: 'spent', credits: quoted, atMs: updatedAtMs }
  }
}

/** What was charged, else quoted, less what the service calls refunded (O134); null where neither is known. */
function chargeOf(receipt: Held): number | null {
  const { creditsStatus, jobs } = receipt
  const creditsUsed = saneCredits(receipt.creditsUsed)
  const refunded = jobs.filter((job) => job.creditsStatus === 'refunded')
  if (creditsStatus === 'refunded' || (jobs.length > 0 && refunded.length === jobs.length)) return 0
  const charged = creditsUsed ?? quotedAtMost(receipt)
  if (charged === null) return null
  return Math.max(0, tidy(refunded.reduce((left, job) => left - (saneCredits(job.creditsUsed) ?? 0), charged)))
}

/** Sums of many receipts, in credits; null where one of them is not known. */
export interface Sums {
  spent: number | null
  inFlight: number | null
  waiting: number | null
}

/** What counts for the day at a moment. A receipt dated later than now counts: clocks are set back. */
export function sumsOf(holdings: Holding[], nowMs: number): Sums {
  const sum = (kind: Holding['kind']): number | null =>
    holdings
      .filter((held) => held.kind === kind && (kind !== 'spent' || held.atMs >= nowMs - capDayMs))
      .map(({ credits }) => credits)
      .reduce(bothOf, 0)
  return { spent: sum('spent'), inFlight: sum('inFlight'), waiting: sum('waiting') }
}

/** One row of a database's sums over receipts that hold alike, in credits: how many there are, and of how many it is known. */
export interface SumRow {
  kind: string
  credits: number | null
  known: number
  all: number
}

/** The same out of sums that a database has made. */
export function sumsFrom(rows: readonly SumRow[]): Sums {
  const of = (kind: keyof Sums): number | null => {
    const row = rows.find((one) => one.kind === kind)
    if (!row) return 0
    return row.known === row.all ? tidy(row.credits ?? 0) : null
  }
  return { spent: of('spent'), inFlight: of('inFlight'), waiting: of('waiting') }
}

/** What is approved and not spent yet, sent or not; null where it is not known. */
export const reservedOf = ({ inFlight, waiting }: Sums): number | null => bothOf(inFlight, waiting)

/** Why something does not fit under a cap. `left` is null where it cannot be told. */
export interface CapRefusal {
  /** `agents`: what its owner lets agents spend (agents-budget.ts). */
  which: 'day' | 'batch' | 'agents'
  cap: number
  spent: number | null
  reserved: number | null
  left: number | null
  credits: number | null
  /** Whose it is where it is not the caller's own, as the subject of a sentence; and how it is raised, as a sentence. */
  budget?: { whose: string; raise: string }
}

/**
 * Whether an order of `credits` fits beside what is spent and reserved; null: it does. What is not known, or no number,
 * never fits under a cap.
 */
export function capRefusal(
  which: CapRefusal['which'],
  cap: number | null,
  { spent, reserved }: { spent: number | null; reserved: number | null },
  credits: number | null,
): CapRefusal | null {
  if (cap === null) return null
  const held = isAmount(spent) && isAmount(reserved) ? tidy(spent + reserved) : null
  if (held !== null && isAmount(credits) && tidy(held + credits) <= cap) return null
  return { which, cap, spent, reserved, left: leftUnder(cap, held), credits }
}

/** @param held what is spent and reserved together; null where it is not known, and so nor is this */
export const leftUnder = (cap: number, held: number | null): number | null =>
  held === null ? null : Math.max(0, tidy(cap - held))

/** Of two sums of which each may be unknown. */
export const bothOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : tidy(a + b)

/** The price, as the beginning of a sentence of why it does not fit. */
export const costInWords = (credits: number | null): string =>
  credits === null ? 'Its price is not known' : `It costs ${creditsInWords(credits)}`

/** What is spent, reserved and left, as the end of that sentence. */
export function heldInWords({ spent, reserved, left }: Pick<CapRefusal, 'spent' | 'reserved' | 'left'>): string {
  const known = (sum: number | null) => (sum === null ? 'an amount not known yet' : String(sum))
  const rest = left === null ? 'what is left cannot be told' : `${left} ${left === 1 ? 'is' : 'are'} left`
  return `${known(spent)} spent, ${known(reserved)} reserved for other orders, so ${rest}.`
}

/** Cap, what is spent, what is reserved and what is left, in a sentence. Whether anything was sent is the caller's to say. */
export function capSentence({ which, cap, credits, budget, ...held }: CapRefusal): string {
  const limit = {
    day: `${budget?.whose ?? 'your limit'} is ${creditsInWords(cap)} in 24 hours`,
    batch: `your limit is ${creditsInWords(cap)} per order`,
    agents: `agents may spend ${creditsInWords(cap)} in all`,
  }[which]
  return `${costInWords(credits)}, and ${limit}: ${heldInWords(held)}`
}
