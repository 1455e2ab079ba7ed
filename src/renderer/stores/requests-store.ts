import { create } from 'zustand'
import type { RequestView } from '../../contract/views.ts'

interface RequestsMirror {
  byId: ReadonlyMap<string, RequestView>
  /** All of them, newest first. */
  all: readonly RequestView[]
  loaded: boolean
  /** Of those that were made before this moment only the unfinished are here; null where all are. */
  cutAt: string | null
  /** Replaces everything: at the start, and when the service changed. */
  fill: (requests: readonly RequestView[], cutAt?: string | null) => void
  /** Another service's are on their way. */
  clear: () => void
  take: (changed: readonly RequestView[]) => void
}

const newestFirst = (a: RequestView, b: RequestView): number =>
  (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0) || (a.batch?.index ?? 0) - (b.batch?.index ?? 0)

function index(requests: Iterable<RequestView>): Pick<RequestsMirror, 'byId' | 'all'> {
  const byId = new Map<string, RequestView>()
  for (const request of requests) byId.set(request.id, request)
  return { byId, all: [...byId.values()].sort(newestFirst) }
}

/** Most changes are of what is there already; then the order stands, and thousands need no sorting. */
function changedIn(old: RequestsMirror, changed: readonly RequestView[]): Pick<RequestsMirror, 'byId' | 'all'> {
  if (!changed.every(({ id }) => old.byId.has(id))) return index([...old.byId.values(), ...changed])
  const byId = new Map(old.byId)
  for (const request of changed) byId.set(request.id, request)
  return { byId, all: old.all.map((each) => byId.get(each.id) ?? each) }
}

export const useRequests = create<RequestsMirror>((set) => ({
  byId: new Map(),
  all: [],
  loaded: false,
  cutAt: null,
  fill: (requests, cutAt = null) => set({ ...index(requests), loaded: true, cutAt }),
  clear: () => set({ byId: new Map(), all: [], loaded: false, cutAt: null }),
  take: (changed) => set((old) => changedIn(old, changed)),
}))

export const useRequest = (id: string | null): RequestView | null =>
  useRequests((state) => (id === null ? null : (state.byId.get(id) ?? null)))
