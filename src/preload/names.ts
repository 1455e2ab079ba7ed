import type { CallName, EventName } from '../contract/ipc.ts'

/**
 * The only names that may cross. Written out, so that the sandboxed bundle carries no zod;
 * the types keep both lists complete: a name missing or too many does not compile.
 */
export const callNames: Readonly<Record<CallName, true>> = {
  'app.snapshot': true,
  'app.startPractice': true,
  'app.useService': true,
  'app.setTheme': true,
  'key.set': true,
  'key.clear': true,
  'files.choose': true,
  'files.inspect': true,
  'catalogue.models': true,
  'catalogue.skills': true,
  'quote.generation': true,
  'quote.skill': true,
  'orders.approve': true,
  'requests.list': true,
  'requests.receipt': true,
  'requests.cancel': true,
  'requests.lookNow': true,
  'requests.decide': true,
  'requests.retry': true,
  'queue.move': true,
  'queue.caps': true,
  'queue.setCaps': true,
  'queue.pause': true,
  'queue.resume': true,
  'library.page': true,
  'library.get': true,
  'library.trash': true,
  'library.showInFolder': true,
  'drafts.load': true,
  'drafts.save': true,
}

export const eventNames: Readonly<Record<EventName, true>> = {
  'app.changed': true,
  'requests.changed': true,
  'library.changed': true,
  'files.opened': true,
}
