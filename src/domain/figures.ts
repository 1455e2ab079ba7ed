import { isCredits } from './quote/amount.ts'

// Figures that a service names, as far as they can be true. What cannot be is not yet known: never booked, never waited for.

const daySeconds = 86_400

/** A wait, in seconds: from now on, and no longer than anything here waits (A40). */
export const isWait = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= daySeconds

/** How many there are of something that a person orders, such as jobs or pictures. */
export const isCount = (value: unknown): value is number => isWholeUpTo(value, 10_000)

/** A side of a picture in pixels. */
export const isSide = (value: unknown): value is number => isWholeUpTo(value, 1_000_000) && value > 0

export const isHttpStatus = (value: unknown): value is number => isWholeUpTo(value, 599) && value >= 100

const isWholeUpTo = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most

/** A sum of credits as it was kept: versions before booked whatever was named. */
export const saneCredits = (credits: number | null): number | null => (isCredits(credits) ? credits : null)
