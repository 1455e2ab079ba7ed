import type { Database } from './database.ts'

/** How much stands in a studio. */
export async function countsByPhase(database: Database): Promise<{ requests: Record<string, number>; inbox: number }> {
  const rows = await database.rows<{ phase: string; count: number }>(
    'SELECT phase, count(*)::int AS count FROM requests GROUP BY phase ORDER BY phase',
  )
  const [open] = await database.rows<{ count: number }>(
    'SELECT count(*)::int AS count FROM commands WHERE done_at IS NULL',
  )
  return { requests: Object.fromEntries(rows.map(({ phase, count }) => [phase, count])), inbox: open?.count ?? 0 }
}
