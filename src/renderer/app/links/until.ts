import type { StoreApi } from 'zustand'

/** Resolves as soon as a store holds what is waited for. */
export function until<T>(
  store: Pick<StoreApi<T>, 'getState' | 'subscribe'>,
  holds: (state: T) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (holds(store.getState())) return resolve()
    const stop = store.subscribe((state) => {
      if (!holds(state)) return
      stop()
      resolve()
    })
  })
}
