import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { goTo, pressSpend } from './driving.ts'
import { expect, test } from './window-test.ts'

const fast = { PRINTROOM_TIME_SCALE: '20' }

const create = (page: Page): Locator => page.getByRole('region', { name: 'Create', exact: true })
const spend = (page: Page): Locator => page.getByRole('button', { name: /\d+ credits?$/ })
const models = (page: Page): Locator => page.getByRole('list', { name: 'Models of this order' }).getByRole('listitem')

/** By the keyboard alone. */
async function addModel(page: Page): Promise<void> {
  await create(page).getByRole('button', { name: 'Add a model…' }).press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Find a model' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Find a model' })).toHaveCount(0)
}

test('twelve prompts with three models are one total, one approval and 36 receipts, and the results stand side by side', async ({
  launch,
}) => {
  const { page } = await launch({ begun: 'practising', env: fast })
  await goTo(page, 'Create')
  await expect(page.getByRole('radiogroup', { name: 'Ratio' })).toBeVisible()
  await create(page).getByRole('button', { name: 'Batch' }).click()
  await page
    .getByRole('textbox', { name: 'Prompts', exact: true })
    .fill('A {red|blue|green|white} boat at {dawn|noon|dusk}')
  await expect(spend(page)).toHaveAccessibleName(/^Make 12 pictures/)
  await addModel(page)
  await addModel(page)
  await expect(models(page)).toHaveCount(3)
  await expect(spend(page)).toHaveAccessibleName(/^Make 36 pictures.* \d+ credits$/)
  await expect(spend(page)).toHaveAttribute('aria-disabled', 'false')
  // Each price stands beside its model, and they are the total.
  const creditsIn = (text: string): number => Number(/([\d,]+)\s*cr/.exec(text)?.[1]?.replaceAll(',', ''))
  const parts = (await models(page).allInnerTexts()).map(creditsIn)
  const name = (await spend(page).innerText()).replace(/\s+/g, ' ')
  const total = Number(/([\d,]+) ?cr/.exec(name)?.[1]?.replaceAll(',', ''))
  expect(parts.every((credits) => credits > 0)).toBe(true)
  expect(parts.reduce((sum, credits) => sum + credits, 0)).toBe(total)
  await expectNoViolations(page, 'several models')

  await pressSpend(spend(page))
  const bench = page.getByRole('region', { name: 'Create', exact: true })
  await expect(bench.getByRole('button', { name: /^Open practice-/ }).first()).toBeVisible()
  const listed = await page.evaluate(() => window.printroom.call('requests.list', { limit: 100 }))
  if (!listed.ok) throw new Error(listed.message)
  expect(listed.value).toHaveLength(36)
  expect(new Set(listed.value.map(({ batch }) => batch?.id)).size).toBe(1)
  expect(new Set(listed.value.map(({ modelName }) => modelName)).size).toBe(3)
  expect(listed.value.reduce((sum, { creditsQuoted }) => sum + (creditsQuoted ?? Number.NaN), 0)).toBe(total)
  await expect(bench.getByText('3 models')).toBeVisible()
  await expectNoViolations(page, 'results of several models')

  // One less is another order, at another total.
  await create(page)
    .getByRole('button', { name: /^Remove / })
    .last()
    .click()
  await expect(models(page)).toHaveCount(2)
})
