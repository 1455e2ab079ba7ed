import { useSyncExternalStore } from 'react'
import { dayKey } from '../../domain/day.ts'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

const idle = (): (() => void) => () => undefined

/** The time, once a second, from one timer for the whole window; stands still where nothing runs. */
export function useNow(ticks: boolean): number {
  return useSyncExternalStore(ticks ? listen : idle, () => {
    if (!timer) now = Math.floor(Date.now() / 1000) * 1000
    return now
  })
}

/** The local day, for what changes with it alone: redrawn at midnight and not each second. */
export const useToday = (): string => useSyncExternalStore(listen, () => dayKey(Date.now()))
