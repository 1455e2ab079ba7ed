import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Deed, duties, endsWell, goOn, orders, Stage } from './support/deeds.ts'
import { type DiskFault, diskFaults, FaultyDisk } from './support/disk-fault.ts'
import { type Incarnation, watchedBy } from './support/incarnation.ts'
import { temporaryFolder } from './support/remote.ts'
import { row } from './support/row.ts'

let stage: Stage
beforeAll(async () => {
  stage = await Stage.open()
})
afterAll(() => stage.close())

/** A life with a disk that says no at one call. It may fail to open or to order; it never lies about it. */
async function live(home: string, act: Deed['act'], disk: FaultyDisk): Promise<void> {
  const made: Incarnation[] = []
  const { signal } = new AbortController()
  const keep = (one: Incarnation): void => void made.push(one)
  try {
    await watchedBy(disk.watch, () => act({ stage, home, keep, signal }))
  } finally {
    for (const { engine } of made) await watchedBy(disk.watch, () => engine.close().catch(() => undefined))
  }
}

async function goesOnAfter(deed: Deed, at: number | null, fault: DiskFault): Promise<number> {
  const home = temporaryFolder()
  const disk = new FaultyDisk(at, fault)
  try {
    await deed.before?.(stage, home)
    // What could not be opened or ordered was said to have failed: nothing of it may show up later.
    await live(home, deed.act, disk).catch((error) => {
      if (at === null || String(error).includes('not done in')) throw error
    })
    await live(home, (life) => endsWell(goOn, life), new FaultyDisk(null, fault))
    return disk.calls
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`${deed.name}, ${fault} at durable call ${at}: ${words}`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

interface Refusals {
  deed: Deed
  at: number
  fault: DiskFault
}
let counted: Promise<Refusals[]> | null = null

function refusals(): Promise<Refusals[]> {
  counted ??= count()
  return counted
}

async function count(): Promise<Refusals[]> {
  const all: Refusals[] = []
  for (const deed of [...orders, ...duties]) {
    const calls = await goesOnAfter(deed, null, 'full')
    for (let at = 0; at < calls; at += 1) for (const fault of diskFaults) all.push({ deed, at, fault })
  }
  return all
}

describe('whatever call the disk refuses', () => {
  row(
    {
      name: 'disk',
      title:
        'each order is paid once and comes home, and what was said to have failed leaves no trace (I1, I2, I5, I7)',
      small: 120,
      sample: 'spread',
      large: async () => (await refusals()).length,
      atOnce: 16,
      atOnceAlone: 40,
    },
    async ({ index }) => {
      const one = (await refusals())[index]
      if (one) await goesOnAfter(one.deed, one.at, one.fault)
    },
  )
})
