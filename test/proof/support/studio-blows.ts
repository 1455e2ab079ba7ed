import { afterAll, beforeAll, describe, expect } from 'vitest'
import { setPerson } from '../../../src/engine/studio/people.ts'
import { type Server, startPostgres } from '../../support/studio/postgres.ts'
import { Trial, type WorkerProcess } from '../../support/studio/trial.ts'
import { chanceOf } from './random.ts'
import { type Case, type Row, row } from './row.ts'
import { isDone, longerThanALeaseMs, orderUntilDone, wrongsOf } from './studio-judge.ts'

/** What Cleo orders waits for Mia, whatever it costs. */
const people = ['Ann', 'Ben', 'Cleo']
type Blow = (worker: WorkerProcess, trial: Trial, server: Server) => Promise<void>

/**
 * What happens to one of two workers, or to both or to the database, in the middle of orders; some of them in `npm test`. What this
 * world lacks: a third worker beside two, a standby, terminals that are killed, a budget that is lowered meanwhile; files that go
 * away and clocks that differ have tests of their own.
 */
const blows: Record<string, Blow> = {
  killed: async ({ child, ended }) => {
    child.kill('SIGKILL')
    await ended
  },
  cutBeforeACommit: ({ line }) => line.cut({ text: 'COMMIT', when: 'before' }),
  frozen: async ({ child }) => {
    child.kill('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, longerThanALeaseMs))
    child.kill('SIGCONT')
  },
  databaseRestarted: async (_, __, server) => {
    await server.kill()
    await server.start()
  },
  cutAfterACommit: ({ line }) => line.cut({ text: 'COMMIT', when: 'after' }),
  cutFromTheDatabase: async ({ line }) => {
    line.block()
    await new Promise((resolve) => setTimeout(resolve, longerThanALeaseMs))
    line.mend()
  },
  bothKilled: async (_, trial) => {
    for (const { child } of trial.workers) child.kill('SIGKILL')
    await Promise.all(trial.workers.map(({ ended }) => ended))
    await trial.work('three')
  },
  endedInOrder: async ({ child, ended }) => {
    child.kill('SIGTERM')
    await ended
  },
}

/** How the service answers the first of the paid requests. */
const answers = [
  [],
  [{ match: { method: 'POST', path: '/api/skills/*' }, fault: 'lost-after', times: 1 }],
  [{ match: { method: 'POST', path: '/api/skills/*' }, fault: 'slow', delayMs: 1500, times: 1 }],
]

type StudioRow = Pick<Row, 'name' | 'title' | 'small'> & {
  of: Parameters<typeof startPostgres>[0]
  /** Why it skips here; null: it runs. */
  why: string | null
  casesOfEachBlow: number
}

/** A row of these blows, on a server of its own. */
export function studioRow(called: string, { of, why, casesOfEachBlow, ...asked }: StudioRow): void {
  describe.skipIf(why !== null)(why === null ? called : `${called} (skipped: ${why})`, () => {
    let server: Server | null = null
    beforeAll(async () => {
      server = await startPostgres(of)
    }, 60_000)
    afterAll(() => server?.stop())

    const large = Object.keys(blows).length * casesOfEachBlow
    row({ ...asked, sample: 'spread', large, caseLimitMs: 240_000 }, async (one) => {
      if (server === null) throw new Error('PostgreSQL does not run')
      await struck(server, one)
    })
  })
}

/** Three people order from two workers, one of which is struck meanwhile; then all of it is looked at. */
async function struck(server: Server, { index, seed }: Case): Promise<void> {
  const chance = chanceOf(seed)
  const names = Object.keys(blows)
  const blow = blows[names[index % names.length] ?? '']
  if (!blow) throw new Error('no such blow')
  const trial = await Trial.open(server, people)
  await trial.database.transaction((transaction) => setPerson(transaction, 'Cleo', 'designer', 0))
  try {
    await trial.remote.client.faults(...(answers[chance.below(answers.length)] ?? []))
    const one = await trial.work('one')
    await trial.work('two')
    const counts = people.map(() => 1 + chance.below(3))
    const ends = new AbortController()
    const orders = people.map(async (person, n) => {
      const pictures = await trial.pictures(person, counts[n] ?? 1)
      await orderUntilDone(trial, person, ['skill', 'remove-bg', ...pictures], ends.signal)
    })
    const states = ['preparing', 'submitting', 'submitting', 'submitting', 'running', 'downloading']
    const state = states[chance.below(states.length)]
    const total = counts.reduce((sum, count) => sum + count, 0)
    await trial.until(async () => one.lines.some((line) => line.state === state) || (await trial.isDone(total)))
    await new Promise((resolve) => setTimeout(resolve, chance.below(60)))
    try {
      await Promise.all([Promise.race([blow(one, trial, server), trial.until(() => isDone(trial, total))]), ...orders])
      await trial.until(() => trial.isDone(total))
    } finally {
      ends.abort()
      await Promise.allSettled(orders)
    }
    expect(await wrongsOf(trial, total)).toEqual([])
  } finally {
    await trial.close()
  }
}
