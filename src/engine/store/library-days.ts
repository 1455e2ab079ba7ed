import { type DateSpan, spanOf } from '../../domain/library/when.ts'
import type { Db } from './db.ts'

const dayMs = 86_400_000

/** Rows between which lies all that was made in a time: pictures come home nearly in the order in which they were made. */
export interface DayStretch {
  from: number
  to: number
}

/**
 * Steps from day to day over the index, so that ten years are some thousand steps however many pictures they have.
 * Null: nothing was made then.
 */
export function stretchOf(db: Db, { sinceMs, untilMs }: DateSpan): DayStretch | null {
  const row = db
    .prepare<[object], { low: number | null; high: number | null }>(
      `WITH RECURSIVE days(day) AS (
         SELECT min(day_number) FROM assets WHERE day_number BETWEEN @first AND @last
         UNION ALL SELECT (SELECT min(day_number) FROM assets WHERE day_number > day AND day_number <= @last) FROM days
           WHERE day IS NOT NULL
       ) SELECT min((SELECT min(seq) FROM assets WHERE day_number = day)) AS low,
           max((SELECT max(seq) FROM assets WHERE day_number = day)) AS high
         FROM days`,
    )
    .get({ first: Math.floor(sinceMs / dayMs), last: Math.floor((untilMs - 1) / dayMs) })
  return row === undefined || row.low === null || row.high === null ? null : { from: row.low, to: row.high }
}

/** The time in which all of some times lie; words that mean none leave nothing. */
export function commonSpan(times: readonly string[], nowMs: number): DateSpan | null {
  const spans = times.map((text) => spanOf(text, nowMs) ?? { sinceMs: 0, untilMs: 0 })
  if (spans.length === 0) return null
  return {
    sinceMs: Math.max(...spans.map(({ sinceMs }) => sinceMs)),
    untilMs: Math.min(...spans.map(({ untilMs }) => untilMs)),
  }
}
