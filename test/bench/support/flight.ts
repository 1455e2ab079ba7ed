import type { Page } from '@playwright/test'
import { launchApp } from '../../e2e/launch.ts'
import type { BareApp } from './bare-app.ts'
import { type Measured, median, percentile, ratiosOf } from './measure.ts'
import { thumbnailIn } from './window-pages.ts'

/** From one end of a grid to the other, in so many frames. */
interface Flight {
  /** Of the grid, at most. */
  nodes: number
  /** Milliseconds; 0 where none was as long as 50. */
  longestTask: number
  /** Milliseconds between frames. */
  frames: number[]
  /** What the page's main thread worked meanwhile, of the processor's time. */
  mainMs: number
}

/** The grid's canvas, in the window and in what it is held against. Its parent scrolls. */
const grid = '[role=grid], [data-grid]'
const steps = 300
/** Pixels a frame, about as a wheel that is turned fast: pictures are drawn on the way. */
const wheel = 30

/**
 * @param most pixels a frame; left out: what brings it to the end
 */
async function fly(page: Page, most?: number): Promise<Flight> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  await page.evaluate(toStart, grid)
  const before = await worked()
  const flown = await page.evaluate(flyInPage, { grid, steps, most: most ?? Number.POSITIVE_INFINITY })
  const mainMs = (await worked()) - before
  await cdp.detach()
  return { ...flown, mainMs }
}

/** Runs in the page: at the start, and at rest there. */
async function toStart(grid: string): Promise<void> {
  const scroller = document.querySelector(grid)?.parentElement
  if (!scroller) throw new Error('there is no grid')
  scroller.scrollTop = 0
  await new Promise((resolve) => requestIdleCallback(resolve))
  const isWhole = () => [...scroller.querySelectorAll('img')].every((img) => img.complete)
  for (let quiet = 0; quiet < 20; quiet = isWhole() ? quiet + 1 : 0)
    await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Runs in the page. */
async function flyInPage(given: { grid: string; steps: number; most: number }): Promise<Omit<Flight, 'mainMs'>> {
  const canvas = document.querySelector(given.grid)
  const scroller = canvas?.parentElement
  if (!canvas || !scroller) throw new Error('there is no grid')
  const tasks: number[] = [0]
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ entryTypes: ['longtask'] })
  const frames: number[] = []
  let nodes = 0
  let last = performance.now()
  const whole = scroller.scrollHeight - scroller.clientHeight
  for (let step = 0; step <= given.steps; step += 1) {
    scroller.scrollTop = Math.min((whole * step) / given.steps, given.most * step)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const now = performance.now()
    frames.push(now - last)
    last = now
    nodes = Math.max(nodes, canvas.querySelectorAll('*').length)
  }
  observer.disconnect()
  return { nodes, longestTask: Math.max(...tasks), frames }
}

/** Our grid over a library, in turn with react-virtual's of 100,000 that shows the same picture. */
export async function flights(home: string, count: string, bare: BareApp, rounds: number): Promise<Measured[]> {
  const ours = await launchApp({ home, env: { PRINTROOM_TIME_SCALE: '20' } })
  try {
    await ours.page.setViewportSize({ width: 1440, height: 900 })
    const picture = await thumbnailIn(home, ours.page)
    await ours.page.waitForFunction(() =>
      document.querySelector('[role=grid][aria-rowcount]:not([aria-rowcount="-1"])'),
    )
    const theirs = await launchApp({ appPath: bare.appPath, env: bare.env('grid', picture) })
    try {
      await theirs.page.setViewportSize({ width: 1440, height: 900 })
      await theirs.page.waitForSelector('img')
      const ends = await inTurn(ours.page, theirs.page, rounds)
      // Once beforehand: thumbnails are made, and read, the first time that they are seen.
      await Promise.all([fly(ours.page, wheel), fly(theirs.page, wheel)])
      const slowly = await inTurn(ours.page, theirs.page, rounds, wheel)
      return [
        ...room(ends, count),
        ...speed(ends, `scrolling ${count} from end to end`),
        ...speed(slowly, `scrolling ${count} at a wheel’s speed`),
      ]
    } finally {
      await theirs.close()
    }
  } finally {
    await ours.close()
  }
}

interface Both {
  ours: Flight[]
  theirs: Flight[]
}

async function inTurn(ours: Page, theirs: Page, rounds: number, most?: number): Promise<Both> {
  const both: Both = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round += 1) {
    both.ours.push(await fly(ours, most))
    both.theirs.push(await fly(theirs, most))
  }
  return both
}

function room({ ours, theirs }: Both, count: string): Measured[] {
  const nodes = Math.max(...ours.map((flight) => flight.nodes))
  const longest = median(ours.map(({ longestTask }) => longestTask))
  const others = median(theirs.map(({ longestTask }) => longestTask))
  return [
    {
      work: `nodes of the grid, at most, from end to end of ${count}`,
      beside: '250',
      ratio: nodes / 250,
      rounds: 'counted',
      goal: { atMost: 1 },
      detail: `${nodes} nodes`,
    },
    {
      work: 'the longest task of the window on the way',
      beside: '50 ms',
      ratio: longest / 50,
      rounds: ours.map(({ longestTask }) => longestTask / 50),
      goal: { atMost: 1 },
      detail: `${longest === 0 ? 'no task of 50 ms or more' : `${longest.toFixed(0)} ms`}; react-virtual’s ${others.toFixed(0)} ms; median of ${ours.length}`,
    },
  ]
}

function speed({ ours, theirs }: Both, how: string): Measured[] {
  const p99 = ({ frames }: Flight) => percentile(frames, 99)
  const main = ({ mainMs }: Flight) => mainMs
  const line = (work: string, of: (flight: Flight) => number, atMost: number): Measured => {
    const [own, others] = [ours.map(of), theirs.map(of)]
    return {
      work: `${how}: ${work}`,
      beside: 'a react-virtual grid of 100,000',
      ratio: median(own) / median(others),
      rounds: ratiosOf(own, others),
      goal: { atMost },
      detail: `${median(own).toFixed(0)} ms beside ${median(others).toFixed(0)} ms, median of ${ours.length}`,
    }
  }
  return [line('the 99th percentile of its frames', p99, 1.5), line(`the main thread in ${steps} frames`, main, 2)]
}
