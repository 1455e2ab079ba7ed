import type { RequestView } from '../../contract/views.ts'
import { tidy } from '../../domain/quote/tidy.ts'
import { isEndState } from '../../domain/request/states.ts'
import { dayKey } from '../format/format.ts'
import type { QueueGroups } from './queue-groups.ts'

export type Segment = 'done' | 'now' | 'ask' | 'wait'

const segmentOf = ({ state }: RequestView): Segment => {
  if (isEndState(state)) return 'done'
  if (state === 'needs-decision' || state === 'uncertain') return 'ask'
  return state === 'queued' ? 'wait' : 'now'
}

/**
 * One segment a request, in the order they were dropped: all that is unfinished, and what has ended of the same
 * batches. More than `atMost` are drawn together, the loudest of each group winning.
 */
export function segmentsOf(requests: readonly RequestView[], atMost: number): Segment[] {
  const open = requests.filter((each) => !isEndState(each.state))
  if (open.length === 0) return []
  const batches = new Set(open.map((each) => each.batch?.id))
  const shown = requests
    .filter((each) => !isEndState(each.state) || (each.batch !== null && batches.has(each.batch.id)))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || (a.batch?.index ?? 0) - (b.batch?.index ?? 0))
    .map(segmentOf)
  if (shown.length <= atMost) return shown
  const loudest: readonly Segment[] = ['ask', 'now', 'wait', 'done']
  return Array.from({ length: atMost }, (_, at) => {
    const group = shown.slice(Math.floor((at * shown.length) / atMost), Math.floor(((at + 1) * shown.length) / atMost))
    return loudest.find((segment) => group.includes(segment)) ?? 'wait'
  })
}

/**
 * What the tray tells of, and whether it is yet to begin: the first of those that wait, which is next; where none waits,
 * what becomes of the first that is under way.
 */
export function toldOf({ underWay, waiting }: QueueGroups): { request: RequestView; isNext: boolean } | null {
  if (waiting[0]) return { request: waiting[0], isNext: true }
  const request = underWay.find(({ next }) => next !== null)
  return request ? { request, isNext: false } : null
}

/**
 * Whether a list has all of today's requests. Where it has not, nothing of the day is added up.
 * @param cutAt of those made before this moment some are not in it; null: all are
 */
export const hasToday = (cutAt: string | null, now: number): boolean => cutAt === null || dayKey(cutAt) < dayKey(now)

/**
 * Credits charged today as the service said them, less what it gave back, in part or whole. Null where the list is cut
 * within the day, and where nobody has said how much of a charge came back.
 */
export function paidToday(requests: readonly RequestView[], now: number, cutAt: string | null): number | null {
  if (!hasToday(cutAt, now)) return null
  const today = dayKey(now)
  return requests.reduce<number | null>((sum, { createdAt, creditsUsed, creditsRefunded }) => {
    if (creditsUsed === null || dayKey(createdAt) !== today) return sum
    return sum === null || creditsRefunded === null ? null : tidy(sum + creditsUsed - creditsRefunded)
  }, 0)
}
