import { rmSync } from 'node:fs'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { type Incarnation, incarnate } from '../proof/support/incarnation.ts'
import { grownLibrary, homeOfReceipts } from './support/growth-homes.ts'
import { growthOf, growthPage } from './support/growth-page.ts'
import type { Growth } from './support/growth-plot.ts'
import { type Bench, inTurns, type Measured, timedLater } from './support/measure.ts'

/** Nobody listens there: what is measured is this computer's alone. */
const service = { url: 'http://127.0.0.1:9', key: 'svc_sk_none' }
const words = ['light', 'harb', 'lighthouse num', 'number 9', 'even', 'picture 12', 'odd harbour', 'jpg']
const colours = ['blue', 'red', 'grey', 'green'] as const
const page = { limit: 100 }
const allTime = { from: '1970-01-01', to: '9999-12-31', by: 'model' } as const

interface Sizes {
  results: readonly number[]
  receipts: readonly number[]
  /** Of each size, in turns. */
  rounds: number
}

type Work = (made: Incarnation, round: number) => Promise<unknown>

const ofLibrary: Record<string, Work> = {
  'first page': ({ calls }) => calls['library.open']({ filter: {}, ...page }),
  search: ({ calls }, round) =>
    calls['library.open']({ filter: { search: words[round % words.length] ?? '' }, ...page }),
  colour: ({ calls }, round) =>
    calls['library.open']({ filter: { colour: colours[round % colours.length] ?? 'blue' }, ...page }),
}

/** What opening a home, its first page, a search, a colour and the ledger take as a home grows. */
export async function growths({ results, receipts, rounds }: Sizes): Promise<Growth[]> {
  const libraries = await homesOf(results, grownLibrary)
  const ledgers = await homesOf(receipts, (count) => homeOfReceipts(count, service.url))
  try {
    const opened = await inTurns(rounds, worksOf(libraries, opening))
    const pages = await onOpen(libraries, true, rounds, ofLibrary)
    const sums = await onOpen(ledgers, false, rounds, { ledger: ({ calls }) => calls['ledger.view'](allTime) })
    return [
      { name: 'open', rows: 'results', isFlat: true, ms: opened },
      ...pages.map(([name, ms]): Growth => ({ name, rows: 'results', isFlat: true, ms })),
      ...sums.map(([name, ms]): Growth => ({ name, rows: 'receipts', isFlat: false, ms })),
    ]
  } finally {
    for (const home of [...libraries.values(), ...ledgers.values()])
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function homesOf(
  sizes: readonly number[],
  make: (count: number) => Promise<string>,
): Promise<Map<number, string>> {
  const homes = new Map<number, string>()
  for (const size of sizes) homes.set(size, await make(size))
  return homes
}

const worksOf = <T, R>(things: ReadonlyMap<number, T>, work: (thing: T) => Promise<R>) =>
  Object.fromEntries([...things].map(([size, thing]) => [size, () => work(thing)])) as Record<number, () => Promise<R>>

/** From nothing to an engine that answers. */
async function opening(home: string): Promise<number> {
  const began = performance.now()
  const { engine } = await openHome(home, true)
  const ms = performance.now() - began
  await engine.close()
  return ms
}

const openHome = (home: string, isPractice: boolean): Promise<Incarnation> =>
  incarnate(home, service, { folders: foldersFor(home, isPractice) })

/** Homes of all sizes stand open side by side, so that each round meets them in turns. */
async function onOpen(
  homes: ReadonlyMap<number, string>,
  isPractice: boolean,
  rounds: number,
  works: Record<string, Work>,
): Promise<[name: string, ms: Record<number, number[]>][]> {
  const open = new Map<number, Incarnation>()
  try {
    for (const [size, home] of homes) open.set(size, await openHome(home, isPractice))
    const measured: [string, Record<number, number[]>][] = []
    for (const [name, work] of Object.entries(works)) {
      const asked = new Map([...open].map(([size, made]) => [size, { made, round: 0 }]))
      // Once beforehand: statements are prepared and pages read the first time.
      for (const made of open.values()) await work(made, 0)
      const once = (turn: { made: Incarnation; round: number }) =>
        timedLater(() => work(turn.made, turn.round)).finally(() => {
          turn.round += 1
        })
      measured.push([name, await inTurns(rounds, worksOf(asked, once))])
    }
    return measured
  } finally {
    for (const { engine } of open.values()) await engine.close()
  }
}

let drawn: Growth[] = []

export const growth: Bench = {
  name: 'growth',
  run: async (effort): Promise<Measured[]> => {
    drawn = await growths({
      results: effort([10_000, 100_000, 1_000_000, 3_000_000], [1000, 10_000, 100_000]),
      receipts: effort([1000, 10_000, 100_000], [100, 1000, 10_000]),
      rounds: effort(16, 8),
    })
    return drawn.map(growthOf)
  },
  page: () => growthPage(drawn),
}
