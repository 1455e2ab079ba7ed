import { create } from 'zustand'
import type { RequestView } from '../../contract/views.ts'

interface RequestsMirror {
  byId: ReadonlyMap<string, RequestView>
  /** All of them, newest first. */
  all: readonly RequestView[]
  loaded: boolean
  /** Replaces everything: at the start, and when the service changed. */
  fill: (requests: readonly RequestView[]) => void
  take: (changed: readonly RequestView[]) => void
}

const newestFirst = (a: RequestView, b: RequestView): number =>
  b.createdAt.localeCompare(a.createdAt) || (a.batch?.index ?? 0) - (b.batch?.index ?? 0)

function index(requests: Iterable<RequestView>): Pick<RequestsMirror, 'byId' | 'all'> {
  const byId = new Map<string, RequestView>()
  for (const request of requests) byId.set(request.id, request)
  return { byId, all: [...byId.values()].sort(newestFirst) }
}

export const useRequests = create<RequestsMirror>((set) => ({
  byId: new Map(),
  all: [],
  loaded: false,
  fill: (requests) => set({ ...index(requests), loaded: true }),
  take: (changed) => set((old) => index([...old.byId.values(), ...changed])),
}))

export const useRequest = (id: string | null): RequestView | null =>
  useRequests((state) => (id === null ? null : (state.byId.get(id) ?? null)))
