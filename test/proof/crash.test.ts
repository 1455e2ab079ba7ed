import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { networkPoints, type Point, points } from '../../src/engine/platform/failpoints.ts'
import { CrashPlan, type Incarnation, type Moment, watchedBy } from './support/incarnation.ts'
import { oneOfEachFirst } from './support/one-of-each.ts'
import { temporaryFolder } from './support/remote.ts'
import { row } from './support/row.ts'
import {
  driveToEnd,
  endsConsistent,
  orderScenarios,
  type Scenario,
  Stage,
  upkeepScenarios,
} from './support/scenarios.ts'

let stage: Stage
beforeAll(async () => {
  stage = await Stage.open()
})
afterAll(() => stage.close())

/** One life of the app in a home; its plan says what it reached, and whether it died. */
async function live(home: string, act: Scenario['act'], plan: CrashPlan): Promise<void> {
  const made: Incarnation[] = []
  const death = new AbortController()
  const keep = (one: Incarnation): void => void made.push(one)
  const life = watchedBy(plan.watch, () => act({ stage, home, keep, signal: death.signal }))
  try {
    await Promise.race([life, plan.died])
    if (!plan.isDead) await life
  } catch (error) {
    if (!plan.isDead) throw error
  } finally {
    plan.closing()
    death.abort()
    // What it still does fails at its next point.
    await life.catch(() => undefined)
    for (const { engine } of made) await watchedBy(plan.watch, () => engine.close().catch(() => undefined))
  }
}

/** Dies at the given moments, one life after the other, then lives to the end. Returns what each life reached. */
async function livesAndDies(scenario: Scenario, moments: Moment[]): Promise<string[][]> {
  const home = temporaryFolder()
  const lives: string[][] = []
  try {
    await scenario.before?.(stage, home)
    for (const [n, at] of moments.entries()) {
      const plan = new CrashPlan(at)
      await live(home, n === 0 ? scenario.act : driveToEnd, plan)
      lives.push(plan.reached)
    }
    const last = new CrashPlan(null)
    await live(home, (life) => endsConsistent(moments.length === 0 ? scenario.act : driveToEnd, life), last)
    return [...lives, last.reached]
  } catch (error) {
    const words = moments.map(({ side, nth }) => `died at ${side} (${nth})`).join('; then ')
    throw new Error(`${scenario.name}, ${words}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The n-th time that each side was reached. */
function momentsOf(reached: string[]): Moment[] {
  const seen = new Map<string, number>()
  return reached.map((side) => {
    const nth = seen.get(side) ?? 0
    seen.set(side, nth + 1)
    return { side, nth }
  })
}

interface Crash {
  scenario: Scenario
  moments: Moment[]
}
interface Crashes {
  reached: Set<string>
  /** How many states a first death can leave: what `npm test` tries. */
  states: number
  all: Crash[]
}
let counted: Promise<Crashes> | null = null

/** What undisturbed lives reach, and from that every crash: each point first, then every reach, then every pair. */
function crashes(): Promise<Crashes> {
  counted ??= countCrashes()
  return counted
}

async function countCrashes(): Promise<Crashes> {
  const firsts: Crash[] = []
  const more: Crash[] = []
  const pairs: Crash[] = []
  const reached = new Set<string>()
  // Opening a home is the same whatever is done then: its points are tried once.
  const [opening = []] = await livesAndDies({ name: 'an opening', act: driveToEnd }, [])
  const openings = new Set(opening)
  const isOpening = (side: string): boolean => openings.has(side) && !/^(journal|receipts)/.test(side)
  for (const scenario of [...orderScenarios, ...upkeepScenarios]) {
    const [own = []] = await livesAndDies(scenario, [])
    for (const side of own) reached.add(side)
    for (const moment of momentsOf(own)) {
      if (isOpening(moment.side) && scenario !== orderScenarios[0]) continue
      const crash = { scenario, moments: [moment] }
      if (moment.nth > 0) more.push(crash)
      else {
        firsts.push(crash)
        // The second death: anywhere that a life after a crash can come to.
        for (const side of new Set(own))
          if (!isOpening(side)) pairs.push({ scenario, moments: [moment, { side, nth: 0 }] })
      }
    }
  }
  const { kinds, all } = oneOfEachFirst(firsts, stateLeft)
  return { reached, states: kinds, all: [...all, ...more, ...pairs] }
}

const ofNetwork: ReadonlySet<string> = new Set(networkPoints)

/** Before a point of the disk all is as it was after the one before it; what left for the network the service has too. */
function stateLeft({ moments: [at] }: Crash): string {
  const [point = '', side] = at?.side.split(', ') ?? []
  return ofNetwork.has(point) ? `${point}, ${side}` : point
}

/** Points that need more than an order and a restart; where they are tried instead. */
const elsewhere: Partial<Record<Point, string>> = {
  'journal cut': 'disk.test.ts',
  'journal cut sync': 'disk.test.ts',
  'receipts take-back commit': 'disk.test.ts',
  'settings write': 'test/engine/settings.test.ts',
  'settings sync': 'as above',
  'settings rename': 'as above',
  'account call': 'changes nothing here',
  'pasted write': 'before any order exists: the picture is kept whole, or not at all and pasted again',
  'pasted sync': 'as above',
  'pasted rename': 'as above',
  'library copy': 'test/engine/library/move.test.ts',
  'library sync': 'as above',
  'library rename': 'as above',
  'library removal': 'as above',
  'copies commit': 'engine/copies/copies.test.ts',
  'result copy': 'as above',
  'result copy sync': 'as above',
  'result copy name': 'as above',
  'library mark write': 'test/engine/library/away.test.ts',
  'library mark sync': 'as above',
  'library mark rename': 'as above',
  'result mark write': 'test/engine/watch/two-homes.test.ts',
  'result mark sync': 'as above',
  'order mark write': 'test/engine/watch/ordered-elsewhere.test.ts',
  'order mark sync': 'as above',
  'watch commit': 'engine/watch/watch.test.ts',
  'export write': 'engine/write-out.test.ts',
  'export sync': 'as above',
  'export rename': 'as above',
}

describe('whatever moment the app dies at', () => {
  row(
    {
      name: 'crash',
      title: 'each order is paid once and comes home, each point singly and in ordered pairs (I1, I2, I3, I5, I7, I8)',
      small: async () => (await crashes()).states,
      large: async () => (await crashes()).all.length,
      atOnce: 4,
      atOnceAlone: 36,
    },
    async ({ index }) => {
      const crash = (await crashes()).all[index]
      if (crash) await livesAndDies(crash.scenario, crash.moments)
    },
  )

  it('a durable call or a network border that nothing tried is named', async () => {
    const { reached } = await crashes()
    const untried = points.filter((point) => !reached.has(`${point}, after`) && elsewhere[point] === undefined)
    expect(untried).toEqual([])
  }, 120_000)
})
