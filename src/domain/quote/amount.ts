/** A number that can be an amount: a price, a rate, a count of seconds. Neither below 0 nor beyond all numbers. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY
