import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Point } from '../../src/engine/platform/failpoints.ts'
import { type DiskFault, diskFaults, FaultyDisk } from './support/disk-fault.ts'
import { type Incarnation, watchedBy } from './support/incarnation.ts'
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

/** A life with a disk that says no at one call. It may fail to open or to order; it never lies about it. */
async function live(home: string, act: Scenario['act'], disk: FaultyDisk): Promise<void> {
  const made: Incarnation[] = []
  const { signal } = new AbortController()
  const keep = (one: Incarnation): void => void made.push(one)
  try {
    await watchedBy(disk.watch, () => act({ stage, home, keep, signal }))
  } finally {
    for (const { engine } of made) await watchedBy(disk.watch, () => engine.close().catch(() => undefined))
  }
}

async function goesOnAfter(scenario: Scenario, at: number | null, fault: DiskFault): Promise<Point[]> {
  const home = temporaryFolder()
  const disk = new FaultyDisk(at, fault)
  try {
    await scenario.before?.(stage, home)
    // What could not be opened or ordered was said to have failed: nothing of it may show up later.
    await live(home, scenario.act, disk).catch((error) => {
      if (at === null || String(error).includes('not done in')) throw error
    })
    await live(home, (life) => endsConsistent(driveToEnd, life), new FaultyDisk(null, fault))
    return disk.calls
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`${scenario.name}, ${fault} at durable call ${at}: ${words}`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

interface Refusal {
  scenario: Scenario
  at: number
  fault: DiskFault
  point: Point
}
/** One at each point first, with its faults in turn: what `npm test` tries. */
type Refusals = ReturnType<typeof oneOfEachFirst<Refusal>>
let counted: Promise<Refusals> | null = null

function refusals(): Promise<Refusals> {
  counted ??= count()
  return counted
}

async function count(): Promise<Refusals> {
  const all: Refusal[] = []
  for (const scenario of [...orderScenarios, ...upkeepScenarios]) {
    const calls = await goesOnAfter(scenario, null, 'full')
    for (const [at, point] of calls.entries()) for (const fault of diskFaults) all.push({ scenario, at, fault, point })
  }
  return oneOfEachFirst(all, ({ point }) => point)
}

describe('whatever call the disk refuses', () => {
  row(
    {
      name: 'disk',
      title:
        'each order is paid once and comes home, and what was said to have failed leaves no trace (I1, I2, I5, I7)',
      small: async () => (await refusals()).kinds,
      large: async () => (await refusals()).all.length,
      atOnce: 4,
      atOnceAlone: 40,
    },
    async ({ index }) => {
      const one = (await refusals()).all[index]
      if (one) await goesOnAfter(one.scenario, one.at, one.fault)
    },
  )
})
