import type { RequestEvent } from '../../domain/request/events.ts'

/** How long the service asked to be left alone, in milliseconds of its own time; 0: it did not. */
export function askedPause(event: RequestEvent): number {
  const asked = 'outcome' in event && 'afterMs' in event.outcome ? event.outcome.afterMs : null
  return asked ?? 0
}
