import type { RequestView } from '../../contract/views.ts'
import { isEndState } from '../../domain/request/states.ts'

export interface QueueGroups {
  needsYou: RequestView[]
  underWay: RequestView[]
  waiting: RequestView[]
  ended: RequestView[]
}

/** Instants are plain ASCII: a locale's rules would cost thousands of rows a visible pause. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * By the place in the queue; what is prepared already and only waits for a free line has none and goes first, what was told
 * to wait last, in the order in which it goes out again.
 */
const byPlace = (a: RequestView, b: RequestView): number => compare(a.place ?? waitOf(a), b.place ?? waitOf(b))

/** After every place, which begins with a digit. */
const waitOf = ({ verdict, next }: RequestView): string => (verdict === null ? '' : `w${next?.at ?? ''}`)

/** In the order of sending where one waits for it, the newest first where one looks back. */
export function queueGroups(requests: readonly RequestView[], endedAtMost = Number.POSITIVE_INFINITY): QueueGroups {
  const groups: QueueGroups = { needsYou: [], underWay: [], waiting: [], ended: [] }
  for (const request of requests) {
    // One that has been in doubt for long may be left, though nobody has to decide that.
    if (request.decision !== null) groups.needsYou.push(request)
    else if (request.state === 'queued') groups.waiting.push(request)
    else if (isEndState(request.state)) groups.ended.push(request)
    else groups.underWay.push(request)
  }
  const byAge = (a: RequestView, b: RequestView): number =>
    compare(a.createdAt, b.createdAt) || (a.batch?.index ?? 0) - (b.batch?.index ?? 0)
  groups.needsYou.sort(byAge)
  groups.waiting.sort((a, b) => byPlace(a, b) || byAge(a, b))
  // What may have cost money without an answer stands above what merely runs.
  groups.underWay.sort((a, b) => Number(b.state === 'uncertain') - Number(a.state === 'uncertain') || byAge(a, b))
  groups.ended.sort((a, b) => compare(b.updatedAt, a.updatedAt))
  if (groups.ended.length > endedAtMost) groups.ended.length = endedAtMost
  return groups
}

/** Credits of unfinished requests that the service has taken and not yet confirmed. */
export const pendingCredits = (requests: readonly RequestView[]): number =>
  requests.reduce(
    (sum, request) =>
      sum + (request.creditsStatus === 'pending' ? (request.creditsUsed ?? request.creditsQuoted ?? 0) : 0),
    0,
  )

/** What the queue can be cut down to: `create`, and the Skills that are in it. */
export function kindsOf(requests: readonly RequestView[]): string[] {
  const kinds = new Set(requests.map(kindOf))
  return [...kinds].sort((a, b) => Number(b === 'create') - Number(a === 'create') || a.localeCompare(b))
}

const kindOf = (request: RequestView): string => request.skill ?? 'create'

/** The first figures of a request's number, as receipts show them, or the whole number of its job. */
const isNumberOf = ({ id, generationId }: RequestView, word: string): boolean =>
  (word.length >= 6 && id.startsWith(word)) || generationId?.toLowerCase() === word

/** Those of one kind (`all`: of any) whose words hold every word of the search. */
export function filtered(requests: readonly RequestView[], kind: string, search: string): readonly RequestView[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (kind === 'all' && words.length === 0) return requests
  return requests.filter((request) => {
    if (kind !== 'all' && kindOf(request) !== kind) return false
    const text = `${request.title} ${request.subtitle} ${request.project ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word) || isNumberOf(request, word))
  })
}

export interface ShownGroups extends QueueGroups {
  /** All that waits in the order of sending, whatever is shown of it. */
  line: readonly RequestView[]
  /** How many wait for somebody: those that a filter leaves out are counted all the same. */
  asking: number
  unfinished: number
}

/** The groups as a kind and a search leave them, and what is counted in the whole. */
export function shownGroups(all: readonly RequestView[], kind: string, search: string): ShownGroups {
  const { needsYou, underWay, waiting } = queueGroups(all, 0)
  return {
    ...queueGroups(filtered(all, kind, search)),
    line: waiting,
    asking: needsYou.length,
    unfinished: needsYou.length + underWay.length + waiting.length,
  }
}

/** Requests that were approved together, newest first: one run of Create. */
export interface Run {
  key: string
  first: RequestView
  requests: RequestView[]
}

export function groupRuns(requests: readonly RequestView[], atMost: number): Run[] {
  const runs = new Map<string, RequestView[]>()
  for (const request of requests) {
    const key = request.batch?.id ?? request.id
    const run = runs.get(key)
    if (run) run.push(request)
    else runs.set(key, [request])
  }
  return [...runs]
    .flatMap(([key, members]) => {
      members.sort((a, b) => (a.batch?.index ?? 0) - (b.batch?.index ?? 0))
      const first = members[0]
      return first ? [{ key, first, requests: members }] : []
    })
    .sort((a, b) => b.first.createdAt.localeCompare(a.first.createdAt))
    .slice(0, atMost)
}
