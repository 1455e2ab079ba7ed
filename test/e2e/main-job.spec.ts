import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { chooseFiles, dropFiles, goTo, pressSpend, startPractising } from './driving.ts'
import { expect, sharedApp, test } from './window-test.ts'

const sample = join(root, 'resources/sample.jpg')
const fast = { PRINTROOM_TIME_SCALE: '10' }

/** The button that spends: its name ends with the sum (design.md, "The window"). */
const spend = (page: Page) => page.getByRole('button', { name: /\d+ credits?$/ })

test('first run: practice, one cutout, its receipt, and the picture in the library', async ({ launch }) => {
  const { app, page } = await launch({ env: fast })
  await startPractising(page)
  await goTo(page, 'Skills')
  await chooseFiles(app, [sample])
  await page
    .getByRole('button', { name: /^Choose files/ })
    .first()
    .click()
  await expect(spend(page)).toHaveAccessibleName(/2 credits$/)
  await pressSpend(spend(page))
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Done', { exact: true })).toBeVisible()

  await goTo(page, 'Library')
  const cell = page.getByRole('gridcell').first()
  await expect(cell).toBeVisible()
  await expect
    .poll(() =>
      page
        .getByRole('gridcell')
        .locator('img')
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0)
  await cell.click()
  await page.getByRole('button', { name: 'Open receipt' }).click()
  const receipt = page.getByRole('region', { name: 'Paper receipt' })
  await expect(receipt).toContainText('Paid')
  await expect(receipt).toContainText('2 cr')
})

const practising = sharedApp({ begun: 'practising', env: fast })

test('a batch by drop: what is no picture is named, the rest is sent, and the sum leaves it out', async () => {
  const { page, home } = await practising()
  const text = join(home, 'notes.jpg')
  writeFileSync(text, 'These are no pixels.')
  await dropFiles(page, [sample, text, join(root, 'resources/icon.png')])
  await goTo(page, 'Skills')
  await expect(
    page
      .getByRole('list', { name: 'Files' })
      .getByText(/nothing was sent/i)
      .first(),
  ).toBeVisible()
  await expect(spend(page)).toHaveAccessibleName(/4 credits$/)
  await pressSpend(spend(page))
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Done', { exact: true })).toHaveCount(2)
})

test('Ctrl+Enter leads to the price and never past it; pressed, a picture comes home', async () => {
  const { page } = await practising()
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A lighthouse at night')
  await expect(spend(page)).toBeVisible()
  await page.getByRole('textbox', { name: 'Prompt' }).press('ControlOrMeta+Enter')
  await expect(spend(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await goTo(page, 'Queue')
  await expect(page.getByRole('region', { name: 'Queue' })).toContainText(/0 unfinished|Nothing/i)
  await goTo(page, 'Create')
  await pressSpend(spend(page))
  await expect(page.getByRole('button', { name: /^Open practice-A-lighthouse/ }).first()).toBeVisible()
})

test('what was approved is finished after the app was killed, charged once, and a typed prompt is there again', async ({
  launch,
}) => {
  const first = await launch({ begun: 'practising', env: fast })
  await goTo(first.page, 'Create')
  await first.page.getByRole('textbox', { name: 'Prompt' }).fill('A lighthouse at night')
  await pressSpend(spend(first.page))
  await goTo(first.page, 'Queue')
  await expect(first.page.getByRole('region', { name: 'Queue' })).toContainText('A lighthouse at night')
  first.app.process().kill('SIGKILL')
  const second = await launch({ env: fast, home: first.home })
  await goTo(second.page, 'Library')
  // A request under way has a cell of its own, without a size.
  const picture = second.page.getByRole('gridcell', { name: /×/ })
  await expect(picture).toHaveCount(1)
  await picture.click()
  await second.page.getByRole('button', { name: 'Open receipt' }).click()
  await expect(second.page.getByRole('region', { name: 'Paper receipt' })).toContainText('6 cr')
  // The form came back as it was typed.
  await goTo(second.page, 'Create')
  await expect(second.page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('A lighthouse at night')
})
