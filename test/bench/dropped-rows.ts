import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dropFiles, goTo } from '../e2e/driving.ts'
import { launchApp } from '../e2e/launch.ts'
import { libraryHome } from '../e2e/library-home.ts'
import { type Bench, median, ratiosOf } from './support/measure.ts'
import { inRoot } from './support/places.ts'

const count = 200

/** 200 files dropped on the window: until their rows and their total are painted. */
export const droppedRows: Bench = {
  name: 'dropped-rows',
  missing: async () => (existsSync(inRoot('out/main/index.js')) ? null : 'the app is not built'),
  run: async (effort) => {
    const rounds = effort(5, 3)
    const folder = mkdtempSync(join(tmpdir(), 'printroom-dropped-'))
    try {
      const paths = makeFiles(folder)
      const [ours, others, within]: [number[], number[], number[]] = [[], [], []]
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await dropped(paths))
        const script = bare(folder, paths)
        others.push(script.wallMs)
        within.push(script.ms)
      }
      return [
        {
          work: `${count} dropped files: their rows and their total`,
          beside: 'a script of Node’s that stats and sniffs them',
          ratio: median(ours) / median(others),
          rounds: ratiosOf(ours, others),
          goal: { atMost: 3 },
          detail: `${median(ours).toFixed(0)} ms beside ${median(others).toFixed(0)} ms (${median(within).toFixed(0)} ms without its start), median of ${rounds}`,
        },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** One photograph, of which each copy has other bytes: after the end of a JPEG anything may stand. */
function makeFiles(folder: string): string[] {
  const sample = readFileSync(inRoot('resources/sample.jpg'))
  mkdirSync(join(folder, 'files'))
  return Array.from({ length: count }, (_, n) => {
    const path = join(folder, 'files', `photo-${String(n).padStart(3, '0')}.jpg`)
    writeFileSync(path, Buffer.concat([sample, Buffer.from(`copy ${n}`)]))
    return path
  })
}

/** In an app that was just started, which has not looked at a picture yet. */
async function dropped(paths: string[]): Promise<number> {
  const home = await libraryHome(1)
  const { page, close } = await launchApp({ home, env: { PRINTROOM_TIME_SCALE: '20' } })
  try {
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(page, 'Skills')
    // The catalogue with its prices is here.
    await page
      .getByRole('tab', { name: /credit/ })
      .first()
      .waitFor()
    await page.evaluate(watchRows, count)
    await dragOver(page)
    await dropFiles(page, paths)
    return await shownAfter(page)
  } finally {
    await close()
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** No hand lets go sooner: the way from the window's edge to the middle of it. */
const dragMs = 400

/** A drag as it comes in over the window, which wakes what looks at pictures. */
async function dragOver(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([''], 'photo.jpg'))
    document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
  })
  await page.getByText('Dropping won’t send anything').waitFor()
  await page.waitForTimeout(dragMs)
}

/** Runs in the page. What holds a drop back until its paths are known (the stand-in) comes before it, not in its time. */
function watchRows(count: number): void {
  const look = (began: number): void => {
    const rows = document.querySelector(`[aria-setsize="${count}"]`)
    const total = document.querySelector('[data-spend][aria-disabled="false"]')
    if (rows === null || total === null) requestAnimationFrame(() => look(began))
    else requestAnimationFrame((ms) => Object.assign(window, { shownMs: ms - began }))
  }
  window.addEventListener('drop', () => look(performance.now()), { capture: true, once: true })
}

async function shownAfter(page: Page): Promise<number> {
  const ms = await page.waitForFunction(() => Reflect.get(window, 'shownMs') as number | undefined)
  return (await ms.jsonValue()) ?? Number.NaN
}

function bare(folder: string, paths: string[]): { wallMs: number; ms: number } {
  const list = join(folder, 'list.txt')
  writeFileSync(list, paths.join('\n'))
  const script = inRoot('test/bench/support/sniff-main.ts')
  const began = performance.now()
  const { pictures, ms } = JSON.parse(execFileSync(process.execPath, [script, list], { encoding: 'utf8' }))
  if (pictures !== count) throw new Error(`the script saw ${pictures} pictures`)
  return { wallMs: performance.now() - began, ms }
}
