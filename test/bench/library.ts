import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { root } from '../../scripts/setup.mjs'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { openDatabase } from '../../src/engine/store/database.ts'
import { LibraryLists } from '../../src/engine/store/library-lists.ts'
import { type Launched, launchApp } from '../e2e/launch.ts'
import { libraryHome } from '../e2e/library-home.ts'
import { bareApp } from './support/bare-app.ts'
import { firstPage } from './support/first-page.ts'
import { flights } from './support/flight.ts'
import { type Bench, type Measured, median, percentile, timed } from './support/measure.ts'

const [few, many] = [100, 1_000_000]
const openings = 9
const searches = 60
const colours = ['blue', 'red', 'grey', 'green'] as const
const words = ['light', 'harb', 'lighthouse num', 'number 9', 'even', 'picture 12', 'odd harbour', 'jpg']

/** The window on a library of a million pictures, beside one of a hundred, bare windows, and the bare database. */
export const library: Bench = {
  name: 'library',
  missing: async () => (existsSync(join(root, 'out/main/index.js')) ? null : 'the app is not built'),
  run: async () => {
    const homes = [await libraryHome(few), await libraryHome(many)]
    const [small = '', large = ''] = homes
    await paint(large)
    const app = await bareApp()
    try {
      const [ofFew, ofMany] = [await within(small, measured), await within(large, measured)]
      const ofBare = await within(undefined, async (page) => heapOf(await page.context().newCDPSession(page)))
      const bare = bareSearches(large)
      const ofColours = colourSearches(large)
      return [
        opening(ofFew, ofMany),
        ...(await firstPage(large, app)),
        ...(await flights(large, app)),
        searching(ofMany, bare, 50, 3),
        searching(ofMany, bare, 99, 5),
        byColour(ofMany, ofColours),
        memory(ofMany, ofBare),
      ]
    } finally {
      app.remove()
      for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    }
  },
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

/** A twelfth of them blue and as many red, one green in a thousand, the others grey. */
async function paint(home: string): Promise<void> {
  const { db } = await openDatabase(join(foldersFor(home, true).data, 'printroom.db'))
  db.exec(`INSERT INTO asset_colours SELECT CASE WHEN seq % 1000 = 0 THEN 'green' WHEN seq % 12 = 0 THEN 'blue'
    WHEN seq % 12 = 1 THEN 'red' ELSE 'grey' END, seq, 40 FROM assets`)
  db.close()
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
function byColour({ colour }: OfHome, { own, bare }: { own: number[]; bare: number[] }): Measured {
  const [ours, others] = [percentile(own, 50), percentile(bare, 50)]
  return {
    work: 'a colour of 1,000,000 to its first page in the store, p50',
    beside: 'the bare query',
    ratio: ours / others,
    goal: { atMost: 3 },
    detail: `${ours.toFixed(2)} ms beside ${others.toFixed(2)} ms; ${percentile(colour, 50).toFixed(1)} ms in the window`,
  }
}

function opening(ofFew: OfHome, ofMany: OfHome): Measured {
  const [ours, others] = [median(ofMany.openings), median(ofFew.openings)]
  return {
    work: 'the first screen of a library of 1,000,000',
    beside: 'that of a library of 100',
    ratio: ours / others,
    goal: { atMost: 1.2 },
    detail: `${ours.toFixed(0)} ms beside ${others.toFixed(0)} ms, median of ${openings}`,
  }
}

function searching(ofMany: OfHome, bare: number[], share: number, atMost: number): Measured {
  const ours = percentile(ofMany.search, share)
  const others = percentile(bare, share) + percentile(ofMany.empty, share)
  return {
    work: `a search of 1,000,000 to its first page, p${share}`,
    beside: 'the bare query and an empty call',
    ratio: ours / others,
    goal: { atMost },
    detail: `${ours.toFixed(1)} ms beside ${others.toFixed(1)} ms`,
  }
}

function memory({ heap }: OfHome, bare: number): Measured {
  const more = (heap - bare) / 2 ** 20
  return {
    work: "the window's heap and buffers at 1,000,000, over a bare page",
    beside: '10 MiB',
    ratio: more / 10,
    goal: { atMost: 1 },
    detail: `${more.toFixed(1)} MiB`,
  }
}
