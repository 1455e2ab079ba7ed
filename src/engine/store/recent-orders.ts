import type { LibraryFacets } from '../../contract/library.ts'
import type { Db } from './db.ts'

/** So many of the newest pictures are looked at: what one order made stands together. */
const looked = 600
const mostOrders = 8

/** What was ordered last and is at home: a batch, or one request. */
export function recentOrders(db: Db): LibraryFacets['orders'] {
  const rows = db
    .prepare<[number], { id: string; title: string; createdMs: number }>(
      `SELECT coalesce(r.batch_id, a.request_id) AS id, a.title AS title, a.created_ms AS createdMs
       FROM (SELECT seq FROM assets INDEXED BY assets_shape WHERE trashed_ms IS NULL ORDER BY seq DESC LIMIT ?) AS n
       JOIN assets AS a ON a.seq = n.seq LEFT JOIN requests AS r ON r.id = a.request_id ORDER BY a.seq DESC`,
    )
    .all(looked)
  const orders = new Map<string, LibraryFacets['orders'][number]>()
  for (const { id, title, createdMs } of rows) {
    const known = orders.get(id)
    if (known) known.count += 1
    else if (orders.size < mostOrders) orders.set(id, { id, title, count: 1, createdMs })
  }
  return [...orders.values()]
}
