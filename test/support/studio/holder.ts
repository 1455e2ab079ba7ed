import { randomUUID } from 'node:crypto'
import { partitions } from '../../../src/domain/studio/partition.ts'
import type { Database } from '../../../src/engine/studio/database.ts'
import { type Fenced, takeLease } from '../../../src/engine/studio/leases.ts'

/** A session that holds every partition. */
export async function holder(
  database: Database,
  takeoverMs = 60_000,
): Promise<{ session: string; leases: Map<number, Fenced> }> {
  const session = randomUUID()
  const leases = new Map<number, Fenced>()
  for (let partition = 0; partition < partitions; partition += 1) {
    const lease = await takeLease(database, partition, { session, takeoverMs })
    if (lease) leases.set(partition, lease)
  }
  return { session, leases }
}
