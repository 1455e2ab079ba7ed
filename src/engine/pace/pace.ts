import { type Asked, type PaceAsked, pausesAsked } from '../../domain/pace/asked.ts'
import type { CallKind, PaceScope } from '../../domain/pace/kinds.ts'
import { leftOf, lengthOf, type Pause } from '../../domain/pace/pause.ts'
import type { Timers } from '../platform/timers.ts'
import { type KeptPauses, pausesIn, withPauses } from './kept-pauses.ts'

/** When the service may be asked for something of a kind. */
export interface RateGate {
  /** The first moment, by the monotonic clock; it may be later by then. */
  nextMs(kind: CallKind): number
  began(kind: CallKind): void
}

export interface PaceOptions {
  kept: KeptPauses
  now: () => number
  timers: Timers
  /** Divides what the service asks for, and our own turns. */
  scale: number
  /** The service asked to be left alone, or that is over. */
  onChange: () => void
}

/**
 * So far apart two looks begin, two uploads, two paid submits: five a second. No rate of an account is documented (A23);
 * fifteen jobs looked at every 3 s (§4.2), or fifty receipts every 10 s (§4.15), come to that. With more of them open each
 * waits longer for its turn.
 */
const turnMs = 200

/** So much slower it begins again after a pause, and twice as fast with each good answer. */
const slowest = 8

/** What other programs have noted is read anew so often at least. */
const readEveryMs = 100

type Turn = NonNullable<CallKind['turn']>

const done = Promise.resolve()

/**
 * The pace of one account at its service: everything that is asked of the service passes here, of all requests and all
 * programs of one home. It knows when the next look, upload or submit may begin, and for how long the service wants to be
 * left alone with which of them; that is on the disk, so it holds for whoever comes next.
 */
export class Pace implements RateGate {
  readonly #options: PaceOptions
  /** When the next task may begin, and when the next of them may be sent: a thread that is busy begins several at once. */
  readonly #beginMs: Record<Turn, number> = { look: 0, upload: 0, submit: 0 }
  readonly #sendMs: Record<Turn, number> = { look: 0, upload: 0, submit: 0 }
  /** Who waits for a turn to send, one behind the other. */
  readonly #line: Record<Turn, Promise<void>> = { look: done, upload: done, submit: done }
  readonly #pauses = new Map<PaceScope, { pause: Pause; heardMs: number; untilMs: number }>()
  #slowness = 1
  #callOff: (() => void) | null = null
  #text: string | null = null
  #readMs = Number.NEGATIVE_INFINITY

  constructor(options: PaceOptions) {
    this.#options = options
  }

  nextMs(kind: CallKind): number {
    this.#read(readEveryMs)
    const { turn } = kind
    return Math.max(this.#pausedMs(kind), turn === null ? 0 : Math.max(this.#beginMs[turn], this.#sendMs[turn]))
  }

  began({ turn }: CallKind): void {
    if (turn !== null) this.#beginMs[turn] = this.#options.timers.monotonicMs() + this.#turnMs
  }

  /**
   * Waits for a turn, just before something is sent.
   * @returns when that was (monotonic); null: the service wants to be left alone, and nothing may be sent
   */
  async turn(kind: CallKind): Promise<number | null> {
    const { timers } = this.#options
    this.#read(0)
    const { turn } = kind
    if (turn !== null && !this.#isPaused(kind)) {
      this.#line[turn] = this.#line[turn].then(() => this.#pass(turn))
      await this.#line[turn]
    }
    return this.#isPaused(kind) ? null : timers.monotonicMs()
  }

  /** @param sentMs when it was sent (monotonic): what left before a pause is no news of another one */
  heard(kind: CallKind, said: PaceAsked, sentMs: number): void {
    const asked = pausesAsked(kind, said)
    if (asked.length === 0) {
      if (kind.turn !== null) this.#slowness = Math.max(1, this.#slowness / 2)
      for (const scope of kind.scopes) if (!this.#isHeld(scope)) this.#pauses.delete(scope)
      return
    }
    this.#slowness = slowest
    for (const one of asked) this.#pause(one, sentMs)
    this.#keep()
    this.#tell()
  }

  #tell(): void {
    const { timers, onChange } = this.#options
    onChange()
    this.#callOff?.()
    const left = Math.min(...this.pausesLeft().values())
    if (left < Number.POSITIVE_INFINITY) this.#callOff = timers.after(left, () => this.#tell())
  }

  close(): void {
    this.#callOff?.()
  }

  /** For how much longer the service wants to be left alone with each, in milliseconds. */
  pausesLeft(): Map<PaceScope, number> {
    this.#read(readEveryMs)
    const now = this.#options.timers.monotonicMs()
    return new Map([...this.#pauses].flatMap(([scope, { untilMs }]) => (untilMs > now ? [[scope, untilMs - now]] : [])))
  }

  /** The same, of what asks for this. */
  leftMs(kind: CallKind): number {
    this.#read(readEveryMs)
    return Math.max(0, this.#pausedMs(kind) - this.#options.timers.monotonicMs())
  }

  /** How many turns there are in so long a time. */
  turnsIn(ms: number): number {
    return Math.floor(ms / this.#turnMs)
  }

  get #turnMs(): number {
    return (turnMs / this.#options.scale) * this.#slowness
  }

  async #pass(turn: Turn): Promise<void> {
    const { timers } = this.#options
    const waitMs = this.#sendMs[turn] - timers.monotonicMs()
    // A paid one leaves at the moment for which everything was looked at; two at once are all there ever are.
    if (waitMs > 0 && turn !== 'submit') await new Promise<void>((go) => void timers.after(waitMs, go))
    this.#sendMs[turn] = timers.monotonicMs() + this.#turnMs
  }

  #pausedMs({ scopes }: CallKind): number {
    return scopes.reduce((latest, scope) => Math.max(latest, this.#pauses.get(scope)?.untilMs ?? 0), 0)
  }

  #isPaused({ scopes }: CallKind): boolean {
    return scopes.some((scope) => this.#isHeld(scope))
  }

  #isHeld(scope: PaceScope): boolean {
    return (this.#pauses.get(scope)?.untilMs ?? 0) > this.#options.timers.monotonicMs()
  }

  #pause({ scope, forMs: askedMs }: Asked, sentMs: number): void {
    const { timers, now, scale } = this.#options
    const known = this.#pauses.get(scope)
    const times = (known?.pause.times ?? 0) + (known && sentMs < known.heardMs ? 0 : 1)
    const forMs = Math.ceil(lengthOf(askedMs, times) / scale)
    const heardMs = timers.monotonicMs()
    // The longer of two that overlap.
    if (known && known.untilMs >= heardMs + forMs) return
    this.#pauses.set(scope, { pause: { fromMs: now(), forMs, times }, heardMs, untilMs: heardMs + forMs })
  }

  /** Takes in what other programs, and earlier ones, were asked for. */
  #read(everyMs: number): void {
    const { kept, timers, now } = this.#options
    const nowMs = timers.monotonicMs()
    if (nowMs - this.#readMs < everyMs) return
    this.#readMs = nowMs
    const text = textOf(kept)
    if (text === null || text === this.#text) return
    this.#text = text
    let [isBack, isNews] = [false, false]
    for (const [scope, pause] of pausesIn(text)) {
      const untilMs = nowMs + leftOf(pause, now())
      if (untilMs <= Math.max(nowMs, this.#pauses.get(scope)?.untilMs ?? 0)) continue
      isBack ||= pause.fromMs > now()
      const fromMs = Math.min(pause.fromMs, now())
      this.#pauses.set(scope, { pause: { ...pause, fromMs }, heardMs: nowMs, untilMs })
      this.#slowness = slowest
      isNews = true
    }
    // Counted from now: by a clock that was set back it would begin anew with each start.
    if (isBack) this.#keep()
    if (isNews) this.#tell()
  }

  #keep(): void {
    const { kept, timers, now } = this.#options
    const nowMs = timers.monotonicMs()
    const held = [...this.#pauses].filter(([, { untilMs }]) => untilMs > nowMs)
    const pauses = new Map(held.map(([scope, { pause }]) => [scope, pause]))
    try {
      kept.change((text) => {
        this.#text = withPauses(text, pauses, now())
        return this.#text
      })
    } catch {
      // The disk is full, say. This program keeps to it all the same.
    }
  }
}

/** What cannot be read now is read the next time. */
function textOf(kept: KeptPauses): string | null {
  try {
    return kept.read()
  } catch {
    return null
  }
}
