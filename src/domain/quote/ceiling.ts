import { isAmount } from './amount.ts'

/**
 * What each request of an order may take of the ceiling that a person named for all of it, in credits. Together never
 * more than the ceiling, each at least its own quote: by their quotes where all are known; else what the known ones
 * leave, in equal parts, for those that are not. Null: the ceiling is too low for what is quoted, or no amount.
 */
export function ceilingShares(quoted: readonly (number | null)[], ceiling: number): number[] | null {
  if (!isAmount(ceiling) || quoted.some((credits) => credits !== null && !isAmount(credits))) return null
  const known = quoted.reduce<number>((sum, credits) => sum + (credits ?? 0), 0)
  // A sum of decimal fractions may be a hair above the ceiling that it equals.
  if (known > ceiling + dust) return null
  const unknown = quoted.filter((credits) => credits === null).length
  const left = Math.max(0, ceiling - known)
  if (unknown > 0) return quoted.map((credits) => credits ?? down(left / unknown))
  return quoted.map((credits) => {
    const share = known > 0 ? (left / known) * (credits ?? 0) : left / quoted.length
    return (credits ?? 0) + down(share)
  })
}

const dust = 1e-6

/** Rounded down, so that the parts are never more than the whole. */
const down = (credits: number): number => Math.floor(credits * 1e6) / 1e6

/**
 * Whether a share of the ceiling is below one credit where the price is not known: the service compares whole credits for
 * each request (§4.14, rule 3), so that it would start none of them.
 */
export const holdsToNothing = (quoted: readonly (number | null)[], ceiling: number): boolean =>
  ceilingShares(quoted, ceiling)?.some((share, n) => quoted[n] === null && share < 1) ?? false

/** As much of a receipt as is looked at here: what a receipt is read by stands on this file. */
interface Agreed {
  quote: { credits: number | null }
  consent: { ceilingCredits: number | null }
}

/**
 * The most that a person has agreed to pay for a request: the price that was shown, never above the ceiling that was named;
 * where no price could be read, the ceiling alone. Null: neither.
 */
export function agreedMost({ quote, consent }: Agreed): number | null {
  const { ceilingCredits } = consent
  if (quote.credits === null || ceilingCredits === null) return quote.credits ?? ceilingCredits
  return Math.min(quote.credits, ceilingCredits)
}

/** What a request is taken to cost before it is charged: its quote, else the most that a person named for it. */
export const quotedAtMost = ({ quote, consent }: Agreed): number | null => quote.credits ?? consent.ceilingCredits

/** The service itself holds this order to a sum before it starts it (§4.14, rule 3). */
export const isCeilingEnforced = ({ order }: { order: { kind: string; fields: Record<string, unknown> } }): boolean =>
  order.kind === 'skill' && typeof order.fields.confirmedCredits === 'number'

/** A person has accepted this sum for it: what was named before as the most is that much by now, if it was less. */
export const raisedCeiling = (ceiling: number | null, accepted: number | null): number | null =>
  ceiling === null || accepted === null ? ceiling : Math.max(ceiling, accepted)
