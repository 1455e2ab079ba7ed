import type { EventName } from '../contract/ipc.ts'

/**
 * The only events that may cross; the only calls are those that `contract/rights.ts` has a right for. Written out, as those
 * are, so that the sandboxed bundle carries no zod; the type keeps the list complete.
 */
export const eventNames: Readonly<Record<EventName, true>> = {
  'app.changed': true,
  'requests.changed': true,
  'library.changed': true,
  'updates.changed': true,
  'watch.changed': true,
  'library.task': true,
  'exports.changed': true,
  'files.opened': true,
  'app.command': true,
  'app.link': true,
}
