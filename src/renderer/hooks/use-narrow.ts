import { useSyncExternalStore } from 'react'

/** The width below which the rail loses its words and the inspector becomes a sheet. */
const query = window.matchMedia('(max-width: 1100px)')

const listen = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useNarrow = (): boolean => useSyncExternalStore(listen, () => query.matches)
