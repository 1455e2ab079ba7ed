import type { Client } from 'pg'
import type { Receipt, TimelineEntry } from '../../src/domain/request/receipt.ts'
import { partitions } from '../../src/domain/studio/partition.ts'
import { type Cursor, readFeed } from '../../src/engine/studio/feed.ts'
import { nextWaiting } from '../../src/engine/studio/next-requests.ts'
import { writeSteps } from '../../src/engine/studio/shared-steps.ts'
import { t0 } from '../support/receipts.ts'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { type Bench, inRounds, inTurns, type Measured, median, ratiosOf, timedLater } from './support/measure.ts'
import { type BenchStudio, benchStudio, oneRunning, runningReceipt } from './support/studio-homes.ts'

const rounds = 12
const timeline: TimelineEntry[] = [{ atMs: t0, tone: 'step', title: 'The service works at it', detail: '' }]

/** What a studio costs beside its bare database. It writes to the disk as it would in a studio. */
export const studio: Bench = {
  name: 'studio',
  missing: async () => noPostgres,
  run: async (effort) => {
    const server = await startPostgres('npm', { isDurable: true })
    try {
      return [
        await durableSteps(server, effort(600, 240)),
        await idleFeed(server, effort(2400, 960)),
        ...(await grown(server, effort(1_000_000, 50_000))),
      ]
    } finally {
      await server.stop()
    }
  },
}

/** A step under its lease and fence, beside the same three rows and no question asked. */
async function durableSteps(server: Server, steps: number): Promise<Measured> {
  const made = await benchStudio(server, 1000)
  try {
    const [own, other] = [await oneRunning(made), await oneRunning(made)]
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let revision = 2; revision < 2 + steps; revision += 1) {
      const after = runningReceipt(own, revision)
      const write = () => writeSteps(made.database, [{ after, timeline }], made.writer, { isToPay: false, assets: [] })
      ours.push(await timedLater(write))
      bare.push(await timedLater(() => bareStep(made.bare, runningReceipt(other, revision))))
    }
    return {
      work: 'one durable step in a studio',
      beside: 'one bare transaction of the same rows',
      ratio: median(ours) / median(bare),
      rounds: ratiosOf(inRounds(ours, rounds, median), inRounds(bare, rounds, median)),
      goal: { atMost: 1.5 },
      detail: `p50 ${median(ours).toFixed(2)} ms beside ${median(bare).toFixed(2)} ms, ${steps} in turns, PostgreSQL on this computer`,
    }
  } finally {
    await made.close()
  }
}

async function bareStep(client: Client, { id, revision, phase, ...receipt }: Receipt): Promise<void> {
  await client.query('BEGIN')
  await client.query(
    `UPDATE requests SET revision = $2, phase = $3, is_open = $4, holding = $5, held_ms = $6, receipt = $7, checksum = $8,
       xid = pg_current_xact_id(), seq = nextval('requests_seq') WHERE id = $1`,
    [id, revision, phase, true, 'inFlight', t0, JSON.stringify({ id, revision, phase, ...receipt }), 'ab'.repeat(32)],
  )
  await client.query('INSERT INTO steps (request, revision, phase, session, fence) VALUES ($1, $2, $3, NULL, NULL)', [
    id,
    revision,
    phase,
  ])
  await client.query(
    'INSERT INTO events (request, revision, place, at_ms, tone, title, detail) VALUES ($1, $2, 0, $3, $4, $5, $6)',
    [id, revision, ...timeline.flatMap(({ atMs, tone, title, detail }) => [atMs, tone, title, detail])],
  )
  await client.query('COMMIT')
}

const desktops = 16
const pollsASecond = 1

/**
 * One question after the other, so that at each moment either the database or who asks works: the clock is at least the
 * processor's time of both.
 */
async function idleFeed(server: Server, polls: number): Promise<Measured> {
  const made = await benchStudio(server, 10_000)
  try {
    const cursor = await endOf(made)
    const each: number[] = []
    for (let n = 0; n < polls; n += 1) each.push(await timedLater(() => readFeed(made.database, cursor, 100)))
    const goal = 0.05
    const shareOf = (some: readonly number[]): number =>
      ((some.reduce((sum, ms) => sum + ms, 0) / some.length) * desktops * pollsASecond) / 1000 / goal
    return {
      work: `${desktops} desktops that ask an idle feed once a second`,
      beside: '5 % of one core',
      ratio: shareOf(each),
      rounds: inRounds(each, rounds, shareOf),
      goal: { atMost: 1 },
      detail: `${(shareOf(each) * goal * 100).toFixed(2)} % of a core, at most; ${median(each).toFixed(2)} ms each`,
    }
  } finally {
    await made.close()
  }
}

async function endOf({ database }: BenchStudio): Promise<Cursor> {
  const [last] = await database.rows<Cursor>(
    'SELECT xid::text AS xid, seq::text AS seq FROM requests ORDER BY requests.xid DESC, requests.seq DESC LIMIT 1',
  )
  if (last === undefined) throw new Error('the studio has no request')
  return last
}

/** Half way through all that the feed has to tell. */
async function middleOf({ database }: BenchStudio, receipts: number): Promise<Cursor> {
  const [row] = await database.rows<Cursor>(
    'SELECT xid::text AS xid, seq::text AS seq FROM requests ORDER BY requests.xid, requests.seq LIMIT 1 OFFSET $1',
    [Math.floor(receipts / 2)],
  )
  if (row === undefined) throw new Error('the studio has no request')
  return row
}

const few = 1000
const all = Array.from({ length: partitions }, (_, n) => n)

/** What a worker takes up next, and a page of the feed, in a small studio and in a large one. */
async function grown(server: Server, many: number): Promise<Measured[]> {
  const [small, large] = [await benchStudio(server, few), await benchStudio(server, many)]
  try {
    const cursors = { small: await middleOf(small, few), large: await middleOf(large, many) }
    const next = ({ database }: BenchStudio) =>
      nextWaiting(database, { partitions: all, known: [], out: [], room: 16, most: 64 })
    const works = {
      'what comes next, by turn': { small: () => next(small), large: () => next(large) },
      'a page of the feed': {
        small: () => readFeed(small.database, cursors.small, 100),
        large: () => readFeed(large.database, cursors.large, 100),
      },
    }
    const lines: Measured[] = []
    for (const [name, { small: ofSmall, large: ofLarge }] of Object.entries(works)) {
      const took = await inTurns(rounds * 10, {
        small: () => timedLater(ofSmall),
        large: () => timedLater(ofLarge),
      })
      lines.push({
        work: `${name}, of ${many.toLocaleString('en')} receipts`,
        beside: `of ${few.toLocaleString('en')}`,
        ratio: median(took.large) / median(took.small),
        rounds: ratiosOf(inRounds(took.large, rounds, median), inRounds(took.small, rounds, median)),
        goal: { atMost: 2 },
        detail: `p50 ${median(took.large).toFixed(2)} ms beside ${median(took.small).toFixed(2)} ms; one in ten waits`,
      })
    }
    return lines
  } finally {
    await small.close()
    await large.close()
  }
}
