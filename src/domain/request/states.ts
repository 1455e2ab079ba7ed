/**
 * The states of a request as a person and the terminal see them (design.md, "The terminal").
 * Rendering status, submission status and credit status of the service are three other things
 * and never appear in this list.
 */
export const requestStates = [
  'queued',
  'preparing',
  'submitting',
  'uncertain',
  'running',
  'downloading',
  'completed',
  'partial',
  'failed',
  'rejected',
  'gone',
  'cancelled',
  'needs-decision',
  'handed-over',
] as const

export type RequestState = (typeof requestStates)[number]

const endStates: ReadonlySet<RequestState> = new Set([
  'completed',
  'partial',
  'failed',
  'rejected',
  'gone',
  'cancelled',
  'handed-over',
])

/** Whether nothing more will happen to a request by itself, files included. */
export const isEndState = (state: RequestState): boolean => endStates.has(state)
