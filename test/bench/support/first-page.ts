import { type LaunchOptions, launchApp } from '../../e2e/launch.ts'
import type { BareApp } from './bare-app.ts'
import { type Measured, median } from './measure.ts'
import { thumbnailIn } from './window-pages.ts'

const rounds = 5

/** From the start of the program until every picture in sight is painted, beside a bare window's static page of them. */
export async function firstPage(home: string, bare: BareApp): Promise<Measured> {
  const ours: LaunchOptions = { home, env: { PRINTROOM_TIME_SCALE: '20' } }
  const first = await launchApp(ours)
  const picture = await thumbnailIn(home, first.page).finally(first.close)
  const theirs: LaunchOptions = { appPath: bare.appPath, env: bare.env('static', picture) }
  const [own, others]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    own.push(await painted(ours))
    others.push(await painted(theirs))
  }
  return {
    work: 'from the start of the app to its first page of the library',
    beside: 'a bare window with a static page',
    ratio: median(own) / median(others),
    goal: { atMost: 1.25 },
    detail: `${median(own).toFixed(0)} ms beside ${median(others).toFixed(0)} ms, median of ${rounds}`,
  }
}

/** Milliseconds since the start. */
async function painted(options: LaunchOptions): Promise<number> {
  const began = Date.now()
  const { page, close } = await launchApp({ ...options, inPage: watchPictures })
  try {
    const at = await page.waitForFunction(() => Reflect.get(window, 'paintedMs') as number | undefined)
    return ((await at.jsonValue()) ?? Number.NaN) - began
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
  const look = (): void => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-index] img, img[data-picture]')]
    const seen = pictures.filter(inSight)
    if (seen.length === 0 || !seen.every((img) => img.complete)) requestAnimationFrame(look)
    else requestAnimationFrame((ms) => Object.assign(window, { paintedMs: performance.timeOrigin + ms }))
  }
  look()
}
