import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type LaunchOptions, launchApp } from '../../e2e/launch.ts'
import type { BareApp } from './bare-app.ts'
import { type Measured, median, ratiosOf } from './measure.ts'
import { thumbnailIn } from './window-pages.ts'

/**
 * From the start of the program until every picture in sight is painted, beside a bare window's static page of them: as
 * main puts them into the document, drawn as one, and until the library's own pictures are there in its place.
 */
export async function firstPage(home: string, bare: BareApp, rounds: number): Promise<Measured[]> {
  const ours: LaunchOptions = { home, env: { PRINTROOM_TIME_SCALE: '20' } }
  const picture = await firstStart(home, ours)
  const theirs: LaunchOptions = { appPath: bare.appPath, env: bare.env('static', picture) }
  const [seen, own, others]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const { seenMs, ownMs } = await painted(ours)
    seen.push(seenMs)
    own.push(ownMs)
    others.push((await painted(theirs)).seenMs)
  }
  const beside = 'a bare window with a static page'
  const row = (work: string, times: readonly number[]): Measured => ({
    work,
    beside,
    ratio: median(times) / median(others),
    rounds: ratiosOf(times, others),
    goal: { atMost: 1.25 },
    detail: `${median(times).toFixed(0)} ms beside ${median(others).toFixed(0)} ms, median of ${rounds}`,
  })
  return [
    row('from the start of the app to its first page of the library, as it was seen last', seen),
    row('from the start of the app until the library’s own pictures have taken its place', own),
  ]
}

/** Makes the thumbnails and waits until what is seen is kept. @returns one thumbnail's path */
async function firstStart(home: string, options: LaunchOptions): Promise<string> {
  const { page, close } = await launchApp(options)
  try {
    const picture = await thumbnailIn(home, page)
    while (!existsSync(join(home, 'window', 'first-sight.json'))) await pause(100)
    return picture
  } finally {
    await close()
  }
}

/** Milliseconds since the start. */
async function painted(options: LaunchOptions): Promise<{ seenMs: number; ownMs: number }> {
  const began = Date.now()
  const { page, close } = await launchApp({ ...options, inPage: watchPictures })
  const timeOf = async (name: string): Promise<number> => {
    const at = await page.waitForFunction((named) => Reflect.get(window, named) as number | undefined, name)
    return ((await at.jsonValue()) ?? Number.NaN) - began
  }
  try {
    return { seenMs: await timeOf('paintedMs'), ownMs: await timeOf('ownMs') }
  } finally {
    await close()
  }
}

/** Runs in the page. */
function watchPictures(): void {
  const inSight = (img: Element): boolean => {
    const { top, bottom } = img.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight
  }
  const note = (name: string, isThere: () => boolean): void => {
    const look = (): void => {
      const seen = [...document.querySelectorAll<HTMLImageElement>('[data-index] img, img[data-picture]')].filter(
        inSight,
      )
      if (seen.length === 0 || !isThere() || !seen.every((img) => img.complete)) requestAnimationFrame(look)
      // When the frame after it begins: it has been painted then.
      else requestAnimationFrame(() => Object.assign(window, { [name]: performance.timeOrigin + performance.now() }))
    }
    look()
  }
  note('paintedMs', () => true)
  note('ownMs', () => document.getElementById('first-sight') === null)
}
