import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { openDatabase } from '../../src/engine/store/database.ts'
import { expectNoViolations } from './accessibility.ts'
import { callFrom, goTo } from './driving.ts'
import { libraryHome, smallPicture } from './library-home.ts'
import { expect, test } from './window-test.ts'

const fast = { PRINTROOM_TIME_SCALE: '20' }
const many = 10_000
const dayMs = 86_400_000

const library = (page: Page): Locator => page.getByRole('region', { name: 'Library', exact: true })
const total = (page: Page): Locator => library(page).locator('h1 ~ [aria-live]')
const cell = (page: Page, index: number): Locator => page.locator(`[data-index="${index}"]`)
const places = (page: Page): Locator => page.getByRole('navigation', { name: 'Places in the library' })
const field = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search the library' })

/** A Wednesday at noon of the week before. */
function lastWeek(): number {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7) - 5, 12).getTime()
}

/** Many harbours, of which one is blue, of last week and good, and each of the others lacks something. */
async function harbourHome(): Promise<string> {
  const home = await libraryHome(many, await smallPicture())
  const { db } = await openDatabase(join(foldersFor(home, true).data, 'printroom.db'))
  const change = db.prepare('UPDATE assets SET rating = ?, created_ms = ?, palette = ? WHERE seq = ?')
  const paint = db.prepare("INSERT INTO asset_colours VALUES ('blue', ?, 60)")
  const [day, blue] = [lastWeek(), '#2040c0:60']
  const ones: [seq: number, rating: number, createdMs: number, palette: string | null][] = [
    [5000, 4, day, blue],
    [5002, 3, day, blue],
    [5003, 4, day - 30 * dayMs, blue],
    [5005, 5, day, null],
    [5001, 5, day, blue],
  ]
  for (const [seq, rating, createdMs, palette] of ones) {
    change.run(rating, createdMs, palette, seq)
    if (palette !== null) paint.run(seq)
  }
  db.prepare('INSERT INTO request_projects VALUES (?, ?, ?)').run('seeded5000', 'Harbour Days', day)
  db.close()
  return home
}

test('“harbour, last week, blue, four stars” finds the one of ten thousand, by keyboard; the search is kept under a name, and there after a restart', async ({
  launch,
}) => {
  const home = await harbourHome()
  const { page, close } = await launch({ env: fast, home })
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, 'Library')
  await expect(total(page)).toHaveText(/^10,000/)
  await field(page).focus()
  await page.keyboard.type('harbour, last week, blue, four stars')
  await expect(total(page)).toHaveText(/^1\b/)
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await expect(cell(page, 0)).toHaveAccessibleName(/number 5000,/)
  for (const name of ['last week', 'blue', '4 stars or more'])
    await expect(page.getByRole('button', { name: `Remove ${name}`, exact: true })).toBeVisible()
  await expectNoViolations(page, 'found')

  // A piece is taken off by its chip, and the field says so; the word is what it was when it is quoted.
  await page.getByRole('button', { name: 'Remove 4 stars or more' }).press('Enter')
  await expect(field(page)).toHaveValue('harbour, last week, blue')
  await expect(field(page)).toBeFocused()
  await expect(total(page)).toHaveText(/^2\b/)
  await field(page).fill('harbour "blue"')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await field(page).fill('harbour, last week, blue, four stars')
  await expect(total(page)).toHaveText(/^1\b/)

  await page.getByRole('button', { name: 'Save search…' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('The blue harbour')
  await page.keyboard.press('Enter')
  const kept = places(page).getByRole('button', { name: /^The blue harbour/ })
  await expect(kept).toHaveAttribute('aria-current', 'page')
  await expect(kept).toHaveText(/1$/)
  await close()

  const { page: again } = await launch({ env: fast, home })
  await again.setViewportSize({ width: 1440, height: 900 })
  await goTo(again, 'Library')
  await expect(total(again)).toHaveText(/^10,000/)
  // From place to place by the arrow keys.
  await places(again).getByRole('button', { name: 'All pictures' }).focus()
  const there = places(again).getByRole('button', { name: /^The blue harbour/ })
  for (let presses = 0; presses < 12 && !(await there.evaluate((one) => one === document.activeElement)); presses += 1)
    await again.keyboard.press('ArrowDown')
  await again.keyboard.press('Enter')
  await expect(total(again)).toHaveText(/^1\b/)
  await expect(again.getByRole('heading', { name: 'The blue harbour', level: 1 })).toBeVisible()
  await expect(field(again)).toHaveValue('harbour, last week, blue, four stars')
  await expect(again.getByRole('button', { name: 'Remove blue' })).toBeVisible()
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})

test('a project, a colour, a day of the calendar and an order are chosen by keyboard, and the sidebar folds away', async ({
  launch,
}) => {
  const home = await harbourHome()
  const { page } = await launch({ env: fast, home })
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, 'Library')
  await expect(total(page)).toHaveText(/^10,000/)

  // One stop of the Tab key for all places (F3), a key for the search, and one from part to part, back to where one was.
  const stops = (): Promise<(string | null)[]> =>
    places(page)
      .locator('li > button')
      .evaluateAll((all) => all.filter((each) => (each as HTMLElement).tabIndex === 0).map((each) => each.textContent))
  expect(await stops()).toEqual(['All pictures'])
  await places(page).getByRole('button', { name: 'All pictures' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(places(page).getByRole('button', { name: 'Duplicates' })).toBeFocused()
  expect(await stops()).toEqual(['Duplicates'])
  const search = page.getByRole('searchbox', { name: 'Search the library' })
  await page.keyboard.press('ControlOrMeta+f')
  await expect(search).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await expect(places(page).getByRole('button', { name: 'Duplicates' })).toBeFocused()
  await page.keyboard.press('F6')
  await expect(search).toBeFocused()
  await page.keyboard.press('F6')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('aside')?.ariaLabel)).toBe('Details')
  await goTo(page, 'Ledger')
  await page.keyboard.press('ControlOrMeta+f')
  await expect(search).toBeFocused()

  await places(page)
    .getByRole('button', { name: /^Harbour Days/ })
    .press('Enter')
  await expect(total(page)).toHaveText(/^1\b/)
  await places(page).getByRole('button', { name: 'All pictures' }).press('Enter')
  await expect(total(page)).toHaveText(/^10,000/)

  await page.getByRole('button', { name: 'Colour', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Blue', exact: true }).press('Enter')
  await expect(total(page)).toHaveText(/^4\b/)
  await page.getByRole('button', { name: /^Sorted by/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Rating' }).press('Enter')
  await expect(cell(page, 0)).toHaveAccessibleName(/number 5001,/)
  await page.getByRole('button', { name: 'Any colour' }).press('Enter')
  await page.getByRole('button', { name: /^Sorted by/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Newest' }).press('Enter')
  await expect(total(page)).toHaveText(/^10,000/)

  await page.getByRole('button', { name: 'Date', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Date' })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page, 'days')
  // Today has the keyboard when one comes to the days.
  await dialog.getByRole('button', { name: /^Today, / }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const of = await callFrom(page, 'library.count', {
    filter: { when: 'yesterday' },
    most: 10_000,
  })
  await expect(total(page)).toHaveText(new RegExp(`^${of.count.toLocaleString('en')}\\b`))
  await expect(page.getByRole('button', { name: 'Any date' })).toBeVisible()

  // Narrow, it is away until it is asked for.
  await page.setViewportSize({ width: 960, height: 640 })
  await expect(places(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Sidebar' }).press('Enter')
  await expect(places(page)).toBeVisible()
  await expectNoViolations(page, 'narrow, with the sidebar')
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})
