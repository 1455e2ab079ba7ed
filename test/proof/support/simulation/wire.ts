import type { Chance } from '../random.ts'

/** What kind of exchange: some faults make sense for some only. */
export type Kind = 'paid' | 'ask' | 'upload' | 'media'

/** What the other side answered, before anything happens to it on the way. */
export interface WireAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** How the answer ends for who asked. */
export type Ending =
  /** `dripMs`: it comes one byte at a time, so far apart, and never ends. */
  | { type: 'answer'; answer: WireAnswer; breaksAfter?: number; breakCode?: string; dripMs?: number }
  | { type: 'error'; code: string; syscall?: string }

/** What happens to one exchange. Pauses are milliseconds of the world's time. */
export interface Course {
  name: string
  /** When the request arrives and is worked on; null: never. */
  arrivesAfterMs: number | null
  /** When who asked learns something without an answer (or in place of one); null: when the answer is there. */
  failsAfterMs: number | null
  /** How long the answer travels. */
  travelsMs: number
  ending: (answer: WireAnswer | null, chance: Chance) => Ending
}

const whole = (answer: WireAnswer | null): Ending =>
  answer === null ? { type: 'error', code: 'UND_ERR_SOCKET' } : { type: 'answer', answer }

export function undisturbed(chance: Chance): Course {
  return {
    name: '',
    arrivesAfterMs: 5 + chance.below(200),
    failsAfterMs: null,
    travelsMs: 5 + chance.below(200),
    ending: whole,
  }
}

const html = Buffer.from('<!doctype html><title>Gateway</title><p>Something stands between you and the service.')
const error = (code: string, syscall?: string) => (): Ending => ({
  type: 'error',
  code,
  ...(syscall === undefined ? {} : { syscall }),
})
const answered = (status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
})

/** As long as the client itself waits for an answer. */
const patienceMs = (kind: Kind): number => (kind === 'media' ? 30_000 : 90_000)

type Disturb = (chance: Chance, kind: Kind) => Partial<Course>

/** It never arrives, and who asked learns so in some way. */
const unsent = (ending: Course['ending'], afterMs: number): Disturb => {
  return () => ({ arrivesAfterMs: null, failsAfterMs: afterMs, ending })
}

const troubleStatuses = [500, 502, 503, 504] as const

/** Answers that come from something on the way, or from a service in trouble: no word of them is about this order. */
const strangeStatus = (chance: Chance): WireAnswer => {
  const status = chance.oneOf([...troubleStatuses, 404, 403, 409, 400, 200] as const)
  if (status >= 500 && chance.percent(50)) return answered(status, { success: false, error: 'internal error' })
  return chance.percent(50) ? answered(status, '') : answered(status, html.toString(), { 'content-type': 'text/html' })
}

const limited = (chance: Chance): WireAnswer => {
  const seconds = chance.below(60)
  const body = { success: false, error: 'too many requests', code: 'rate_limited' }
  return chance.percent(50)
    ? answered(429, body, { 'retry-after': String(seconds) })
    : answered(429, { ...body, retryAfterSeconds: seconds })
}

const disturbances: Record<string, Disturb> = {
  refused: unsent(error('ECONNREFUSED', 'connect'), 5),
  'name not found': unsent(error('ENOTFOUND', 'getaddrinfo'), 50),
  'connect timeout': unsent(error('UND_ERR_CONNECT_TIMEOUT'), 10_000),
  'lost before': unsent(error('UND_ERR_SOCKET'), 300),
  'reset request': unsent(error('ECONNRESET', 'read'), 120),
  stall: (_, kind) => ({
    arrivesAfterMs: null,
    failsAfterMs: patienceMs(kind),
    ending: error('UND_ERR_HEADERS_TIMEOUT'),
  }),
  'lost after': () => ({ ending: error('UND_ERR_SOCKET') }),
  'host gone after': () => ({ ending: error('EHOSTUNREACH', 'read') }),
  'stall after': (_, kind) => ({ failsAfterMs: patienceMs(kind), ending: error('UND_ERR_HEADERS_TIMEOUT') }),
  // A8: the line broke, and the request is still on its way.
  late: (chance) => ({
    arrivesAfterMs: 1000 + chance.below(20_000),
    failsAfterMs: 500,
    ending: error('UND_ERR_SOCKET'),
  }),
  'reset answer': () => ({
    ending: (answer, chance) =>
      answer === null
        ? { type: 'error', code: 'ECONNRESET' }
        : { type: 'answer', answer, breaksAfter: chance.below(answer.body.length + 1), breakCode: 'ECONNRESET' },
  }),
  cut: () => ({
    ending: (answer) => (answer === null ? whole(null) : { type: 'answer', answer: halfOf(answer) }),
  }),
  drip: () => ({
    ending: (answer) => (answer === null ? whole(null) : { type: 'answer', answer, dripMs: 5000 }),
  }),
  slow: (chance) => ({ travelsMs: 1000 + chance.below(60_000) }),
  status: (chance) => ({ arrivesAfterMs: null, failsAfterMs: 200, ending: toAnswer(strangeStatus(chance)) }),
  'status after': (chance) => ({ ending: toAnswer(strangeStatus(chance)) }),
  'rate limit': (chance) => ({ arrivesAfterMs: null, failsAfterMs: 100, ending: toAnswer(limited(chance)) }),
  'wrong type': () => ({ ending: toAnswer(answered(200, html.toString(), { 'content-type': 'text/html' })) }),
}

const mediaDisturbances: Record<string, Disturb> = {
  'media gone': (chance) => ({
    arrivesAfterMs: null,
    failsAfterMs: 100,
    ending: toAnswer(answered(chance.oneOf([401, 403, 404, 410]), { error: 'the file is gone' })),
  }),
  redirect: () => ({
    ending: (answer) =>
      answer === null
        ? whole(null)
        : { type: 'answer', answer: { ...answer, status: 302, headers: { location: '?moved=1' } } },
  }),
  'other bytes': () => ({ ending: toAnswer({ status: 200, headers: {}, body: Buffer.from('not a picture at all') }) }),
  expired: () => ({
    arrivesAfterMs: null,
    failsAfterMs: 100,
    ending: toAnswer(answered(400, '<Error><Code>ExpiredToken</Code></Error>', { 'content-type': 'application/xml' })),
  }),
  zeros: () => ({
    ending: (answer) =>
      answer === null ? whole(null) : { type: 'answer', answer: { ...answer, body: Buffer.alloc(answer.body.length) } },
  }),
  'zeros behind': (chance) => ({
    ending: (answer) =>
      answer === null ? whole(null) : { type: 'answer', answer: withZeros(answer, chance.below(answer.body.length)) },
  }),
  empty: () => ({ ending: toAnswer({ status: 200, headers: {}, body: Buffer.alloc(0) }) }),
}

const toAnswer = (answer: WireAnswer) => (): Ending => ({ type: 'answer', answer })

const halfOf = (answer: WireAnswer): WireAnswer => ({
  ...answer,
  body: answer.body.subarray(0, answer.body.length >> 1),
})

/** Some encoders end a film with a few zeros, so that fewer than these say nothing of what was never written. */
const leastZerosOfFilm = 16

/** As a program writes a file that makes room for it first. */
function withZeros(answer: WireAnswer, at: number): WireAnswer {
  const body = Buffer.from(answer.body)
  const isFilm = answer.headers['content-type']?.startsWith('video/') === true
  const from = isFilm ? Math.min(at, Math.max(0, body.length - leastZerosOfFilm)) : at
  body.fill(0, from)
  return { ...answer, body }
}

const names = Object.keys(disturbances) as [string, ...string[]]
const mediaNames = [...names, ...Object.keys(mediaDisturbances)] as [string, ...string[]]

/** Every kind of fault on the line that practice can be told to make (src/practice/control/faults.ts), and some more. */
export function disturbed(chance: Chance, kind: Kind): Course {
  const name = chance.oneOf(kind === 'media' ? mediaNames : names)
  const disturb = disturbances[name] ?? mediaDisturbances[name]
  return { ...undisturbed(chance), ...disturb?.(chance, kind), name }
}
