import type { CallInput, CallOutput } from '../../contract/ipc.ts'
import type { Engine } from '../engine.ts'
import { filePrice } from '../watch/prices.ts'
import type { Watches } from '../watch/watches.ts'

type WatchCall =
  | 'watch.list'
  | 'watch.price'
  | 'watch.priceOf'
  | 'watch.setUp'
  | 'watch.switchOn'
  | 'watch.pause'
  | 'watch.remove'
  | 'watch.lookNow'

export type WatchCalls = { [N in WatchCall]: (input: CallInput<N>) => Promise<CallOutput<N>> }

/** What the window may ask about watch folders, one function a call. */
export function watchCalls(engine: Engine, watches: Watches): WatchCalls {
  return {
    'watch.list': async () => watches.list(),
    'watch.price': (form) => filePrice(engine, form),
    'watch.priceOf': ({ id }) => watches.priceOf(id),
    'watch.setUp': async (wish) => {
      await watches.setUp(wish)
      return watches.list()
    },
    'watch.switchOn': async ({ id, each, cap }) => {
      await watches.switchOn(id, each, cap)
      return watches.list()
    },
    'watch.pause': async ({ id }) => {
      await watches.pause(id)
      return watches.list()
    },
    'watch.remove': async ({ id }) => {
      await watches.remove(id)
      return watches.list()
    },
    'watch.lookNow': async ({ id }) => {
      watches.lookNow(id)
      return watches.list()
    },
  }
}
