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

let minuteTimer: ReturnType<typeof setInterval> | undefined
const minuteListeners = new Set<() => void>()
const minuteMs = 60_000

function listenMinutes(listener: () => void): () => void {
  minuteListeners.add(listener)
  // More often than a minute: after a sleep of the computer the old time must not stand for long.
  minuteTimer ??= setInterval(() => {
    for (const each of minuteListeners) each()
  }, minuteMs / 6)
  return () => {
    minuteListeners.delete(listener)
    if (minuteListeners.size > 0) return
    clearInterval(minuteTimer)
    minuteTimer = undefined
  }
}

/** The minute that it is, ms since 1970: for ages in words that stand on a screen for hours and days. */
export const useMinute = (): number =>
  useSyncExternalStore(listenMinutes, () => Math.floor(Date.now() / minuteMs) * minuteMs)

/** The local day, for what changes with it alone: redrawn at midnight and not each second. */
export const useToday = (): string => useSyncExternalStore(listen, () => dayKey(Date.now()))
