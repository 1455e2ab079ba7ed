/**
 * Whose turn it is, by start-time fair queueing over people: each person has one virtual time, the turn at which their next
 * request comes. It goes on by one with each request of theirs that is sent, whichever that is, and whoever begins to wait begins
 * where those who wait are. No request has a turn of its own that could grow old: after an approval, another try or a price that was
 * accepted it is simply one of those of its person that may be sent. So a thousand files of one person do not hold up the others,
 * whatever order they come back in, and nobody saves up turns by being away.
 */

/**
 * So far behind anybody the turn of another counts at most: whose requests could not be sent for long (their worker was dead, say)
 * comes first for a while then, and not until everything is made up for; and what nobody can send does not hold the time.
 */
export const mostCredit = 16

/** The turn of a person's next request. @param highest of anybody */
export const turnNow = (turn: number | null, highest: number | null): number =>
  Math.max(turn ?? 0, (highest ?? 0) - mostCredit)

/**
 * Where somebody begins to wait: beside those who wait now.
 * @param lowest turn of those for whom something waits; null: nobody waits
 */
export const turnToBegin = (lowest: number | null, highest: number | null): number =>
  turnNow(lowest ?? highest, highest)

/** One that may be sent, as far as its turn goes. */
export interface Waiting {
  id: string
  /** Among those of its person: 16 digits and more, as text. */
  place: string
  /** How many of its person's come before it, of those that are looked at. */
  nth: number
  /** Its person's turn; null: none was given to them yet. */
  turn: number | null
}

/**
 * In which order they are sent.
 * @param share which part of everything is looked at (a worker's partitions): of a person's others just as many come between
 */
export const inTurn = <One extends Waiting>(
  waiting: readonly One[],
  highest: number | null,
  share: number,
): (One & { at: number })[] =>
  waiting
    .map((one) => ({ ...one, at: turnNow(one.turn, highest) + Math.floor(one.nth / share) }))
    .sort((a, b) => a.at - b.at || (a.place < b.place ? -1 : a.place > b.place ? 1 : a.id < b.id ? -1 : 1))

/**
 * Which of them a worker takes up: so many as it has room for, and the first of each person of whom it has none that waits, or they
 * would wait for all that it has.
 */
export const toTakeUp = <One extends Waiting>(inOrder: readonly One[], room: number, most: number): One[] =>
  inOrder.filter(({ nth }, n) => n < room || nth === 0).slice(0, most)

/** How a person's requests follow each other. @param seq grows with each order */
export const placeOf = (number: number, seq: number): string =>
  // A place never ends with 0: 12 and 120 would be the same place and sort apart.
  `${String(number).padStart(16, '0')}${String(seq).padStart(12, '0')}1`

/** Its place in a worker's own queue (domain/request/place.ts): read as digits after a decimal point. */
export const placeOfTurn = ({ at, place }: { at: number; place: string }): string =>
  `${String(at).padStart(16, '0')}${place}`
