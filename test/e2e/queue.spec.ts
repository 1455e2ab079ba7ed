import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { agreeToAll, callFrom as call, goTo, order as orderQuoted, pressSpend } from './driving.ts'
import { expect, test } from './window-test.ts'

/** Orders a picture of each prompt, at the price that the quote shows. */
async function order(page: Page, prompts: string[]): Promise<void> {
  const { models } = await call(page, 'catalogue.models', { media: 'image' })
  const quote = await call(page, 'quote.generation', {
    prompt: prompts[0] ?? '',
    modelId: models[0]?.id ?? '',
    variants: prompts.map((prompt) => ({ prompt })),
  })
  await orderQuoted(page, quote)
}

/** Titles of what waits, in the order of sending, as the engine has them. */
const waiting = async (page: Page): Promise<string[]> =>
  (await call(page, 'requests.list', { open: true }))
    .sort((a, b) => ((a.place ?? '') < (b.place ?? '') ? -1 : 1))
    .map(({ title }) => title)

const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(`^${title}\\b`) })

test('what waits is put in another order by keyboard and by hand, and taken out', async ({ launch }) => {
  const { page } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '10' } })
  await goTo(page, 'Queue')
  await call(page, 'queue.pause', undefined)
  await order(page, ['Ada', 'Bea', 'Cid', 'Dov', 'Eva'])
  const queue = page.getByRole('grid', { name: 'Waiting' })
  await expect(queue.getByRole('row')).toHaveCount(5)

  await row(page, 'Dov').click()
  await expect(row(page, 'Dov')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => waiting(page)).toEqual(['Ada', 'Bea', 'Dov', 'Cid', 'Eva'])
  await expect(row(page, 'Dov')).toBeFocused()
  await page.keyboard.press('Alt+Home')
  await expect.poll(() => waiting(page)).toEqual(['Dov', 'Ada', 'Bea', 'Cid', 'Eva'])
  await page.keyboard.press('Alt+End')
  await expect.poll(() => waiting(page)).toEqual(['Ada', 'Bea', 'Cid', 'Eva', 'Dov'])

  // The rows stand where the engine has them, and nothing comes in above them, between the look and the press.
  await expect
    .poll(() => queue.getByRole('row').allTextContents())
    .toEqual(['Ada', 'Bea', 'Cid', 'Eva', 'Dov'].map((title) => expect.stringContaining(title)))
  await row(page, 'Cid').hover()
  const grip = row(page, 'Cid').locator('[aria-hidden]').first()
  await grip.hover()
  await page.mouse.down()
  const [from, over] = [await grip.boundingBox(), await row(page, 'Ada').boundingBox()]
  if (!from || !over) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 4, over.y + 8, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => waiting(page)).toEqual(['Cid', 'Ada', 'Bea', 'Eva', 'Dov'])

  await row(page, 'Ada').click()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: 'Chosen requests' })).toContainText('2 selected')
  await page.keyboard.press('Delete')
  const sure = page.getByRole('alertdialog')
  await expect(sure).toContainText('nothing is charged')
  await sure.getByRole('button', { name: 'Cancel 2' }).click()
  await expect.poll(() => waiting(page)).toEqual(['Cid', 'Eva', 'Dov'])
  await expect(page.getByRole('grid', { name: 'Finished' }).getByRole('row')).toHaveCount(2)

  // What was taken out can be ordered again, at its price.
  await page.getByRole('grid', { name: 'Finished' }).getByRole('row').first().click()
  await page.getByRole('complementary', { name: 'Request' }).getByRole('button', { name: 'Reorder…' }).click()
  await pressSpend(page.getByRole('dialog').getByRole('button', { name: /^Reorder.*credits?$/ }))
  await expect.poll(async () => (await waiting(page)).length).toBe(4)

  expect(await violations(page)).toEqual([])
})

test('a cap that stops a request says so on its card, and leads to Settings; the row then says how long it took', async ({
  launch,
}) => {
  const { app, page } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '10' } })
  await agreeToAll(app)
  await goTo(page, 'Queue')
  await call(page, 'queue.pause', undefined)
  await order(page, ['A kite', 'A cup'])
  await call(page, 'queue.setCaps', { day: 1 })
  await page.getByRole('button', { name: 'Resume all' }).click()
  const cards = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Change limit…' }) })
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('Over limit')
  await cards.first().getByRole('button', { name: 'Change limit…' }).click()
  await expect(page.getByRole('region', { name: 'Settings', exact: true })).toBeVisible()

  // What costs nothing is said once for all.
  await goTo(page, 'Queue')
  await page.getByRole('button', { name: 'Cancel all 2…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all 2' }).click()
  await expect(cards).toHaveCount(0)
  await call(page, 'queue.setCaps', { day: null })
  await order(page, ['A lamp'])
  await expect(row(page, 'A lamp')).toContainText(/Took \d+ s, saved at/)
})

test('what was chosen and is not shown any more is not chosen: nothing else is taken out in its place', async ({
  launch,
}) => {
  const { app, page } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '10' } })
  await agreeToAll(app)
  await goTo(page, 'Queue')
  await call(page, 'queue.pause', undefined)
  await order(page, ['Ada', 'Bea'])
  // A row that nobody went to is asked about.
  await row(page, 'Ada').focus()
  await page.keyboard.press('Delete')
  const sure = page.getByRole('alertdialog')
  await expect(sure).toContainText('Cancel 1 request?')
  await sure.getByRole('button', { name: 'Keep' }).click()

  await row(page, 'Ada').click()
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: 'Chosen requests' })
  await expect(bar).toContainText('2 selected')
  await call(page, 'queue.setCaps', { day: 1 })
  await call(page, 'queue.resume', undefined)
  // A question for each, and one word for both.
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Retry all 2/ })).toBeVisible()
  await expect(bar).toHaveCount(0)
  // They come back to the list, and not to the choice.
  await call(page, 'queue.pause', undefined)
  await call(page, 'queue.setCaps', { day: null })
  await expect(page.getByRole('grid', { name: 'Waiting' }).getByRole('row')).toHaveCount(2)
  await expect(bar).toHaveCount(0)
  expect(await waiting(page)).toEqual(['Ada', 'Bea'])
})

test('two thousand requests are a few rows to the window, and all can be reached and searched', async ({ launch }) => {
  const { page } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '10' } })
  await goTo(page, 'Queue')
  await call(page, 'queue.pause', undefined)
  for (const part of ['a', 'b', 'c', 'd'])
    await order(
      page,
      Array.from({ length: 500 }, (_, at) => `Study ${part}${at}`),
    )
  const queue = page.getByRole('grid', { name: 'Waiting' })
  await expect(queue).toHaveAttribute('aria-rowcount', '2000')
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await queue.getByRole('row').first().click()
  await page.keyboard.press('End')
  await expect(row(page, 'Study d499')).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search the queue' }).fill('study c77')
  await expect(queue).toHaveAttribute('aria-rowcount', '1')
  // A search shows a part of the line; places are those of the whole.
  await expect(row(page, 'Study c77')).toContainText('Place 1,078')
  await row(page, 'Study c77').click()
  await page.getByRole('complementary', { name: 'Request' }).getByRole('button', { name: 'Move to front' }).click()
  await expect(row(page, 'Study c77')).toContainText('Next')
})
