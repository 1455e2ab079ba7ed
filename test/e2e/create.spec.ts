import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { expectNoViolations } from './accessibility.ts'
import { atRest, callFrom, chooseFiles, dropFiles, goTo, pressSpend, tellPractice } from './driving.ts'
import { expect, sharedApp, test } from './window-test.ts'

// Each walks a long way, and the machine may have other work.
const begun = 'practising'
const fast = { PRINTROOM_TIME_SCALE: '20' }

const create = (page: Page): Locator => page.getByRole('region', { name: 'Create', exact: true })
/** The button that spends: its name ends with the sum (design.md, "The window"). */
const spend = (page: Page): Locator => page.getByRole('button', { name: /\d+ credits?$/ })
const prompt = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt', exact: true })
const many = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompts', exact: true })
const segment = (page: Page, group: string, words: string): Locator =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByText(words, { exact: true })

async function open(page: Page): Promise<void> {
  await goTo(page, 'Create')
  await expect(page.getByRole('radiogroup', { name: 'Ratio' })).toBeVisible()
}

/** By the keyboard alone: found by typing, taken with Enter. */
async function chooseModel(page: Page, name: string): Promise<void> {
  await create(page)
    .getByRole('button', { name: /^Model/ })
    .press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Find a model' })).toBeFocused()
  await page.keyboard.type(name)
  // “No results.” is an option too.
  await expect(page.getByRole('option')).toHaveText([new RegExp(name)])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const chosen = create(page).getByRole('button', { name: new RegExp(`^Model: ${name}`) })
  await expect(chosen).toBeVisible()
  await expect(chosen).toBeFocused()
}

test('many prompts: lines and tables have one total, go under a cap or not at all, and what was paid is offered first', async ({
  launch,
}) => {
  const { page, home } = await launch({ begun, env: fast })
  await open(page)
  await prompt(page).fill('A red boat at dusk')
  await pressSpend(spend(page))
  await expect(page.getByRole('button', { name: /^Open practice-A-red-boat/ }).first()).toBeVisible()
  // The very same is at home now: that is said before it could be paid a second time.
  const quote = page.getByRole('complementary', { name: 'Quote' })
  await expect(quote.getByText('You already made this for 6 credits.')).toBeVisible()
  await expect(spend(page)).toHaveAccessibleName(/^Make it again.*6 credits$/)

  // A picture of the library is a reference with one press, and none with another.
  await create(page).getByRole('button', { name: 'pick from the library' }).click()
  const picture = page.getByRole('list', { name: 'Pictures of the library' }).getByRole('button').first()
  await picture.click()
  await expect(create(page).getByText('1 of 5')).toBeVisible()
  await picture.click()
  await page.keyboard.press('Escape')
  await expect(create(page).getByText('0 of 5')).toBeVisible()

  await create(page).getByRole('button', { name: 'Batch' }).click()
  await expect(many(page)).toHaveValue('A red boat at dusk')
  await many(page).fill('A {red|blue|green} boat at {dawn|dusk}\nA hill\nA hill')
  const list = page.getByRole('list', { name: 'Prompts to send' }).getByRole('listitem')
  await expect(list).toHaveCount(7)
  await expect(list.nth(1)).toContainText('A red boat at dusk')
  await expect(create(page).getByText('7 prompts. 1 duplicate skipped.')).toBeVisible()
  // One of the seven is paid: only the other six are in the price, unless all are wanted.
  await expect(spend(page)).toHaveAccessibleName(/^Make 6 others.*36 credits$/)
  await quote.getByRole('button', { name: 'All 7 instead' }).click()
  await expect(spend(page)).toHaveAccessibleName(/42 credits$/)
  await quote.getByRole('button', { name: 'Only the other 6' }).click()
  await expect(spend(page)).toHaveAccessibleName(/36 credits$/)
  await expectNoViolations(page, 'many prompts')

  await quote.getByRole('button', { name: 'Set a limit' }).click()
  await page.getByRole('textbox', { name: 'Per order' }).fill('40')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await quote.getByRole('button', { name: 'All 7 instead' }).click()
  await expect(spend(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(quote.getByText('Over your limit. Order less, wait, or change the limit.')).toBeVisible()
  await expect(quote.getByText(/It costs 42 credits, and your limit is 40 credits per order/)).toBeVisible()

  await many(page).fill('{a|b|c|d|e|f|g|h}{a|b|c|d|e|f|g|h}{a|b|c|d|e|f|g|h}')
  await expect(create(page).getByText('These are 512 prompts, and one order takes 500 at most.').first()).toBeVisible()

  const csv = join(home, 'campaign.csv')
  await writeFile(csv, 'prompt;ratio;colour\n"A {colour} hill; far away";4:3;red\nA {colour} hill;16:9;blue\n')
  await segment(page, 'Prompt format', 'Table (CSV)').click()
  await page.getByLabel('A file with prompts').setInputFiles(csv)
  await expect(list).toHaveText([/A red hill; far away.*4:3/, /A blue hill.*16:9/])
  await expect(spend(page)).toHaveAccessibleName(/^Make 2 pictures.*12 credits$/)
  await atRest(spend(page))
  await many(page).press('ControlOrMeta+Enter')
  await expect(spend(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 requests queued.')).toBeAttached()
  await expect(create(page).getByText('and 1 other prompt')).toBeVisible()
  await expect(spend(page)).toHaveAccessibleName(/^Make 2 again.*12 credits$/)
  // The keyboard went on to what was ordered: one more Enter orders nothing.
  await expect(page.getByRole('heading', { name: 'A red hill; far away' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await callFrom(page, 'requests.list', {})).toHaveLength(3)

  // History: every prompt once, with its settings where they are wanted.
  await create(page).getByRole('button', { name: 'History' }).click()
  await page.getByRole('searchbox', { name: 'Find a prompt' }).fill('far away')
  const entries = page.getByRole('listbox', { name: 'Earlier prompts' }).getByRole('option')
  await expect(entries).toHaveText([/far away/])
  await segment(page, 'What to apply', 'With its settings').click()
  await entries.first().click()
  await expect(prompt(page)).toHaveValue('A red hill; far away')
  await expect(page.getByRole('radio', { name: '4:3' })).toBeChecked()
})

test('video: the form follows the model, the price follows the form, and the clip comes home', async ({ launch }) => {
  const { page } = await launch({ begun, env: fast })
  await open(page)
  await prompt(page).fill('Waves reach the camera')
  await segment(page, 'Output type', 'Video').click()
  await chooseModel(page, 'Driftwood 5')
  await expect(prompt(page)).toHaveValue('Waves reach the camera')
  await expect(spend(page)).toHaveAccessibleName(/^Make 1 video.*36 credits$/)
  // Only pairs that exist: what the tier does not make cannot be chosen, and says what it needs.
  await expect(page.getByRole('radio', { name: '1080p' })).toBeDisabled()
  await expect(create(page).getByText('1080p and 4k need pro.')).toBeVisible()
  await segment(page, 'Tier', 'pro').click()
  await segment(page, 'Resolution', '1080p').click()
  await page.getByRole('radio', { name: '6 seconds', exact: true }).check()
  await expect(spend(page)).toHaveAccessibleName(/264 credits$/)
  await segment(page, 'Tier', 'mini').click()
  await expect(create(page).getByText(/has no 1080p in mini/)).toBeVisible()
  await segment(page, 'Resolution', '480p').click()
  await page.getByRole('radio', { name: '5 seconds', exact: true }).check()
  // A reference video is billed by its seconds too (service.md §4.1 rule 3): 7 × max(3 + 5, 9).
  await page.getByRole('textbox', { name: 'Continue a video' }).fill('https://clips.example/a.mp4')
  await expect(
    create(page)
      .getByText(/Give the seconds of the reference video/)
      .first(),
  ).toBeVisible()
  // Typed letter by letter, as people do: 3,5 is no 35.
  await page.getByRole('textbox', { name: 'Its seconds' }).pressSequentially('3,5')
  await expect(page.getByRole('textbox', { name: 'Its seconds' })).toHaveValue('3,5')
  await expect(spend(page)).toHaveAccessibleName(/63 credits$/)
  await expect(page.getByRole('radio', { name: 'Adaptive' })).toBeChecked()
  await expectNoViolations(page, 'video')
  await page.getByRole('textbox', { name: 'Continue a video' }).fill('')
  await chooseModel(page, 'Ostinato')
  await expect(page.getByRole('radio', { name: '5 seconds', exact: true })).toBeChecked()
  await expect(spend(page)).toHaveAccessibleName(/35 credits$/)
  await pressSpend(spend(page))
  await expect(page.getByRole('button', { name: /^Open practice-Waves/ }).first()).toBeVisible()
  // The settings of images are where they were.
  await segment(page, 'Output type', 'Image').click()
  await expect(create(page).getByRole('button', { name: /^Model: Quillon 3/ })).toBeVisible()
  await prompt(page).fill('Something else')
  await create(page).getByRole('button', { name: 'Use the settings of “Waves reach the camera” again' }).click()
  await expect(create(page).getByRole('button', { name: /^Model: Ostinato/ })).toBeVisible()
  await expect(prompt(page)).toHaveValue('Waves reach the camera')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(create(page).getByRole('button', { name: /^Model: Quillon 3/ })).toBeVisible()
  await expect(prompt(page)).toHaveValue('Something else')
  await create(page).getByRole('button', { name: 'History' }).click()
  await page.getByRole('listbox', { name: 'Earlier prompts' }).getByRole('option').first().click()
  await expect(prompt(page)).toHaveValue('Waves reach the camera')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt(page)).toHaveValue('Something else')
})

const chooser = sharedApp({ begun, env: fast })

test('the models are those of the output type from the moment in which it is chosen, however busy the machine is', async () => {
  const { page } = await chooser()
  await open(page)
  const model = create(page).getByRole('button', { name: /^Model: Quillon 3/ })
  // In one task: what waits for a quiet moment has none in it.
  const shown = await model.evaluate(async (button) => {
    document.querySelector<HTMLInputElement>('input[type="radio"][value="video"]')?.click()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    return button.textContent
  })
  expect(shown).toContain('Driftwood 5')
})

test('Enter takes the model that was found, also after a deleted letter, a paste, and before the machine came round to mark it', async () => {
  const { page } = await chooser()
  await open(page)
  await segment(page, 'Output type', 'Image').click()
  const model = create(page).getByRole('button', { name: /^Model/ })
  const find = page.getByRole('searchbox', { name: 'Find a model' })
  const opened = async (): Promise<void> => {
    await model.press('Enter')
    await expect(find).toBeFocused()
  }
  const expectChosen = async (name: string): Promise<void> => {
    await expect(find).toHaveCount(0)
    await expect(model).toHaveAccessibleName(new RegExp(`^Model: ${name}`))
    await expect(model).toBeFocused()
  }

  await opened()
  await page.keyboard.press('Enter')
  await expect(find).toBeFocused()
  await page.keyboard.type('Aurelle Grandx')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expectChosen('Aurelle Grand')

  await opened()
  await page.keyboard.insertText('Quillon 3')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('3')
  await page.keyboard.press('Backspace')
  await page.keyboard.down('Enter')
  await expectChosen('Quillon 3')
  // Let go where the focus went, the key opens nothing.
  await page.keyboard.up('Enter')
  await expect(find).toHaveCount(0)

  await opened()
  await page.keyboard.type('Aurelle Grandx')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('option')).toHaveCount(1)
  await find.evaluate((field) => {
    for (const key of ['ArrowDown', 'Enter'])
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await expectChosen('Aurelle Grand')
})

test('a form comes back after a crash, with what changed since; presets and references come back too', async ({
  launch,
}) => {
  const first = await launch({ begun, env: fast })
  const { page, home } = first
  await open(page)
  await chooseModel(page, 'Aurelle Grand')
  await prompt(page).fill('A lighthouse at night')
  await segment(page, 'Resolution', '4K').click()
  await chooseFiles(first.app, [join(root, 'resources/sample.jpg')])
  await page.getByRole('button', { name: 'Choose reference pictures' }).click()
  await expect(page.getByRole('list', { name: 'References' }).getByRole('img')).toHaveCount(1)
  // A picture without a file, as screenshots are pasted.
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 30)
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
    const data = new DataTransfer()
    data.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }))
    document
      .querySelector('textarea')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('list', { name: 'References' }).getByRole('img')).toHaveCount(2)
  await dropFiles(page, [join(root, 'resources/icon.png')])
  await expect(page.getByRole('list', { name: 'References' }).getByRole('img')).toHaveCount(3)
  await create(page)
    .getByRole('button', { name: /^Style options/ })
    .click()
  await page.getByRole('slider', { name: 'Chaos' }).fill('30')
  await create(page).getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('textbox', { name: 'Save these settings as' }).fill('Night')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Night/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(spend(page)).toHaveAccessibleName(/18 credits$/)
  await expectNoViolations(page, 'style options')
  // Forms are saved a moment after the last change; the tray's figure shows nothing of it, so the draft itself is asked.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const answer = await window.printroom.call('drafts.load', { form: 'create-seen' })
        return answer.ok && answer.value !== null ? JSON.stringify(answer.value) : ''
      }),
    )
    .toContain('\\"chaos\\":30')
  await tellPractice(home, 'state', { market: { factor: 2 } })
  first.app.process().kill('SIGKILL')

  const second = await launch({ env: fast, home })
  await goTo(second.page, 'Create')
  const again = second.page
  await expect(prompt(again)).toHaveValue('A lighthouse at night')
  await expect(again.getByRole('radio', { name: '4K' })).toBeChecked()
  await expect(again.getByRole('list', { name: 'References' }).getByRole('img')).toHaveCount(3)
  await expect(again.getByRole('slider', { name: 'Chaos' })).toHaveValue('30')
  await expect(spend(again)).toHaveAccessibleName(/18 credits$/)
  await create(again)
    .getByRole('button', { name: /^Model/ })
    .click()
  await again.getByRole('button', { name: 'Refresh' }).click()
  await again.keyboard.press('Escape')
  await expect(spend(again)).toHaveAccessibleName(/36 credits$/)
  const wentUp = again.getByText(/This was quoted at 18 credits at .*went up to 36 credits/)
  await expect(wentUp).toBeVisible()
  await create(again).getByRole('button', { name: 'OK' }).click()
  await expect(wentUp).toHaveCount(0)
  await create(again)
    .getByRole('button', { name: /^Style options/ })
    .click()
  await chooseModel(again, 'Tessel Flash')
  await expect(create(again).getByText(/Tessel Flash has no 4K and no references/)).toBeVisible()
  await create(again).getByRole('button', { name: 'Presets' }).click()
  await again.getByRole('button', { name: /^Night/ }).click()
  await expect(create(again).getByRole('button', { name: /^Model: Aurelle Grand/ })).toBeVisible()
  // Out of a set with more than a model takes: the keyboard goes on at the next picture, then at the empty place.
  await chooseModel(again, 'Sumire 7')
  const references = again.getByRole('list', { name: 'References' })
  const takeOut = references.getByRole('button', { name: /^Remove/ })
  await takeOut.first().press('Enter')
  await expect(takeOut).toHaveCount(2)
  await expect(takeOut.first()).toBeFocused()
  await again.keyboard.press('Enter')
  await expect(takeOut.first()).toBeFocused()
  await again.keyboard.press('Enter')
  await expect(takeOut).toHaveCount(0)
  await expect(again.getByRole('button', { name: 'Choose reference pictures' })).toBeFocused()
  await chooseModel(again, 'Aurelle Grand')
  // A model that is retired is never replaced by another one silently (O69).
  await tellPractice(home, 'state', { market: { retired: ['aurelle-grand-4'] } })
  await create(again)
    .getByRole('button', { name: /^Model/ })
    .click()
  await again.getByRole('button', { name: 'Refresh' }).click()
  await again.keyboard.press('Escape')
  await expect(
    create(again)
      .getByText(/is unavailable. Choose another/)
      .first(),
  ).toBeVisible()
  await expect(again.getByRole('button', { name: /^Make/ })).toHaveAttribute('aria-disabled', 'true')
})
