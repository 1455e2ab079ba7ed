import type { Database } from 'better-sqlite3'
import { readMeta, writeMeta } from './state/meta.ts'

/** Practice time in milliseconds: the wall clock, sped up by a factor, and never going backwards over restarts. */
export interface PracticeClock {
  readonly scale: number
  now(): number
  /** Resolves when practice time has reached `at`. */
  until(at: number): Promise<void>
  /** Keeps how far time has come, so that a wall clock set back cannot undo it. */
  remember(): void
  /** Ends every wait with an error: the process is about to close. */
  stop(): void
}

interface Base {
  practice: number
  wall: number
  scale: number
}

const longestNapMs = 50

export function openClock(db: Database, scale: number, wallNow: () => number): PracticeClock {
  const start: Base = { practice: offlineNow(db, wallNow), wall: wallNow(), scale }
  writeMeta(db, 'clock', JSON.stringify(start))
  let latest = start.practice
  let stopped = false

  const now = (): number => {
    latest = Math.max(latest, Math.floor(start.practice + (wallNow() - start.wall) * scale))
    return latest
  }

  return {
    scale,
    now,
    stop: () => {
      stopped = true
    },
    remember: () => writeMeta(db, 'clock_reached', String(now())),
    async until(at) {
      // Short naps, because an injected or a changed wall clock may jump while we wait.
      for (let left = at - now(); left > 0; left = at - now()) {
        if (stopped) throw new Error('practice is closing')
        await new Promise((resolve) => setTimeout(resolve, Math.min(longestNapMs, Math.max(1, left / scale))))
      }
    },
  }
}

/** What the practice clock shows while no process runs: time goes on at the pace of the last run. */
export function offlineNow(db: Database, wallNow: () => number): number {
  const kept = readMeta(db, 'clock')
  if (kept === null) return wallNow()
  const base = JSON.parse(kept) as Base
  const reached = Number(readMeta(db, 'clock_reached') ?? 0)
  return Math.floor(Math.max(base.practice, reached, base.practice + (wallNow() - base.wall) * base.scale))
}
