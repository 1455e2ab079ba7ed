import type { RequestView } from '../../contract/views.ts'

/** The last one of an order first too: where one looks back, nothing is in the order of sending. */
export const latestFirst = (requests: readonly RequestView[]): RequestView[] =>
  [...requests].sort(
    (a, b) =>
      (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0) ||
      (b.batch?.index ?? 0) - (a.batch?.index ?? 0),
  )
