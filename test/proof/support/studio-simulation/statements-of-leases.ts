import type { Statement } from './statements.ts'
import type { Lease, Slot, Tables } from './tables.ts'

const ofSession = ({ leases }: Tables, session: unknown): Lease[] => leases.filter((lease) => lease.session === session)

const fenced = ({ partition, fence }: Lease): object => ({ partition, fence: String(fence) })

const freed: Partial<Slot> = { request: null, session: null }

/** src/engine/studio/leases.ts, workers.ts and slots.ts. */
export const leaseStatements: readonly (readonly [string, Statement])[] = [
  // readLeases
  [
    `SELECT partition, session, (extract(epoch FROM clock_timestamp() - renewed_at) * 1000)::float8 AS age_ms
     FROM leases ORDER BY partition`,
    ({ leases }, _, nowMs) =>
      leases.map(({ partition, session, renewedAt }) => ({
        partition,
        session,
        age_ms: renewedAt === null ? null : nowMs - renewedAt,
      })),
  ],
  [
    `SELECT count(*)::int AS count FROM workers
     WHERE reaches_service AND seen_at > clock_timestamp() - $1 * interval '1 millisecond'`,
    ({ workers }, [aliveMs], nowMs) => [
      {
        count: [...workers.values()].filter((one) => one.reachesService && one.seenAt > nowMs - Number(aliveMs)).length,
      },
    ],
  ],
  // takeLease: by the database's clock alone; the fence rises.
  [
    `UPDATE leases SET session = $2, fence = fence + 1, renewed_at = clock_timestamp()
       WHERE partition = $1 AND session IS DISTINCT FROM $2
         AND (session IS NULL OR renewed_at IS NULL OR renewed_at < clock_timestamp() - $3 * interval '1 millisecond')
       RETURNING partition, fence::text AS fence`,
    (tables, [partition, session, takeoverMs], nowMs) => {
      const lease = tables.leases[Number(partition)]
      if (lease === undefined || lease.session === session) return []
      const isFree = lease.session === null || lease.renewedAt === null || lease.renewedAt < nowMs - Number(takeoverMs)
      if (!isFree) return []
      tables.set(lease, { session: String(session), fence: lease.fence + 1, renewedAt: nowMs })
      return [fenced(lease)]
    },
  ],
  [
    `UPDATE submit_slots SET request = NULL, session = NULL, since = NULL
       WHERE request IN (SELECT id FROM requests WHERE partition = $1) AND session IS DISTINCT FROM $2`,
    (tables, [partition, session]) => {
      for (const slot of tables.slots) {
        const request = slot.request === null ? undefined : tables.requests.get(slot.request)
        if (request?.partition === partition && slot.session !== session) tables.set(slot, freed)
      }
      return []
    },
  ],
  // renewLeases: what is still this session's, whoever thinks otherwise.
  [
    'SELECT 1 FROM leases WHERE session = $1 ORDER BY partition FOR NO KEY UPDATE',
    (tables, [session]) => ofSession(tables, session).map(() => ({})),
  ],
  [
    'UPDATE leases SET renewed_at = clock_timestamp() WHERE session = $1 RETURNING partition, fence::text AS fence',
    (tables, [session], nowMs) => {
      const own = ofSession(tables, session)
      for (const lease of own) tables.set(lease, { renewedAt: nowMs })
      return own.map(fenced)
    },
  ],
  // giveUpLease: only with my fence.
  [
    'UPDATE leases SET session = NULL, renewed_at = NULL WHERE partition = $1 AND session = $2 AND fence = $3',
    (tables, [partition, session, fence]) => {
      const lease = tables.leases[Number(partition)]
      if (lease?.session === session && String(lease?.fence) === fence && lease !== undefined)
        tables.set(lease, { session: null, renewedAt: null })
      return []
    },
  ],
  // holdLeases: only with my fence, for the transaction.
  [
    `SELECT leases.partition FROM leases
     JOIN unnest($2::smallint[], $3::bigint[]) AS wanted (partition, fence)
       ON leases.partition = wanted.partition AND leases.fence = wanted.fence
     WHERE leases.session = $1 ORDER BY leases.partition FOR SHARE OF leases`,
    (tables, [session, wanted, fences]) =>
      ofSession(tables, session).filter(({ partition, fence }) => {
        const at = (wanted as number[]).indexOf(partition)
        return at >= 0 && (fences as string[])[at] === String(fence)
      }),
  ],
  // joinWorkers: one transaction at a time here, so that there is nothing to wait for.
  ['SELECT pg_advisory_xact_lock($1)', () => []],
  [
    `SELECT name, key_fingerprint AS key FROM workers
       WHERE key_fingerprint <> $1 AND seen_at > clock_timestamp() - $2 * interval '1 millisecond'
       ORDER BY name, session LIMIT 1`,
    ({ workers }, [key, aliveMs], nowMs) =>
      [...workers.values()]
        .filter((one) => one.key !== null && one.key !== key && one.seenAt > nowMs - Number(aliveMs))
        .toSorted((a, b) => (`${a.name} ${a.session}` < `${b.name} ${b.session}` ? -1 : 1))
        .slice(0, 1)
        .map(({ name, key: other }) => ({ name, key: other })),
  ],
  [
    'INSERT INTO workers (session, name, version, key_fingerprint) VALUES ($1, $2, $3, $4)',
    (tables, [session, name, , key], nowMs) => {
      const row = { session: String(session), name: String(name), key: String(key) }
      if (tables.workers.has(row.session)) throw new Error('duplicate key value violates unique constraint')
      tables.put(tables.workers, row.session, { ...row, seenAt: nowMs, reachesService: true })
      return []
    },
  ],
  // signOn, signOff, noteTroubles
  [
    `INSERT INTO workers (session, name, version, reaches_service) VALUES ($1, $2, $3, $4)
     ON CONFLICT (session) DO UPDATE SET seen_at = clock_timestamp(), reaches_service = excluded.reaches_service`,
    (tables, [session, name, , reachesService], nowMs) => {
      const known = tables.workers.get(String(session))
      const now = { seenAt: nowMs, reachesService: reachesService === true }
      const row = known ?? { session: String(session), name: String(name), key: null }
      tables.put(tables.workers, row.session, { ...row, ...now })
      return []
    },
  ],
  [
    `UPDATE workers SET seen_at = '-infinity' WHERE session = $1`,
    (tables, [session]) => {
      const row = tables.workers.get(String(session))
      if (row) tables.set(row, { seenAt: Number.NEGATIVE_INFINITY })
      return []
    },
  ],
  // Nobody here is silent for a week.
  [`DELETE FROM workers WHERE seen_at <> '-infinity' AND seen_at < clock_timestamp() - interval '7 days'`, () => []],
  ['UPDATE workers SET troubles = $2 WHERE session = $1', () => []],
  // takeSlot
  [
    'SELECT n FROM submit_slots WHERE request = $1 FOR UPDATE',
    ({ slots }, [request]) => slots.filter((slot) => slot.request === request),
  ],
  [
    `SELECT n FROM submit_slots WHERE request IS NULL AND (SELECT count(*) FROM submit_slots WHERE request IS NULL) > (
       SELECT count(*) FROM slot_waits WHERE request <> $1 AND place < $2 COLLATE "C"
         AND asked_at > clock_timestamp() - $3 * interval '1 millisecond'
     ) ORDER BY n LIMIT 1 FOR UPDATE SKIP LOCKED`,
    ({ slots, waits }, [id, place, waitMs], nowMs) => {
      const free = slots.filter(({ request }) => request === null)
      const before = [...waits.values()].filter(
        (one) => one.request !== id && one.place < String(place) && one.askedAt > nowMs - Number(waitMs),
      )
      return free.length > before.length ? free.slice(0, 1) : []
    },
  ],
  [
    `WITH waited AS (DELETE FROM slot_waits WHERE request = $2)
     UPDATE submit_slots SET request = $2, session = $3, since = clock_timestamp() WHERE n = $1`,
    (tables, [n, request, session]) => {
      tables.drop(tables.waits, String(request))
      const slot = tables.slots.find((one) => one.n === n)
      if (slot) tables.set(slot, { request: String(request), session: String(session) })
      return []
    },
  ],
  // waitForSlot
  [
    `WITH gone AS (DELETE FROM slot_waits WHERE request <> $1 AND asked_at < clock_timestamp() - interval '1 minute')
     INSERT INTO slot_waits (request, place, asked_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (request) DO UPDATE SET place = excluded.place, asked_at = excluded.asked_at`,
    (tables, [id, place], nowMs) => {
      for (const { request, askedAt } of [...tables.waits.values()])
        if (request !== id && askedAt < nowMs - 60_000) tables.drop(tables.waits, request)
      tables.put(tables.waits, String(id), { request: String(id), place: String(place), askedAt: nowMs })
      return []
    },
  ],
  // freeSlot: its own alone.
  [
    'UPDATE submit_slots SET request = NULL, session = NULL, since = NULL WHERE request = $1 AND session = $2',
    (tables, [request, session]) => {
      for (const slot of tables.slots) if (slot.request === request && slot.session === session) tables.set(slot, freed)
      return []
    },
  ],
]
