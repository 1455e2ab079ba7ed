import type { Page } from '@playwright/test'
import { atRest, callFrom as call, goTo } from './driving.ts'
import type { Launched, LaunchOptions } from './launch.ts'
import { expect, sharedApp, test } from './window-test.ts'

const options: LaunchOptions = { begun: 'practising', env: { PRINTROOM_TIME_SCALE: '10' } }
/** What is ordered in one test waits in the queue of the next. */
const shared = sharedApp(options)
const spend = (page: Page) => page.getByRole('button', { name: /\d+ credits?$/ })
const ordered = async (page: Page): Promise<number> => (await call(page, 'requests.list', {})).length

/** The button takes a press: the price that stands on it is of now, and nothing is being written. */
const isReady = (page: Page) => atRest(spend(page))

/** As a keyboard repeats a key that is not let go. */
async function repeat(page: Page, key: string, times = 5): Promise<void> {
  for (let time = 0; time < times; time += 1) await page.keyboard.down(key)
}

/** Create with a prompt and its price; what is ordered waits. */
async function open({ page }: Launched): Promise<Page> {
  await call(page, 'queue.pause', undefined)
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A kite over the sea')
  await isReady(page)
  return page
}

test('Enter held on the button that spends orders once, however often the price is worked out anew meanwhile', async () => {
  const page = await open(await shared())
  const had = await ordered(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.down('Enter')
  await expect(page.getByText('1 request queued.')).toBeAttached()
  await isReady(page)
  await repeat(page, 'Enter')
  await isReady(page)
  expect(await ordered(page)).toBe(had + 1)
  await page.keyboard.up('Enter')
  // After an order the keyboard is at what was ordered: another one is led to.
  await expect(spend(page)).not.toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await repeat(page, ' ')
  await page.keyboard.up(' ')
  await expect.poll(() => ordered(page)).toBe(had + 2)
  await isReady(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => ordered(page)).toBe(had + 3)
})

test('a key that leads to the button and is held on does not press it: Ctrl+Enter, and the palette', async () => {
  const page = await open(await shared())
  const had = await ordered(page)
  await page.getByRole('textbox', { name: 'Prompt' }).focus()
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await expect(spend(page)).toBeFocused()
  await page.keyboard.up('Control')
  await repeat(page, 'Enter')
  await isReady(page)
  await page.keyboard.up('Enter')
  expect(await ordered(page)).toBe(had)

  await page.getByRole('textbox', { name: 'Prompt' }).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('price')
  await expect(page.getByRole('option', { selected: true })).toContainText('Go to price')
  await page.keyboard.down('Enter')
  await expect(spend(page)).toBeFocused()
  await repeat(page, 'Enter')
  await isReady(page)
  await page.keyboard.up('Enter')
  expect(await ordered(page)).toBe(had)
})

test('Enter held on does not answer the question that it brought up, nor take the first line of the palette', async ({
  launch,
}) => {
  const page = await open(await launch(options))
  for (const count of [1, 2]) {
    await isReady(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => ordered(page)).toBe(count)
  }
  await goTo(page, 'Queue')
  await page.getByRole('row').first().click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Cancel 2' }).focus()
  await page.keyboard.down('Enter')
  const keep = page.getByRole('alertdialog').getByRole('button', { name: 'Keep' })
  await expect(keep).toBeFocused()
  await repeat(page, 'Enter', 1)
  await page.keyboard.up('Enter')
  await expect(keep).toBeFocused()
  await keep.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Search or do anything' }).focus()
  await page.keyboard.down('Enter')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await repeat(page, 'Enter', 1)
  await page.keyboard.up('Enter')
  await expect(palette).toBeVisible()
})

test('Undo held on takes one act back, and stars held on are one act', async ({ launch }) => {
  const { page } = await launch({ begun: 'cut out' })
  await goTo(page, 'Library')
  const { items } = await call(page, 'library.open', { filter: {}, limit: 1 })
  const id = items[0]?.id ?? ''
  const ratingOf = async (): Promise<number> => (await call(page, 'library.get', { id })).rating
  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('3')
  await expect.poll(ratingOf).toBe(3)
  await repeat(page, '5')
  await page.keyboard.up('5')
  await expect.poll(ratingOf).toBe(5)
  await page.keyboard.down('ControlOrMeta')
  await repeat(page, 'z')
  await page.keyboard.up('z')
  await page.keyboard.up('ControlOrMeta')
  await expect(page.getByText('Undone: 1 picture rated 5 stars.')).toBeAttached()
  // Answered after whatever else was asked for.
  await page.keyboard.press('p')
  await expect.poll(async () => (await call(page, 'library.get', { id })).flag).toBe('pick')
  expect(await ratingOf()).toBe(3)
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(ratingOf).toBe(0)
})
