import { useSyncExternalStore } from 'react'
import { dayKey } from '../../domain/day.ts'

interface Ticks {
  listen: (listener: () => void) => () => void
  areHeard: () => boolean
}

/** One timer for all who listen, which runs only while somebody does. */
function ticksEvery(everyMs: number, onTick: () => void = () => undefined): Ticks {
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  const tick = (): void => {
    onTick()
    for (const each of listeners) each()
  }
  return {
    listen: (listener) => {
      listeners.add(listener)
      timer ??= setInterval(tick, everyMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    areHeard: () => timer !== undefined,
  }
}

let now = Date.now()
const seconds = ticksEvery(1000, () => {
  now = Date.now()
})

const idle = (): (() => void) => () => undefined

/** The time, once a second, from one timer for the whole window; stands still where nothing runs. */
export function useNow(ticks: boolean): number {
  return useSyncExternalStore(ticks ? seconds.listen : idle, () => {
    if (!seconds.areHeard()) now = Math.floor(Date.now() / 1000) * 1000
    return now
  })
}

const minuteMs = 60_000
// More often than a minute: after a sleep of the computer the old time must not stand for long.
const minutes = ticksEvery(minuteMs / 6)

/** The minute that it is, ms since 1970: for ages in words that stand on a screen for hours and days. */
export const useMinute = (): number =>
  useSyncExternalStore(minutes.listen, () => Math.floor(Date.now() / minuteMs) * minuteMs)

/** The local day, for what changes with it alone: redrawn at midnight and not each second. */
export const useToday = (): string => useSyncExternalStore(seconds.listen, () => dayKey(Date.now()))
