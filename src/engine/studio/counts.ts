import { capDayMs } from '../../domain/quote/cap.ts'
import type { Database } from './database.ts'

/** How much stands in a studio. */
export async function countsByPhase(database: Database): Promise<{ requests: Record<string, number>; inbox: number }> {
  const rows = await database.rows<{ phase: string; count: number }>(
    `SELECT CASE WHEN arriving THEN 'arriving' ELSE phase END AS phase, count(*)::int AS count FROM requests
     GROUP BY 1 ORDER BY 1`,
  )
  const [open] = await database.rows<{ count: number }>(
    'SELECT count(*)::int AS count FROM commands WHERE done_at IS NULL',
  )
  return { requests: Object.fromEntries(rows.map(({ phase, count }) => [phase, count])), inbox: open?.count ?? 0 }
}

/** What of the service's limits of a day was used from here in the last 24 hours, by the database's clock. */
export async function usedOfDay(
  database: Database,
): Promise<{ uploads: number; runs: { skill: string; count: number }[] }> {
  const since = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint - $1::bigint'
  const runs = await database.rows<{ skill: string; count: number; uploads: number }>(
    `SELECT skill, count(*)::int AS count, sum(jsonb_array_length(
         jsonb_path_query_array(receipt::jsonb, '$.order.pictures[*].source.sha256')))::int AS uploads
     FROM requests WHERE skill IS NOT NULL AND sent_ms >= ${since} GROUP BY skill ORDER BY skill`,
    [capDayMs],
  )
  return {
    uploads: runs.reduce((sum, { uploads }) => sum + uploads, 0),
    runs: runs.map(({ skill, count }) => ({ skill, count })),
  }
}
