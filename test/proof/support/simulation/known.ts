import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Exchange } from './network.ts'

export interface Post {
  sha256: string
  bearer: string | null
  atMs: number
  owner: object
  exchange: Exchange
  /** It never left, or was answered or looked up as a “no” that starts nothing: nothing of it is in doubt. */
  isNo: boolean
}

/** What the watch knows of one request beyond its receipt. */
export interface Known {
  receipt: Receipt | null
  /** Paid POSTs that left, with what they carried. */
  posts: Post[]
  /** How many of them were answered with a “no” that starts nothing (429, 402). */
  noes: number
  /** Until when the service asked after the last POST not to be sent another, by the world's clock; 0: it did not. */
  notBeforeMs: number
  /** What permits another POST, heard since the last one. */
  permits: Set<string>
  /** When look-ups in a row found nothing, since the last POST. */
  missingAtMs: number[]
  /** When each exchange about it left, by the world's clock. */
  leftAtMs: WeakMap<Exchange, number>
  /** When the look-up left that last said it is not there, or may be sent again; null: there was none. */
  lookedAtMs: number | null
  /** When its answer came; −∞: there was none. */
  lookAnsweredMs: number
  /** When something was last heard or done that permits a send, by the world's clock (I10). */
  permittedAtMs: number
  /** When a person ordered it, by the world's clock. */
  orderedAtMs: number
  /** The most that a person agreed to pay for it; null: told that the price is not known. */
  agreed: number | null
  /** It was ordered in another copy of this home, and is not in this one. */
  isElsewhere: boolean
  /** This home was replaced by a copy since it was ordered. */
  isCopied: boolean
  /** It was open in that copy: a person says whether this one sends it (M7). */
  mustBeAsked: boolean
  /** How many of the POSTs left before that: a copy that has sent nothing knows of none of them. */
  postsElsewhere: number
  /** An answer about it had figures that cannot be. */
  isAbsurd: boolean
  /** What the service was heard to say of it. */
  heard: Set<string>
  /** Recorded acts of the user. */
  acts: Set<string>
  underWay: Set<Exchange>
}

export const unknown = (): Known => ({
  receipt: null,
  posts: [],
  noes: 0,
  notBeforeMs: 0,
  permits: new Set(),
  missingAtMs: [],
  leftAtMs: new WeakMap(),
  lookedAtMs: null,
  lookAnsweredMs: Number.NEGATIVE_INFINITY,
  permittedAtMs: Number.NEGATIVE_INFINITY,
  orderedAtMs: 0,
  agreed: 0,
  isElsewhere: false,
  isCopied: false,
  mustBeAsked: false,
  postsElsewhere: 0,
  isAbsurd: false,
  heard: new Set(),
  acts: new Set(),
  underWay: new Set(),
})

/** Tells a violation: which invariant, of which request, in words. */
export type Tell = (invariant: string, id: string, words: string) => void
