import type { RequestView } from '../../contract/views.ts'
import { isEndState } from '../../domain/request/states.ts'

export interface QueueGroups {
  needsYou: RequestView[]
  underWay: RequestView[]
  waiting: RequestView[]
  ended: RequestView[]
}

/** The oldest first where one waits for it, the newest first where one looks back. */
export function queueGroups(requests: readonly RequestView[], endedAtMost: number): QueueGroups {
  const groups: QueueGroups = { needsYou: [], underWay: [], waiting: [], ended: [] }
  for (const request of requests) {
    if (request.state === 'needs-decision') groups.needsYou.push(request)
    else if (request.state === 'queued') groups.waiting.push(request)
    else if (isEndState(request.state)) groups.ended.push(request)
    else groups.underWay.push(request)
  }
  const byAge = (a: RequestView, b: RequestView): number =>
    a.createdAt.localeCompare(b.createdAt) || (a.batch?.index ?? 0) - (b.batch?.index ?? 0)
  groups.needsYou.sort(byAge)
  groups.waiting.sort(byAge)
  // What may have cost money without an answer stands above what merely runs.
  groups.underWay.sort((a, b) => Number(b.state === 'uncertain') - Number(a.state === 'uncertain') || byAge(a, b))
  groups.ended.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  groups.ended.length = Math.min(groups.ended.length, endedAtMost)
  return groups
}

/** Credits of unfinished requests that the service has taken and not yet confirmed. */
export const pendingCredits = (requests: readonly RequestView[]): number =>
  requests.reduce(
    (sum, request) =>
      sum + (request.creditsStatus === 'pending' ? (request.creditsUsed ?? request.creditsQuoted ?? 0) : 0),
    0,
  )

const places = ['Next', 'Second', 'Third', 'Fourth', 'Fifth']
export const placeWords = (place: number): string => places[place] ?? `Place ${place + 1}`

/** Requests that were approved together, newest first: one run of Create. */
export interface Run {
  key: string
  first: RequestView
  requests: RequestView[]
}

export function runsOf(requests: readonly RequestView[], atMost: number): Run[] {
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
