import { type Chance, chanceOf } from '../random.ts'
import type { Disk } from './disk.ts'
import type { Network } from './network.ts'
import type { Owner, Time } from './time.ts'

/**
 * Where the engine meets the computer: its disk, its network, its timers and its chance. While a schedule runs, these stand in place
 * of `node:fs`, `undici`, the timers of this process and what is random in `node:crypto`, so that the same seed gives the same bytes. Everything
 * above them is the engine's own.
 */
export interface Edges {
  disk: Disk
  network: Network
  time: Time
  /** Whose code runs at this moment. */
  owner: () => Owner
}

let edges: (Edges & { ids: Chance }) | null = null

export function standIn(made: Edges | null, seed = 0): void {
  edges = made === null ? null : { ...made, ids: chanceOf(seed) }
  if (made === null) Object.assign(globalThis, realTimers)
  else Object.assign(globalThis, timersOver(made))
  AbortSignal.timeout = made === null ? realAbortAfter : (ms) => abortAfter(ms, made)
}

const realTimers = { setTimeout, clearTimeout, setInterval, clearInterval }
const realAbortAfter = AbortSignal.timeout.bind(AbortSignal)

/** Limits that the engine counts itself: on the schedule's clock, and gone with who set them. */
class Timer {
  #callOff: () => void = () => undefined

  plan(callOff: () => void): this {
    this.#callOff = callOff
    return this
  }

  callOff(): void {
    this.#callOff()
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

function timersOver({ time, owner }: Edges) {
  const clear = (real: (timer: number) => void) => (timer: unknown) => {
    if (timer instanceof Timer) timer.callOff()
    else if (timer !== undefined && timer !== null) real(timer as number)
  }
  return {
    setTimeout: (call: () => void, ms = 0) => new Timer().plan(time.after(Math.ceil(ms), owner(), call, true)),
    clearTimeout: clear(realTimers.clearTimeout),
    setInterval: (call: () => void, ms = 1) => {
      const [timer, whose] = [new Timer(), owner()]
      const again = (): Timer =>
        timer.plan(
          time.after(
            ms,
            whose,
            () => {
              again()
              call()
            },
            true,
          ),
        )
      return again()
    },
    clearInterval: clear(realTimers.clearInterval),
  }
}

function abortAfter(ms: number, { time, owner }: Edges): AbortSignal {
  const ending = new AbortController()
  const reason = () => Object.assign(new Error('It took too long.'), { name: 'TimeoutError', code: 23 })
  time.after(ms, owner(), () => ending.abort(reason()), true)
  return ending.signal
}

export const diskNow = (): Disk | null => edges?.disk ?? null

export function networkNow(): Network {
  if (edges === null) throw new Error('no schedule runs, and there is no network outside of one')
  return edges.network
}

type Crypto = typeof import('node:crypto')

/** `node:crypto` with numbers that a schedule's seed decides, and with slow hashes that are worked out once. */
export function cryptoOver(real: Crypto): object {
  const hashes = new Map<string, ReturnType<Crypto['scryptSync']>>()
  const slow: Crypto['scryptSync'] = (password, salt, length, options) => {
    const asked = `${String(password)} ${String(salt)} ${length} ${JSON.stringify(options)}`
    const hash = hashes.get(asked) ?? real.scryptSync(password, salt, length, options)
    hashes.set(asked, hash)
    return hash
  }
  const bytes = (size: number): Buffer => {
    if (edges === null) return real.randomBytes(size)
    const made = Buffer.allocUnsafe(size)
    for (let i = 0; i < size; i += 1) made[i] = edges.ids.below(256)
    return made
  }
  const uuid = (): string => {
    if (edges === null) return real.randomUUID()
    const hex = bytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  return { ...real, randomBytes: bytes, randomUUID: uuid, scryptSync: slow }
}
