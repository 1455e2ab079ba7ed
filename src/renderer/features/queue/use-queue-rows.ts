import { useMemo } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { filtered, kindsOf, type QueueGroups, queueGroups } from '../../lists/queue-groups.ts'
import { useQueue } from '../../stores/queue-store.ts'
import { useRequests } from '../../stores/requests-store.ts'

export interface QueueRows extends QueueGroups {
  /** All requests, whatever is shown of them. */
  all: readonly RequestView[]
  /** All that waits in the order of sending, whatever is shown of it. */
  line: readonly RequestView[]
  kinds: readonly string[]
  /** The ids of the rows from top to bottom. */
  order: readonly string[]
}

/** What the queue shows now. Decisions are never filtered away: they wait for somebody. */
export function useQueueRows(): QueueRows {
  const all = useRequests((mirror) => mirror.all)
  const kind = useQueue((queue) => queue.kind)
  const search = useQueue((queue) => queue.search)
  return useMemo(() => {
    const { needsYou, waiting: line } = queueGroups(all)
    const shown = queueGroups(filtered(all, kind, search))
    const order = [...shown.underWay, ...shown.waiting, ...shown.ended].map((request) => request.id)
    return { ...shown, needsYou, all, line, kinds: kindsOf(all), order }
  }, [all, kind, search])
}
