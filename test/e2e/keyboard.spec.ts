import type { Locator, Page } from '@playwright/test'
import { agreeToAll, atRest, goTo, startPractising, tellPractice } from './driving.ts'
import { expect, test } from './window-test.ts'

const fast = { PRINTROOM_TIME_SCALE: '10' }

async function order(page: Page, prompt: string): Promise<void> {
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  const spend = page.getByRole('button', { name: /\d+ credits?$/ })
  // Nobody presses in the moment in which a price comes.
  await atRest(spend)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('Enter')
  // The prompt stands over what comes of it.
  await expect(page.getByRole('heading', { name: prompt })).toBeVisible()
}

/** Changes practice from outside; it runs from the moment that the models are asked for. */
async function changePractice(page: Page, home: string, what: 'faults' | 'state', body: object): Promise<void> {
  await goTo(page, 'Create')
  await expect(page.getByRole('radiogroup', { name: 'Quality' })).toBeVisible()
  await tellPractice(home, what, body)
}

const overlap = async (one: Locator, other: Locator): Promise<number> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('one of the two is not on the screen')
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

test('the keyboard keeps its place: after the start, in the library, in a search, from a receipt', async ({
  launch,
}) => {
  const { page, home } = await launch({ env: fast })
  await startPractising(page)
  await expect(page.getByRole('main')).toBeFocused()

  // Slow enough to be chosen while it runs.
  const slow = { match: { method: 'GET', path: '/api/*' }, fault: 'slow', delayMs: 1500, times: 2 }
  await changePractice(page, home, 'faults', { faults: [slow] })
  await page.getByRole('radiogroup', { name: 'Quality' }).getByText('Medium').click()
  await order(page, 'A lamp in the fog')
  await goTo(page, 'Library')
  const running = page.getByRole('gridcell').first()
  await running.click()
  await expect(running).toHaveAttribute('aria-selected', 'true')
  const picture = page.getByRole('gridcell', { name: /^A lamp in the fog.*×/ })
  await expect(picture).toHaveAttribute('aria-selected', 'true')
  await expect(picture).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search the library' })
  await search.fill('no such words')
  await page.getByRole('button', { name: 'Show all pictures' }).press('Enter')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')

  await goTo(page, 'Queue')
  await page.getByRole('button', { name: 'Open receipt', exact: true }).press('Enter')
  const paper = page.getByRole('region', { name: 'Paper receipt' })
  await expect(paper).toContainText('medium')
  // As at 200 % zoom, the evidence must not lie over the paper.
  await page.setViewportSize({ width: 720, height: 450 })
  expect(await overlap(paper, page.getByRole('complementary', { name: 'Evidence' }))).toBe(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /^A lamp in the fog/ })).toBeFocused()
})

test('deciding by keyboard leads to the next question, and then to the request', async ({ launch }) => {
  const { page, home } = await launch({ begun: 'practising', env: fast })
  await changePractice(page, home, 'state', { balances: { acc_a: { purchased: 0 } } })
  await order(page, 'A kite over the sea')
  await order(page, 'A cup on a table')
  await goTo(page, 'Queue')
  const questions = page.getByRole('article', { name: /balance is too low/ })
  await expect(questions).toHaveCount(2)
  await questions.first().getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(questions).toHaveCount(1)
  await expect(questions.first()).toBeFocused()
  await questions.first().getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(questions).toHaveCount(0)
  await expect(page.getByRole('row', { name: /^A cup on a table/ })).toBeFocused()
})

test('the price on the button is never cut, and no notice lies over it', async ({ launch }) => {
  const { app, page, home } = await launch({ begun: 'practising', env: fast })
  await changePractice(page, home, 'state', {})
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Dunes at noon')
  for (let count = 1; count < 20; count += 1) await page.getByRole('button', { name: 'More' }).click()
  const spend = page.getByRole('button', { name: /120 credits$/ })
  await expect(spend).toBeVisible()
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => Promise.reject(new Error('no dialog'))
  })
  await page.getByRole('button', { name: 'Choose reference pictures' }).click()
  const notice = page.getByRole('status').locator('div').first()
  await expect(notice).toBeVisible()
  for (const width of [1440, 960]) {
    await page.setViewportSize({ width, height: width === 960 ? 640 : 900 })
    await expect(spend).toBeVisible()
    const cut = await spend.evaluate((button) => {
      const price = button.querySelector('[aria-hidden]')?.getBoundingClientRect()
      const [x, y] = price ? [price.right - 2, price.top + price.height / 2] : [0, 0]
      return !button.contains(document.elementFromPoint(x, y))
    })
    expect(cut, `${width} wide`).toBe(false)
    expect(await overlap(spend, notice), `${width} wide`).toBe(0)
  }
})

test('in settings the form for another service closes, with the keyboard where it was opened', async ({ launch }) => {
  const { app, page } = await launch({ env: { ...fast, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } })
  await agreeToAll(app)
  await startPractising(page)
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Use my account…' }).press('Enter')
  await page.getByRole('button', { name: 'Stay in practice' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Use my account…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Service address').fill('http://127.0.0.1:9')
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill(`svc_sk_${'Q7'.repeat(16)}`)
  await page.keyboard.press('Enter')
  // One field for a key is left, and it says whose.
  await expect(page.getByRole('button', { name: 'Use another service…' })).toBeFocused()
  await expect(page.getByLabel('Service address')).toHaveCount(0)
})
