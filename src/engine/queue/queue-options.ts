import type { CapRefusal } from '../../domain/quote/cap.ts'
import { askedLeftMs } from '../../domain/request/asked-pause.ts'
import type { RequestEffect, Timing } from '../../domain/request/events.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Activity } from '../../domain/request/words.ts'
import type { Pace } from '../pace/pace.ts'
import type { Timers } from '../platform/timers.ts'
import type { Claim } from '../store/claim.ts'
import type { Receipts } from '../store/receipts.ts'
import type { PerformDeps } from './perform.ts'
import type { SharedStore } from './shared-store.ts'
import { sortKey } from './sort-key.ts'

export interface QueueOptions {
  receipts: Receipts
  /** Where this program is a studio's worker. */
  shared?: SharedStore | undefined
  origin: string
  claim: Claim
  timing: Timing
  perform: PerformDeps
  now: () => number
  timers: Timers
  pace: Pace
  /** Pictures prepared at once. */
  preparing: number
  /** When this program began (wall clock): what was approved before that is looked up before it is sent. */
  sinceMs: number
  /** How long a prepared request may wait for its place before it is prepared again. */
  preparedForMs: number
  /** Looks at the durable receipts just before a paid submit; null: it fits under every cap. */
  capRefusal: (receipt: Receipt) => CapRefusal | null
  onChange: (receipt: Receipt) => void
  /** A trouble of this computer, in words; null when it is over. */
  onTrouble: (message: string | null) => void
}

/** A moment by both clocks: asleep one of them stands still, and the other may be set. */
export interface ClockPair {
  wallMs: number
  monotonicMs: number
}

/** One request that is driven. */
export interface QueueEntry {
  receipt: Receipt
  /** By its place in the queue, then by when it was taken up. */
  order: string
  taken: number
  /** A person took it out, here or in another program: what still comes of it is not used. */
  isTakenOut: boolean
  activity: Activity
  effect: RequestEffect | null
  /** The service asked for a pause until then (monotonic): nothing of it goes there earlier, whoever asks. */
  askedUntilMs: number
  /** When the service was asked last and said how it stands; null: not in this run. */
  wordAt: ClockPair | null
  /** A person asked for it: what the look brings is fetched at once. */
  isHurried: boolean
  /** When its last exchange began (monotonic). */
  lastMs: number
}

/** @param taken the how-manieth that was taken up */
export const queueEntryOf = (receipt: Receipt, taken: number, { now, timers }: QueueOptions): QueueEntry => ({
  receipt,
  order: sortKey(receipt, taken),
  taken,
  isTakenOut: false,
  activity: null,
  effect: null,
  askedUntilMs: timers.monotonicMs() + askedLeftMs(receipt, now()),
  wordAt: null,
  isHurried: false,
  lastMs: Number.NEGATIVE_INFINITY,
})
