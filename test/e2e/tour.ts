import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { node24, root } from '../../scripts/setup.mjs'
import { conversation } from './conversation.ts'
import { chooseFiles, goTo, pressSpend, screens } from './driving.ts'
import { launchApp } from './launch.ts'
import { photographScreens, withoutButtons } from './tour-screens.ts'

// `npm run tour`: what a newcomer does first, without a screen. The bundled photograph is cut out and a picture is
// made from a prompt, in practice mode; then the two receipts are printed and every screen is photographed.
// `-- --screens DIR` takes every screen in all its states instead.

const run = promisify(execFile)
const all = process.argv.includes('--all')
const folder = resolve(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? join(root, 'tour'))
const say = (words: string): void => void process.stdout.write(`${words}\n`)
const prompt = 'A red boat in a quiet harbour at dusk, soft light, long exposure'

async function photograph(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, 'screens', `${name}-${colorScheme}.png`), animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

async function cutOut(page: Page, app: Awaited<ReturnType<typeof launchApp>>['app']): Promise<void> {
  await goTo(page, 'Skills')
  await chooseFiles(app, [join(root, 'resources', 'sample.jpg')])
  await page
    .getByRole('region', { name: 'Skills' })
    .getByRole('button', { name: /^Choose files/ })
    .first()
    .click()
  const send = page.getByRole('button', { name: /credits?$/ })
  await send.waitFor()
  await photograph(page, 'skills-before')
  await pressSpend(send)
  await page
    .getByRole('region', { name: 'Skills' })
    .getByText('Done', { exact: true })
    .first()
    .waitFor({ timeout: 60_000 })
  await photograph(page, 'skills')
}

async function makePicture(page: Page): Promise<void> {
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  const make = page.getByRole('button', { name: /credits?$/ })
  await make.waitFor()
  await photograph(page, 'create-before')
  await pressSpend(make)
  await goTo(page, 'Queue')
  await photograph(page, 'queue')
  await goTo(page, 'Create')
  await page
    .getByRole('region', { name: 'Create' })
    .getByRole('button', { name: /^Open practice-A-red-boat/ })
    .first()
    .waitFor({ timeout: 60_000 })
  await photograph(page, 'create')
}

/** What one does with results: they are compared, exported, and the edge of the cutout is touched up. */
async function useResults(page: Page): Promise<void> {
  await goTo(page, 'Library')
  const cutout = page.getByRole('gridcell', { name: /^sample/ })
  await cutout.click()
  await photograph(page, 'library-selected')
  await page.keyboard.press('e')
  await page.getByRole('dialog').waitFor()
  await photograph(page, 'export')
  await page.keyboard.press('Escape')
  await cutout.click()
  await page.keyboard.press('t')
  await page.locator('section[data-ready]').waitFor()
  await photograph(page, 'touch-up')
  await page.keyboard.press('Escape')
  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('c')
  await page.getByRole('region', { name: 'Compare', exact: true }).waitFor()
  await photograph(page, 'compare')
  await page.keyboard.press('Escape')
  await cutout.click()
}

async function printReceipts(home: string): Promise<void> {
  const cli = (...words: string[]) =>
    run(node24(), [join(root, 'out/main/cli.js'), '--home', home, '--service', 'practice', '--json', ...words], {
      maxBuffer: 64e6,
    })
  const { stdout } = await cli('receipts', 'list')
  const ids = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id as string)
  for (const id of ids) say((await cli('receipts', 'show', id)).stderr)
  if (ids.length !== 2) throw new Error(`the tour made ${ids.length} receipts, not 2`)
}

const shots = process.argv.indexOf('--screens')
if (shots !== -1) {
  await photographScreens(resolve(process.argv[shots + 1] ?? join(root, 'tour', 'screens')), say)
  process.exit(0)
}
const home = join(folder, `home-${Date.now()}`)
await mkdir(join(folder, 'screens'), { recursive: true })
const { app, page, real, close } = await launchApp({ home, env: withoutButtons })
try {
  say(
    `Tour on ${real ? 'genuine Electron' : 'the stand-in for Electron'}, in practice mode: no account, no key, no money.`,
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^Start practising/ }).waitFor()
  await photograph(page, 'first-run')
  await page.getByRole('button', { name: /^Start practising/ }).click()
  await page.getByRole('button', { name: /^Start practising/ }).waitFor({ state: 'detached' })
  await cutOut(page, app)
  await makePicture(page)
  for (const name of screens) {
    await goTo(page, name)
    await photograph(page, name.toLowerCase())
  }
  await useResults(page)
  await page.getByRole('button', { name: 'Open receipt' }).click()
  await page.getByRole('region', { name: 'Receipt', exact: true }).waitFor()
  await photograph(page, 'receipt')
} finally {
  await close()
}
await printReceipts(home)
say(`Results: ${join(home, 'practice', 'library')}`)
say(`Screenshots of every screen: ${join(folder, 'screens')}`)
if (all) await conversation(say)
