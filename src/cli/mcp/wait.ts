import type { RequestView } from '../../contract/views.ts'
import { isEndState } from '../../domain/request/states.ts'
import type { Engine } from '../../engine/engine.ts'

/** Nothing more comes of it by itself: it has ended with all of its files at home, or a person is asked. */
const isThere = (view: RequestView): boolean =>
  view.state === 'needs-decision' || (isEndState(view.state) && view.owed.length === 0)

/**
 * Until each request is there, the time is over or whoever asked has left.
 * @returns how each stands then
 */
export async function waitFor(
  engine: Engine,
  ids: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<RequestView[]> {
  const read = (): RequestView[] =>
    ids.flatMap((id) => {
      const receipt = engine.store.receipts.get(id)
      return receipt ? [engine.viewOf(receipt)] : []
    })
  const left = new Set(ids)
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const see = (view: RequestView): void => {
      if (isThere(view) && left.delete(view.id) && left.size === 0) done()
    }
    const stop = engine.listen('requestChanged', see)
    const timer = setTimeout(done, timeoutMs)
    signal.addEventListener('abort', done)
    void engine.driver.stopped.then(done)
    for (const view of read()) see(view)
    if (signal.aborted) done()
  })
  return read()
}
