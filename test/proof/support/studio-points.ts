import type { Fault } from '../../../src/practice/control/faults.ts'
import { type RequestMoment, requestMoments } from '../../support/studio/service-line.ts'
import type { Statement } from '../../support/studio/statements.ts'
import { modelOf } from './practice-models.ts'

/** A statement in a few words that tell it from the others of its transaction, however it locks what it reads. */
function wordsOf(sql: string): string {
  // What is read within a value says nothing of whose rows they are.
  const text = sql
    .replace(/\s+/g, ' ')
    .replace(/ARRAY\([^)]*\)|epoch FROM /g, '')
    // What is cleared away on the way.
    .replace(/^ ?WITH \w+ AS \(DELETE .*?\) (?=UPDATE|INSERT)/, '')
    .trim()
  const [, verb = '', table = ''] =
    /^(?:WITH \w+ AS \()?(INSERT) INTO (\w+)/.exec(text) ??
    /^(UPDATE|SAVEPOINT|ROLLBACK TO SAVEPOINT) (\w+)/.exec(text) ??
    /^(DELETE|SELECT)\b.*? FROM (\w+)/.exec(text) ??
    /^(SELECT) (\w+)/.exec(text) ??
    []
  if (verb === '') return text
  const joined = / JOIN (\w+)/.exec(text)?.[1]
  const [phase] = /\bphase (=|<>) '\w+'/.exec(text) ?? []
  const [skips] = /\bSKIP LOCKED/.exec(text) ?? []
  return [verb, table, joined && `with ${joined}`, phase, skips].filter(Boolean).join(' ')
}

/** What a transaction does, as far as its statements up to now tell. */
const kinds: [begins: string, kind: string][] = [
  ['UPDATE leases', 'a take-over'],
  ['SELECT commands SKIP LOCKED, SAVEPOINT before_order', 'an order'],
  ['SELECT commands SKIP LOCKED, SELECT leases with unnest', 'an answer'],
  ['SELECT commands SKIP LOCKED', 'a command'],
  ['SELECT leases with unnest, SELECT submit_slots', 'a place for sending'],
  ['SELECT leases with unnest', 'a step'],
  ['SELECT leases', 'a renewal'],
  ['SELECT pg_advisory_xact_lock', 'a beginning'],
]

/**
 * Names the statements of one connection: what its transaction does, as far as it can be told, and the statement. A step is named
 * by the state that it leads to, as soon as that is said.
 */
export function statementNamer(): (statement: Statement) => string {
  let before: string[] | null = null
  let phase: string | null = null
  return ({ sql, values }) => {
    const words = wordsOf(sql)
    if (words === 'BEGIN') {
      ;[before, phase] = [[], null]
      return 'a transaction: BEGIN'
    }
    if (before === null) return words
    before.push(words)
    const soFar = before.join(', ')
    const kind =
      kinds.find(([begins]) => soFar.startsWith(begins))?.[1] ?? `a transaction that begins with ${before[0]}`
    if (words === 'UPDATE requests') phase = values[6] ?? null
    if (words === 'INSERT steps') phase = values[2] ?? null
    if (words === 'COMMIT' || words === 'ROLLBACK') before = null
    return `${kind}${kind === 'a step' && phase !== null ? ` to ${phase}` : ''}: ${words}`
  }
}

/** A request in words, without what is different each time. */
export function requestName({ method, path }: { method: string; path: string }): string {
  const bare = path.replace(/\?.*$/, '').replace(/^(\/media|\/api\/generate\/v2\/(?:status|requests))\/.*/, '$1/…')
  return `${method} ${bare}`
}

interface Order {
  words: string[]
  /** None: it is one request, made of words. */
  hasPictures: boolean
}

/** Everything that one can name on a worker's two lines while something happens, and what has to happen for it. */
export interface Scenario {
  name: string
  /** What is ordered, once and again until the point is reached: one for each of some pictures. Null: nothing before the blow. */
  orders: Order | null
  /** Whether the studio's budget holds each order, and none beside it. */
  isTight: boolean
  /** How the service behaves. */
  faults: Fault[]
  /**
   * From when on the worker is watched: from its start, from the first order on, from when another one joins, from when it is told
   * to end.
   */
  from: 'its start' | 'an order' | 'another joins' | 'it ends'
  /** Who orders; what Cleo orders waits for Mia's answer. */
  person: 'Ann' | 'Cleo'
  statements: string[]
  requests: string[]
}

const each = (kind: string, ...words: string[]): string[] => words.map((one) => `${kind}: ${one}`)
const written = (phase: string, ...more: string[]): string[] =>
  each(`a step to ${phase}`, 'UPDATE requests', 'INSERT steps', ...more, 'COMMIT')

export const cutouts: Order = { words: ['skill', 'remove-bg'], hasPictures: true }
const whites = { words: ['skill', 'white-bg', '--set', 'mode=white'], hasPictures: true }
const image = ['generate', '--prompt', 'a harbour', '--model', modelOf('IMG-A'), '--resolution', '1K']
const images = { words: image, hasPictures: false }
const plain: Omit<Scenario, 'name' | 'orders'> = {
  isTight: false,
  faults: [],
  from: 'an order',
  person: 'Ann',
  statements: [],
  requests: [],
}

const lost = (path: string, fault: Fault['fault']): Fault[] => [{ match: { method: 'POST', path }, fault, times: 4 }]

/** As a run showed them that nothing disturbed. The same statement in the same kind of transaction is one point. */
export const scenarios: Scenario[] = [
  {
    ...plain,
    name: 'it starts',
    orders: null,
    from: 'its start',
    statements: [
      'SELECT to_regclass',
      'SELECT printroom_schema',
      'SELECT studio',
      ...each('a beginning', 'SELECT pg_advisory_xact_lock', 'SELECT workers', 'INSERT workers', 'COMMIT'),
      'INSERT workers',
      'SELECT leases',
      'SELECT workers',
      ...each('a take-over', 'UPDATE leases', 'UPDATE submit_slots', 'COMMIT'),
    ],
  },
  {
    ...plain,
    name: 'cutouts are ordered',
    orders: cutouts,
    statements: [
      'a transaction: BEGIN',
      ...each('a renewal', 'SELECT leases', 'UPDATE leases', 'COMMIT'),
      'SELECT commands',
      'SELECT commands with requests',
      "SELECT unnest with LATERAL phase <> 'approved'",
      "SELECT turns with turns phase = 'approved'",
      "SELECT requests with people phase = 'approved'",
      'a command: SELECT commands SKIP LOCKED',
      ...each('an order', 'SAVEPOINT before_order', 'SELECT people', 'SELECT blobs'),
      ...each('an order', 'SELECT budgets', 'SELECT requests', 'SELECT nextval'),
      ...each('an order', 'UPDATE people', "SELECT requests phase = 'approved'", 'INSERT turns'),
      ...each('an order', 'INSERT requests', 'INSERT steps', 'UPDATE commands'),
      'an order: COMMIT',
      ...each('a step', 'SELECT leases with unnest', 'SELECT requests with people'),
      ...each('a step', 'SELECT budgets', 'SELECT requests', 'SELECT submit_slots'),
      ...each('a step', 'SELECT submit_slots SKIP LOCKED', 'UPDATE submit_slots', 'INSERT turns'),
      ...written('ready'),
      ...each('a place for sending', 'SELECT submit_slots', 'COMMIT'),
      ...written('downloading'),
      ...written('completed', 'INSERT blobs', 'INSERT assets'),
    ],
    requests: ['GET /api/skills', 'POST /api/skills/upload', 'POST /api/skills/remove-bg/run', 'GET /media/…'],
  },
  {
    ...plain,
    name: 'white backgrounds are ordered, which take their time',
    orders: whites,
    statements: written('running'),
    requests: ['POST /api/skills/white-bg/run', 'GET /api/skills/status'],
  },
  {
    ...plain,
    name: 'images are ordered',
    orders: images,
    requests: ['GET /api/models', 'POST /api/generate/v2', 'GET /api/generate/v2/status/…'],
  },
  {
    ...plain,
    name: 'the answers to cutouts are lost',
    orders: cutouts,
    faults: lost('/api/skills/remove-bg/run', 'lost-after'),
    requests: ['GET /api/skills/status'],
  },
  {
    ...plain,
    name: 'cutouts are lost before they arrive',
    orders: cutouts,
    faults: lost('/api/skills/remove-bg/run', 'lost-before'),
    requests: ['GET /api/skills/status', 'POST /api/skills/remove-bg/run'],
  },
  {
    ...plain,
    name: 'the answers to images are lost',
    orders: images,
    faults: lost('/api/generate/v2', 'lost-after'),
    requests: ['GET /api/generate/v2/requests/…'],
  },
  {
    ...plain,
    name: 'an order is approved',
    orders: cutouts,
    person: 'Cleo',
    statements: [
      'SELECT requests',
      ...each('an answer', 'SELECT leases with unnest', 'SAVEPOINT before_act', 'SELECT requests with people'),
      ...each('an answer', 'SELECT people', 'SELECT budgets', 'SELECT requests'),
      ...each('an answer', "SELECT requests phase = 'approved'", 'INSERT turns'),
      ...each('an answer', 'UPDATE requests', 'INSERT steps', 'UPDATE commands', 'COMMIT'),
    ],
  },
  {
    ...plain,
    name: 'the budget is tight',
    orders: cutouts,
    isTight: true,
    statements: each('an order', 'SELECT budgets', 'SELECT requests', 'INSERT steps', 'COMMIT'),
  },
  { ...plain, name: 'another joins', orders: cutouts, from: 'another joins', statements: ['UPDATE leases'] },
  {
    ...plain,
    name: 'it ends in order',
    orders: cutouts,
    from: 'it ends',
    statements: ['UPDATE leases', 'UPDATE workers', 'DELETE workers'],
  },
]

/** A point of a worker's line, and the moment at it. */
export interface Point {
  scenario: Scenario
  name: string
  when: RequestMoment
}

/** A statement has no answer that could be half there. */
const statementMoments = ['before', 'after'] as const

export const points: Point[] = scenarios.flatMap((scenario) => [
  ...scenario.statements.flatMap((name) => statementMoments.map((when) => ({ scenario, name, when }))),
  ...scenario.requests.flatMap((name) => requestMoments.map((when) => ({ scenario, name, when }))),
])

const regular = /^(a renewal|a transaction): |^SELECT (commands|unnest)\b/

/** How many times may pass before it is struck: many of what comes again and again; of what is sent again, the first may be. */
export const mostTimes = ({ name, scenario }: Point): number =>
  regular.test(name) ? 12 : scenario.faults.length > 0 && name.startsWith('POST') ? 3 : 1

/** Whether it belongs to the taking of an order. */
export const isOfTaking = (name: string): boolean => /^an? (order|command): /.test(name)

/** Whether any worker may do it, and once an order: of many workers one would hardly ever come to it. */
export const isAnyones = ({ name, scenario }: Point): boolean =>
  isOfTaking(name) || scenario.orders?.hasPictures === false

/** What only the pace of a computer decides, or what a lost lease brings: the place for sending goes with it, and is taken anew. */
const sometimes =
  /: ROLLBACK( TO SAVEPOINT \w+)?$|^(a command|a step): COMMIT$|^INSERT blobs$|^UPDATE submit_slots$|^a place for sending: (SELECT submit_slots SKIP LOCKED|UPDATE submit_slots)$/

const bare = (name: string): string => name.replace(/^a step to [\w-]+:/, 'a step:')
const known = new Set(scenarios.flatMap(({ statements, requests }) => [...statements, ...requests].map(bare)))

/** Whether it is among the points, in whatever state of a request. */
export const isKnown = (name: string): boolean => known.has(bare(name)) || sometimes.test(name)
