import type { Chance } from '../random.ts'
import { networkNow } from './edges.ts'
import type { Owner, Time } from './time.ts'
import { type Course, disturbed, type Ending, type Kind, undisturbed, type WireAnswer } from './wire.ts'

/** One exchange on its way, as the watch sees it. */
export interface Exchange {
  n: number
  kind: Kind
  method: string
  url: URL
  bearer: string | null
  body: Uint8Array | null
  owner: Owner
  course: Course
  /** The connection is there: closed by its answer, its error, or the death of who opened it. */
  isOpen: boolean
}

export interface NetworkOptions {
  time: Time
  chance: Chance
  /** Whose code runs at this moment. */
  owner: () => Owner
  /** How many of a hundred exchanges are disturbed now. */
  disturbedShare: (kind: Kind) => number
  answer: (exchange: Exchange) => Promise<WireAnswer>
  /** What must become of one, whatever chance says; null: nothing in particular. */
  courseOf: (kind: Kind, url: URL) => Partial<Course> | null
  /** Told when an exchange leaves, and what it ends in for who asked. */
  onLeave: (exchange: Exchange) => void
  onEnd: (exchange: Exchange, ending: Ending) => void
}

interface Line {
  exchange: Exchange
  /** Who waits for it now is told. */
  broken: (error: Error) => void
  fail: (code: string) => void
  /** Its signal is listened to no more. */
  unheard: () => void
}

interface Options {
  signal?: AbortSignal | null
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | null
}

/** All lines between the app and the service. */
export class Network {
  readonly #options: NetworkOptions
  readonly #open = new Set<Line>()
  #count = 0

  constructor(options: NetworkOptions) {
    this.#options = options
  }

  request(
    address: string | URL,
    { method = 'GET', headers = {}, body = null, signal = null }: Options,
  ): Promise<object> {
    const { time, chance, owner, onLeave } = this.#options
    const url = new URL(address)
    const kind = kindOf(method, url)
    this.#count += 1
    const course = this.#courseOf(kind, url)
    const bearer = headers.authorization?.replace('Bearer ', '') ?? null
    const exchange: Exchange = {
      n: this.#count,
      kind,
      method,
      url,
      bearer,
      body,
      owner: owner(),
      course,
      isOpen: true,
    }
    onLeave(exchange)
    return new Promise((resolve, reject) => {
      const end = (ending: Ending): void => {
        if (!exchange.isOpen) return
        if (ending.type === 'answer' && ending.dripMs !== undefined) {
          resolve(responseOf(ending, { pieces: this.#drops(line, ending), line }))
          return
        }
        this.#close(line)
        this.#options.onEnd(exchange, ending)
        if (ending.type === 'error') line.broken(failureOf(ending.code, ending.syscall))
        else resolve(responseOf(ending))
      }
      const givenUp = () => end({ type: 'error', code: 'UND_ERR_ABORTED' })
      const line: Line = {
        exchange,
        broken: reject,
        fail: (code) => end({ type: 'error', code }),
        unheard: () => signal?.removeEventListener('abort', givenUp),
      }
      this.#open.add(line)
      signal?.addEventListener('abort', givenUp)
      const endLater = (ms: number, answer: WireAnswer | null) =>
        time.after(ms, exchange.owner, () => end(course.ending(answer, chance)))
      if (course.failsAfterMs !== null) endLater(course.failsAfterMs, null)
      if (course.arrivesAfterMs === null) return
      time.after(course.arrivesAfterMs, null, () => {
        // Of what a process that died has left behind, some is on its way and some never was.
        if (exchange.owner.isDead && chance.percent(30)) return
        void this.#options.answer(exchange).then((answer) => {
          if (course.failsAfterMs === null) endLater(course.travelsMs, answer)
        })
      })
    })
  }

  #courseOf(kind: Kind, url: URL): Course {
    const { chance, disturbedShare, courseOf } = this.#options
    const usual = chance.percent(disturbedShare(kind)) ? disturbed(chance, kind) : undisturbed(chance)
    const forced = courseOf(kind, url)
    return forced === null ? usual : { ...usual, ...forced }
  }

  /** An answer that comes byte by byte for ever, until who asked closes the line or it breaks. */
  async *#drops(line: Line, { answer, dripMs = 0 }: Extract<Ending, { type: 'answer' }>): AsyncGenerator<Buffer> {
    const { exchange } = line
    try {
      for (let at = 0; ; at += 1) {
        await new Promise<void>((resolve, reject) => {
          if (!exchange.isOpen) reject(failureOf('UND_ERR_ABORTED'))
          line.broken = reject
          this.#options.time.after(dripMs, exchange.owner, resolve)
        })
        yield at < answer.body.length ? answer.body.subarray(at, at + 1) : Buffer.from(' ')
      }
    } finally {
      line.fail('UND_ERR_ABORTED')
    }
  }

  /** Lines do not outlive a computer that sleeps; what was on its way may have arrived all the same. */
  breakLines(): void {
    for (const { exchange, fail } of [...this.#open])
      this.#options.time.after(0, exchange.owner, () => fail('ECONNRESET'))
  }

  /** The system closes what a dead process has left open. */
  closeOf(owner: Owner): void {
    for (const line of [...this.#open]) {
      if (line.exchange.owner !== owner) continue
      this.#close(line)
    }
  }

  #close(line: Line): void {
    line.exchange.isOpen = false
    // A signal that is listened to is kept for ever, with all that hears of it.
    line.unheard()
    this.#open.delete(line)
  }
}

function kindOf(method: string, { pathname }: URL): Kind {
  if (pathname.startsWith('/media/')) return 'media'
  if (method !== 'POST') return 'ask'
  return pathname === '/api/skills/upload' ? 'upload' : 'paid'
}

const failureOf = (code: string, syscall?: string): Error =>
  Object.assign(new Error(code), { code, ...(syscall === undefined ? {} : { syscall }) })

function responseOf(
  { answer, breaksAfter, breakCode }: Extract<Ending, { type: 'answer' }>,
  dripping: { pieces: AsyncGenerator<Buffer>; line: Line } | null = null,
): object {
  async function* pieces(): AsyncGenerator<Buffer> {
    if (breaksAfter === undefined) {
      if (answer.body.length > 0) yield answer.body
      return
    }
    yield answer.body.subarray(0, breaksAfter)
    throw failureOf(breakCode ?? 'UND_ERR_SOCKET')
  }
  return {
    statusCode: answer.status,
    headers: answer.headers,
    body: {
      [Symbol.asyncIterator]: () => dripping?.pieces ?? pieces(),
      dump: async () => undefined,
      on: () => undefined,
      destroy: (error?: Error) => {
        dripping?.line.broken(error ?? failureOf('UND_ERR_DESTROYED'))
        dripping?.line.fail('UND_ERR_ABORTED')
      },
    },
  }
}

class Agent {
  destroy(): Promise<void> {
    return Promise.resolve()
  }
}

/** In place of the module `undici`. */
export const undici = {
  request: (url: string | URL, options: Options = {}) => networkNow().request(url, options),
  Agent,
  ProxyAgent: Agent,
}
