import { useMemo } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { kindsOf, type ShownGroups, shownGroups } from '../../lists/queue-groups.ts'
import { useQueue } from '../../stores/queue-store.ts'
import { useRequests } from '../../stores/requests-store.ts'

export interface QueueRows extends ShownGroups {
  /** All requests, whatever is shown of them. */
  all: readonly RequestView[]
  kinds: readonly string[]
  /** The ids of the rows from top to bottom. */
  order: readonly string[]
}

/** What the queue shows now. */
export function useQueueRows(): QueueRows {
  const all = useRequests((mirror) => mirror.all)
  const kind = useQueue((queue) => queue.kind)
  const search = useQueue((queue) => queue.search)
  return useMemo(() => {
    const shown = shownGroups(all, kind, search)
    const order = [...shown.underWay, ...shown.waiting, ...shown.ended].map((request) => request.id)
    return { ...shown, all, kinds: kindsOf(all), order }
  }, [all, kind, search])
}
