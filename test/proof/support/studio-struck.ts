import { expect } from 'vitest'
import { setBudget } from '../../../src/engine/studio/budgets.ts'
import { setPerson } from '../../../src/engine/studio/people.ts'
import type { Server } from '../../support/studio/postgres.ts'
import { Trial, type WorkerProcess } from '../../support/studio/trial.ts'
import { type Chance, chanceOf } from './random.ts'
import type { Case } from './row.ts'
import { longerThanALeaseMs } from './studio-judge.ts'
import { LeaseLook } from './studio-leases.ts'
import { isAnyones, isKnown, mostTimes, type Point, points, scenarios } from './studio-points.ts'
import { blows, Strike } from './studio-strikes.ts'
import { World } from './studio-world.ts'

const people = ['Ann', 'Ben', 'Cleo']
const kinds = Object.keys(blows)

/** All points with all blows, so that any beginning of them has many points, and every blow. */
const strikes: { point: Point; kind: string }[] = kinds.flatMap((_, round) =>
  points.map((point, n) => ({ point, kind: kinds[(n + round) % kinds.length] ?? '' })),
)
/** One case more, the first, so that `npm test` has it: a run that nothing disturbs has to come by every point, and by nothing that is none. */
export const strikeCount = strikes.length + 1
const undisturbed = 0

export async function struck(server: Server, { index, seed }: Case): Promise<void> {
  const trial = await Trial.open(server, people)
  try {
    await trial.database.transaction(async (transaction) => {
      await setPerson(transaction, 'Cleo', 'designer', 0)
      // So that budgets are locked and summed; none is passed.
      await setBudget(transaction, 'studio', '', { perDay: 100_000 })
    })
    if (index === undisturbed) return await allReached(trial)
    await oneStruck(trial, index - 1, chanceOf(seed))
  } finally {
    await trial.close()
  }
}

async function oneStruck(trial: Trial, index: number, chance: Chance): Promise<void> {
  const { point, kind } = strikes[index] ?? {}
  const blow = blows[kind ?? '']
  if (!point || !blow) throw new Error('there is no such strike')
  const nth = 1 + chance.below(mostTimes(point))
  const workers = isAnyones(point) ? 2 : workersOf(chance)
  const words = `${kind} ${point.when} “${point.name}” (time ${nth}) of one of ${workers} workers, when ${point.scenario.name}`
  const leases = new LeaseLook(trial.database)
  const strike = new Strike({ point, blow, nth }, async (worker) => {
    if (blow.losesLeases) await othersGoOn(trial, worker)
    await leases.look()
  })
  const world = new World(trial, strike, workers)
  const wrongs = async (): Promise<string[]> => [...(await leases.wrongs()), ...(await world.wrongs())]
  try {
    await world.play(point)
  } catch (error) {
    const also = await wrongs().catch(String)
    throw new Error(`${words}: ${error instanceof Error ? error.message : String(error)}; ${also}`)
  }
  const found = await wrongs()
  if (found.length > 0) throw new Error(`${words}: ${found.join('; ')}`)
}

/** A busy computer takes longer: but no longer than the database waits for a transaction in which nothing comes (5 s). */
const othersMs = 1500

/** Until others hold what the worker held, and have taken an order since. Where the worker has a lease locked, they wait for it. */
async function othersGoOn(trial: Trial, { lines }: WorkerProcess): Promise<void> {
  const session = lines.find(({ event }) => event === 'ready')?.session
  if (session === undefined) return
  const waitFor = `SELECT FROM leases WHERE session = $1 UNION ALL SELECT FROM studio
    WHERE NOT EXISTS (SELECT FROM commands WHERE done_at > clock_timestamp() - $2 * interval '1 millisecond')`
  const isSo = async (): Promise<boolean> =>
    (await trial.database.rows(waitFor, [session, longerThanALeaseMs])).length === 0
  await trial.until(isSo, othersMs).catch(() => undefined)
}

/** Two mostly, as the computers of `npm test` have two cores; sometimes more, up to eight. */
const workersOf = (chance: Chance): number => (chance.percent(75) ? 2 : chance.percent(70) ? 3 : 4 + chance.below(5))

/** One worker, to whom all orders fall, until another joins: in each scenario, as often as it takes to come by its points. */
async function allReached(trial: Trial): Promise<void> {
  const strike = new Strike(null, async () => undefined)
  const world = new World(trial, strike, 1)
  try {
    const watched = await world.begin(true)
    for (const scenario of scenarios) {
      const own = [...scenario.statements, ...scenario.requests]
      await world.lead(scenario, watched, () => own.every((name) => strike.seen.includes(name)))
      await trial.until(() => own.every((name) => strike.seen.includes(name))).catch(() => undefined)
      expect(own.filter((name) => !strike.seen.includes(name))).toEqual([])
    }
    await world.end()
    expect([...new Set(strike.seen)].filter((name) => !isKnown(name))).toEqual([])
    expect(await world.wrongs()).toEqual([])
  } finally {
    await world.close()
  }
}
