import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { root } from '../../scripts/setup.mjs'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { languages } from '../../src/renderer/format/languages.ts'
import { t } from '../../src/renderer/format/messages.ts'
import { callFrom, chooseFiles, dropFiles, goTo, screens, tellPractice } from './driving.ts'
import { chooseLanguage, visitPictureTools, visitScreens } from './language-screens.ts'
import { type Launched, launchApp } from './launch.ts'
import { type Camera, visitCrowded, visitMore, visitPlaces } from './tour-more.ts'
import { makeVariedLibrary, orderPictures, orderSkill, untilIdle } from './varied-work.ts'

// `npm run tour -- --screens DIR`: a screenshot of every screen, in practice: empty, full, with more on it than fits, in
// trouble, and from right to left; light and dark, at a usual size and at the smallest. The places also in high
// contrast, on a large window and as at 200 % zoom.

/** Their strip follows the theme that main says, and here the page alone is told of one. */
export const withoutButtons = { PRINTROOM_STANDIN_CORNERS: 'none' }

const sample = join(root, 'resources/sample.jpg')
const usual = { width: 1440, height: 900 }
const smallest = { width: 960, height: 640 }
const prompt = 'A red boat in a quiet harbour at dusk, soft light, long exposure'

/** Pictures that come from the disk, and what moves, come to rest first. */
async function atRest(page: Page): Promise<void> {
  const isWhole = () => [...document.images].every((img) => img.complete || img.loading === 'lazy')
  await page.waitForFunction(isWhole, undefined, { timeout: 5_000 }).catch(() => undefined)
  const price = page.getByText(t('Calculating the price.'), { exact: true }).first()
  await price.waitFor({ state: 'hidden', timeout: 5_000 }).catch(() => undefined)
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

/** @param looks in which it is taken */
function cameraFor(folder: string, numbers: Map<string, number>, state: string, looks: readonly Look[]): Camera {
  return async (page, name) => {
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    const before = page.viewportSize() ?? usual
    for (const { theme, size, contrast = 'no-preference' } of looks) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: theme, contrast, reducedMotion: 'reduce' })
      // Nothing is under the pointer, whatever was pressed.
      await page.mouse.move(1, 1)
      await atRest(page)
      const parts = [
        String(number).padStart(2, '0'),
        name,
        state,
        contrast === 'more' ? 'contrast' : '',
        theme,
        size.width,
      ]
      const path = join(folder, `${parts.filter((part) => part !== '').join('-')}.png`)
      await page.screenshot({ path, animations: 'disabled' })
    }
    await page.setViewportSize(before)
    await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
  }
}

/** Every screen with what opens from it, at the size at which it is taken: what opens differs between sizes. */
async function visit(page: Page, size: typeof usual, take: Camera): Promise<void> {
  await page.setViewportSize(size)
  await visitScreens(page, (name) => take(page, seen.has(name) ? `${name}-opened` : name))
  await visitPictureTools(page, (name) => take(page, name))
  await page.setViewportSize(usual)
}

interface Look {
  theme: 'light' | 'dark'
  size: typeof usual
  contrast?: 'more'
}

const [light, dark, small]: [Look, Look, Look] = [
  { theme: 'light', size: usual },
  { theme: 'dark', size: usual },
  { theme: 'light', size: smallest },
]
const places: Look[] = [
  { theme: 'light', size: usual, contrast: 'more' },
  { theme: 'dark', size: usual, contrast: 'more' },
  { theme: 'light', size: { width: 1920, height: 1200 } },
  // As at 200 % zoom.
  { theme: 'light', size: { width: 720, height: 450 } },
]

async function practise(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: /^Start practising/ })
  await start.click()
  await start.waitFor({ state: 'detached' })
}

async function empty({ page }: Launched, take: Camera): Promise<void> {
  await page.getByRole('button', { name: /^Start practising/ }).waitFor()
  await take(page, 'first-run')
  await practise(page)
  for (const screen of screens) {
    await goTo(page, screen)
    await take(page, screen.toLowerCase())
  }
}

/** The form of Create with a prompt and two references. */
async function typePrompt({ page, home }: Launched): Promise<void> {
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt)
  const { library } = foldersFor(home, true)
  const own = readdirSync(library, { recursive: true, encoding: 'utf8' }).find((name) =>
    /vase.*\.(png|jpg|webp)$/.test(name),
  )
  await dropFiles(page, [sample, join(library, own ?? '')])
  await page.getByText(/^2 of \d+/).waitFor()
  await page.locator('[data-spend][aria-disabled="false"]').waitFor()
}

/** A batch under way, and one whose price went up since it was quoted. */
async function startBatch(home: string, page: Page): Promise<void> {
  await callFrom(page, 'queue.pause', undefined)
  await orderSkill(page, { skill: 'upscale' }, [sample])
  await tellPractice(home, 'faults', {
    faults: [{ match: { method: 'POST', path: '/api/skills/*' }, fault: 'price-bump', add: 3, times: 1 }],
  })
  await callFrom(page, 'queue.resume', undefined)
  await untilIdle(page)
  await tellPractice(home, 'faults', { faults: [] })
  await tellPractice(home, 'state', { market: null })
  const studies = [
    'A linen chair by a window',
    'Olive branches on stone',
    'A blue door in a white wall',
    'Coffee and newsprint',
    'A kite over dunes',
    'Lemons in a glass bowl',
    'A bridge in fog',
    'Paper cranes on red',
    'A cabin under pines',
  ] as const
  await orderPictures(
    page,
    studies.map((study) => [study, '3:2']),
  )
  await orderSkill(page, { skill: 'product-detail' }, [sample])
}

async function full(launched: Launched, camera: (looks: readonly Look[]) => Camera): Promise<void> {
  const { page, home } = launched
  const take = camera([light, dark, small])
  await goTo(page, 'Gallery')
  const field = page.getByRole('textbox', { name: 'Id or link of a curated picture' })
  await field.fill('g3x8p1v6')
  await field.press('Enter')
  await page.getByText('@okonkwo.studio').waitFor()
  await page.keyboard.press('Escape')
  await typePrompt(launched)
  await take(page, 'create')
  await startBatch(home, page)
  await goTo(page, 'Queue')
  await page
    .getByText(/^[2-9] s\b/)
    .first()
    .waitFor()
  await take(page, 'queue')
  await goTo(page, 'Library')
  await take(page, 'library')
  // What is under way has no picture yet that a screen could open.
  await untilIdle(page)
  await visit(page, usual, camera([light, dark]))
  await visit(page, smallest, camera([small]))
  await visitMore(launched.app, page, take)
  await visitPlaces(page, camera(places))
}

/** Taken by itself before. */
const seen = new Set(['create', 'queue', 'library'])

/** What went wrong: made, lost, refused, and a service that is gone. */
async function inTrouble({ page, home, app }: Launched, take: Camera): Promise<void> {
  // Practice runs from the first time that it is asked for something.
  await callFrom(page, 'catalogue.models', { media: 'image', fresh: true })
  const fails = { match: { path: '/api/*', method: 'POST' }, fault: 'job-fails', times: 1 }
  await tellPractice(home, 'faults', { faults: [fails] })
  await orderPictures(page, [['A violin in a case', '1:1']])
  await untilIdle(page)
  await tellPractice(home, 'faults', {
    faults: [
      { match: { method: 'POST', path: '/api/*' }, times: 1, fault: 'lost-after' },
      { match: { method: 'GET', path: '/api/*' }, fault: 'lost-before' },
    ],
  })
  await orderPictures(page, [['A harp in an empty hall', '1:1']]).catch(() => undefined)
  await goTo(page, 'Queue')
  await page.getByRole('row').first().click()
  await take(page, 'queue')
  await page.getByRole('row', { name: /^A violin/ }).dblclick()
  await page.getByRole('region', { name: 'Receipt', exact: true }).waitFor()
  await take(page, 'receipt')
  await page.keyboard.press('Escape')
  const broken = join(home, 'notes.jpg')
  await writeFile(broken, 'no picture')
  await goTo(page, 'Skills')
  await page.getByRole('tab', { name: /^Cutout/ }).click()
  await chooseFiles(app, [broken, sample])
  await page
    .getByRole('button', { name: /^Choose files/ })
    .first()
    .click()
  await page.getByRole('list', { name: 'Files' }).getByText('notes.jpg').first().waitFor()
  await take(page, 'skills-remove-bg')
  // From now on nothing is heard of the service.
  await tellPractice(home, 'faults', { faults: [{ match: {}, fault: 'lost-before' }] })
  for (const screen of screens) {
    await goTo(page, screen)
    await take(page, `${screen.toLowerCase()}-offline`)
  }
}

/** @param folder made where there is none */
export async function photographScreens(folder: string, say: (words: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true })
  const numbers = new Map<string, number>()
  const camera = (state: string, looks: readonly Look[]) => cameraFor(folder, numbers, state, looks)
  const home = await mkdtemp(join(tmpdir(), 'printroom-screens-'))
  const within = async (
    speed: string,
    work: (launched: Launched) => Promise<void>,
    inHome: string = home,
  ): Promise<void> => {
    const launched = await launchApp({
      home: inHome,
      env: { PRINTROOM_TIME_SCALE: speed, PRINTROOM_TEST_LANGUAGES: '1', ...withoutButtons },
    })
    try {
      await launched.page.setViewportSize(usual)
      await launched.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await work(launched)
    } finally {
      await launched.close()
    }
  }
  await within('20', async (launched) => {
    await empty(launched, camera('empty', [light, dark, small]))
    say('Empty screens are taken. Two dozen results are being made.')
    await makeVariedLibrary(launched.page)
  })
  // At its own speed, so that something is under way for long enough to be seen.
  await within('1', (launched) => full(launched, (looks) => camera('', looks)))
  say('Full ones are taken.')
  await within('20', async ({ page }) => {
    await untilIdle(page).catch(() => undefined)
    await chooseLanguage(page, 'ar-XB', languages['ar-XB'].name)
    await visit(page, usual, camera('rtl', [light]))
    await visit(page, smallest, camera('rtl', [small]))
    await chooseLanguage(page, 'en', languages.en.name)
  })
  say('Those from right to left are taken.')
  await within('20', (launched) => inTrouble(launched, camera('error', [light, dark, small])))
  await forReadme(folder, numbers)
  // It brings practice in, after which nothing but what practice reads can be read as a picture here.
  const { crowdedHome } = await import('./crowded-home.ts')
  const crowded = await crowdedHome(3000)
  await within('20', ({ page }) => visitCrowded(page, camera('crowded', [light, dark, small])), crowded)
  for (const each of [home, crowded]) await rm(each, { recursive: true, force: true, maxRetries: 3 })
  say(`Screenshots: ${folder}`)
}

/** The three that README.md shows, small enough for a repository. */
async function forReadme(folder: string, numbers: ReadonlyMap<string, number>): Promise<void> {
  await mkdir(join(folder, 'readme'), { recursive: true })
  for (const [name, from] of [
    ['create', 'create'],
    ['queue', 'queue'],
    ['library', 'library-opened'],
  ] as const) {
    const number = String(numbers.get(from)).padStart(2, '0')
    await sharp(join(folder, `${number}-${from}-light-${usual.width}.png`))
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(join(folder, 'readme', `${name}.png`))
  }
}
