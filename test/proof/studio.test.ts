import { afterAll, beforeAll, describe, expect } from 'vitest'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { Trial, type WorkerProcess } from '../support/studio/trial.ts'
import { type Chance, chanceOf } from './support/random.ts'
import { row } from './support/row.ts'

const people = ['Ann', 'Ben', 'Cleo']
/** Longer than a lease, at the pace of these trials. */
const longerThanALeaseMs = 2500

/** What happens to one of two workers in the middle of an order; every second of them in `npm test`. */
const blows: Record<string, (worker: WorkerProcess, trial: Trial, chance: Chance) => Promise<void>> = {
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
  cutAfterACommit: ({ line }) => line.cut({ text: 'COMMIT', when: 'after' }),
  cutFromTheDatabase: async ({ line }) => {
    line.block()
    await new Promise((resolve) => setTimeout(resolve, longerThanALeaseMs))
    line.mend()
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

describe.skipIf(noPostgres !== null)(noPostgres === null ? 'a studio' : `a studio (skipped: ${noPostgres})`, () => {
  let server: Server | null = null
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.stop())

  row(
    {
      name: 'studio',
      title:
        'a worker of a studio that is killed, frozen or cut off at any moment: nothing is paid twice, every result is in the file store, the history is whole (I1, I2, I3, I5, I7, A23)',
      small: Object.keys(blows).length / 2,
      sample: 'spread',
      large: Object.keys(blows).length * 40,
      atOnce: 1,
      atOnceAlone: 1,
      caseLimitMs: 240_000,
    },
    async ({ index, seed }) => {
      if (server === null) throw new Error('PostgreSQL does not run')
      const chance = chanceOf(seed)
      const names = Object.keys(blows)
      const blow = blows[names[index % names.length] ?? '']
      if (!blow) throw new Error('no such blow')
      const trial = await Trial.open(server, people)
      try {
        await trial.remote.client.faults(...(answers[chance.below(answers.length)] ?? []))
        const one = await trial.work('one')
        await trial.work('two')
        const counts = people.map(() => 1 + chance.below(3))
        const orders = people.map(async (person, n) =>
          trial.order(person, await trial.pictures(person, counts[n] ?? 1), ['--wait']),
        )
        const states = ['preparing', 'submitting', 'submitting', 'submitting', 'running', 'downloading']
        const state = states[chance.below(states.length)]
        const total = counts.reduce((sum, count) => sum + count, 0)
        await trial.until(async () => one.lines.some((line) => line.state === state) || (await trial.isDone(total)))
        await new Promise((resolve) => setTimeout(resolve, chance.below(60)))
        await Promise.race([blow(one, trial, chance), Promise.all(orders)])
        const ran = await Promise.all(orders)
        for (const { status, stderr } of ran) expect(status, stderr).toBe(0)
        expect(await wrongsOf(trial, total)).toEqual([])
      } finally {
        await trial.close()
      }
    },
  )
})

async function wrongsOf(trial: Trial, total: number): Promise<string[]> {
  const wrongs = trial.log.wrongs()
  const charges = await trial.charges()
  if (charges.size !== total) wrongs.push(`${charges.size} of ${total} requests were charged`)
  for (const [id, count] of charges) if (count !== 1) wrongs.push(`${id} was charged ${count} times`)
  const checked = await trial.administer(['check'])
  if (checked.status !== 0) wrongs.push(checked.stderr)
  return wrongs
}
