/** A number that can be an amount: a price, a rate, a count of seconds. Neither below 0 nor beyond all numbers. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY

/** More credits than anything costs, and the smallest part of one that sums are kept to. */
const most = 1e9
const least = 1e-6

/** What can be a number of credits that a service names: what is beyond, or would be rounded to nothing, is no sane one. */
export const isCredits = (value: unknown): value is number =>
  isAmount(value) && value <= most && (value === 0 || value >= least)
