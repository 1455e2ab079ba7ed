import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { root } from '../../scripts/setup.mjs'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { LibraryLists } from '../../src/engine/store/library-lists.ts'
import { type Launched, launchApp } from '../e2e/launch.ts'
import { libraryHome } from '../e2e/library-home.ts'
import { bareApp } from './support/bare-app.ts'
import { firstPage } from './support/first-page.ts'
import { flights } from './support/flight.ts'
import { paintLibrary } from './support/growth-homes.ts'
import { besideLike } from './support/like-library.ts'
import { type Bench, inRounds, inTurns, type Measured, median, percentile, ratiosOf, timed } from './support/measure.ts'

const few = 100
/** Of windows, each with so many openings and searches. */
const rounds = 3
const openings = 3
const searches = 24
const colours = ['blue', 'red', 'grey', 'green'] as const
const words = ['light', 'harb', 'lighthouse num', 'number 9', 'even', 'picture 12', 'odd harbour', 'jpg']

/** The window on a library of a million pictures, beside one of a hundred, bare windows, and the bare database. */
export const library: Bench = {
  name: 'library',
  missing: async () => (existsSync(join(root, 'out/main/index.js')) ? null : 'the app is not built'),
  run: async (effort) => {
    const many = effort(1_000_000, 100_000)
    const homes = [await libraryHome(few), await libraryHome(many)]
    const [small = '', large = ''] = homes
    await paintLibrary(large)
    const app = await bareApp()
    try {
      const ofHomes = await inTurns(rounds, {
        few: () => within(small, measured),
        many: () => within(large, measured),
      })
      const { heap, searched } = await besides(large)
      const [ofFew, ofMany] = [ofHomes.few, ofHomes.many]
      const count = many.toLocaleString('en')
      return [
        opening(ofFew, ofMany, count),
        ...(await firstPage(large, app, effort(9, 3))),
        ...(await flights(large, count, app, effort(5, 3))),
        searching(ofMany, searched, 50, 3, count),
        searching(ofMany, searched, 99, 5, count),
        ...besideLike(large, count),
        byColour(ofMany, colourSearches(large), count),
        memory(ofMany, heap, count),
      ]
    } finally {
      app.remove()
      for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}

/** What the windows are measured beside, as often. */
async function besides(home: string): Promise<{ heap: number[]; searched: number[][] }> {
  const { heap, searched } = await inTurns<'heap' | 'searched', number | number[]>(rounds, {
    heap: () => within(undefined, async (page) => heapOf(await page.context().newCDPSession(page))),
    searched: async () => bareSearches(home),
  })
  return { heap: heap as number[], searched: searched as number[][] }
}

interface OfHome {
  openings: number[]
  empty: number[]
  search: number[]
  colour: number[]
  heap: number
}

/** Without a home: a window with a static page. */
async function within<T>(home: string | undefined, work: (page: Page) => Promise<T>): Promise<T> {
  const appPath = join(root, 'test/e2e/fixtures/stand-in-app')
  const launched: Launched = await launchApp(
    home === undefined ? { appPath } : { home, env: { PRINTROOM_TIME_SCALE: '20' } },
  )
  try {
    await launched.page.setViewportSize({ width: 1440, height: 900 })
    return await work(launched.page)
  } finally {
    await launched.close()
  }
}

async function measured(page: Page): Promise<OfHome> {
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('[data-index] img')) Object.assign(window, { firstMs: performance.now() })
      else requestAnimationFrame(look)
    }
    look()
  })
  const firstMs = (): Promise<number> => page.evaluate(() => Reflect.get(window, 'firstMs') as number)
  const isWhole = (): Promise<unknown> =>
    page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') !== '-1')
  const times: number[] = []
  for (let round = 0; round < openings; round += 1) {
    await page.reload()
    await page.waitForFunction(() => Reflect.get(window, 'firstMs') !== undefined)
    times.push(await firstMs())
    // What is read after the first screen must be done before the next one is timed.
    await isWhole()
  }
  const calls = await page.evaluate(timeCalls, { searches, words, colours: [...colours] })
  return { openings: times, ...calls, heap: await heapOf(await page.context().newCDPSession(page)) }
}

/** Runs in the page. */
async function timeCalls(given: {
  searches: number
  words: string[]
  colours: string[]
}): Promise<{ empty: number[]; search: number[]; colour: number[] }> {
  const [empty, search, colour]: [number[], number[], number[]] = [[], [], []]
  for (let n = 0; n < given.searches; n += 1) {
    let began = performance.now()
    await window.printroom.call('library.place', { list: 'none', id: 'nobody' })
    empty.push(performance.now() - began)
    began = performance.now()
    const filter = { search: given.words[n % given.words.length] ?? '' }
    await window.printroom.call('library.open', { filter, limit: 100 })
    search.push(performance.now() - began)
    began = performance.now()
    const name = given.colours[n % given.colours.length] as 'blue' | undefined
    await window.printroom.call('library.open', { filter: { colour: name ?? 'blue' }, limit: 100 })
    colour.push(performance.now() - began)
  }
  return { empty, search, colour }
}

/** Bytes of the page's own things and of the buffers behind them, after what is not used was given back. */
async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.enable')
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage')
  const usage: { usedSize: number; backingStorageSize?: number } = await cdp.send('Runtime.getHeapUsage')
  return usage.usedSize + (usage.backingStorageSize ?? 0)
}

/** What the database itself takes for a first page of rows of a search. */
function bareSearches(home: string): number[] {
  const db = new Database(join(foldersFor(home, true).data, 'printroom.db'), { readonly: true })
  const find = db.prepare<[string]>(
    `SELECT a.* FROM asset_words AS w CROSS JOIN assets AS a ON a.seq = w.rowid
     WHERE asset_words MATCH ? AND a.trashed_ms IS NULL ORDER BY w.rowid DESC LIMIT 100`,
  )
  const terms = words.map((word) =>
    word
      .split(' ')
      .map((part) => `"${part}"*`)
      .join(' '),
  )
  const times = Array.from({ length: searches }, (_, n) => timed(() => void find.all(terms[n % terms.length] ?? '')))
  db.close()
  return times
}

/** The store's first page of a colour, and what the database itself takes for its rows, in turns. */
function colourSearches(home: string): { own: number[]; bare: number[] } {
  const db = new Database(join(foldersFor(home, true).data, 'printroom.db'), { readonly: true })
  const lists = new LibraryLists(db)
  const find = db.prepare<[string]>(
    `SELECT a.* FROM asset_colours AS x CROSS JOIN assets AS a ON a.seq = x.asset_seq
     WHERE x.colour = ? AND a.trashed_ms IS NULL ORDER BY x.asset_seq DESC LIMIT 100`,
  )
  const [own, bare]: [number[], number[]] = [[], []]
  for (let n = 0; n < searches; n += 1) {
    const colour = colours[n % colours.length] ?? 'blue'
    own.push(timed(() => void lists.open({ colour }, 100)))
    bare.push(timed(() => void find.all(colour)))
  }
  db.close()
  return { own, bare }
}

/** In the window a page is described and looked for on the disk too, whatever was asked: that is in the detail. */
function byColour(ofMany: OfHome[], { own, bare }: { own: number[]; bare: number[] }, count: string): Measured {
  const [ours, others] = [median(own), median(bare)]
  const inWindow = median(ofMany.flatMap(({ colour }) => colour))
  return {
    work: `a colour of ${count} to its first page in the store, p50`,
    beside: 'the bare query',
    ratio: ours / others,
    rounds: ratiosOf(inRounds(own, rounds, median), inRounds(bare, rounds, median)),
    goal: { atMost: 3 },
    detail: `${ours.toFixed(2)} ms beside ${others.toFixed(2)} ms; ${inWindow.toFixed(1)} ms in the window`,
  }
}

function opening(ofFew: OfHome[], ofMany: OfHome[], count: string): Measured {
  const of = (homes: OfHome[]) => homes.map((home) => median(home.openings))
  const [ours, others] = [median(of(ofMany)), median(of(ofFew))]
  return {
    work: `the first screen of a library of ${count}`,
    beside: `that of a library of ${few}`,
    ratio: ours / others,
    rounds: ratiosOf(of(ofMany), of(ofFew)),
    goal: { atMost: 1.2 },
    detail: `${ours.toFixed(0)} ms beside ${others.toFixed(0)} ms, median of ${rounds} windows with ${openings} each`,
  }
}

function searching(ofMany: OfHome[], bare: number[][], share: number, atMost: number, count: string): Measured {
  const ours = ofMany.map(({ search }) => percentile(search, share))
  const others = ofMany.map(({ empty }, n) => percentile(bare[n] ?? [], share) + percentile(empty, share))
  return {
    work: `a search of ${count} to its first page, p${share}`,
    beside: 'the bare query and an empty call',
    ratio: median(ours) / median(others),
    rounds: ratiosOf(ours, others),
    goal: { atMost },
    detail: `${median(ours).toFixed(1)} ms beside ${median(others).toFixed(1)} ms, median of ${rounds} windows`,
  }
}

function memory(ofMany: OfHome[], bare: number[], count: string): Measured {
  const more = ofMany.map(({ heap }, n) => (heap - (bare[n] ?? Number.NaN)) / 2 ** 20)
  return {
    work: `the window's heap and buffers at ${count}, over a bare page`,
    beside: '10 MiB',
    ratio: median(more) / 10,
    rounds: more.map((mebibytes) => mebibytes / 10),
    goal: { atMost: 1 },
    detail: `${median(more).toFixed(1)} MiB`,
  }
}
