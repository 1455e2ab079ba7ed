import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { root } from '../../scripts/setup.mjs'
import { expectNoViolations } from './accessibility.ts'
import { atRest, callFrom, chooseFiles, dropFiles, goTo, pressSpend, tellPractice } from './driving.ts'
import { expect, test } from './window-test.ts'

const sample = join(root, 'resources/sample.jpg')
const begun = 'practising'
const fast = { PRINTROOM_TIME_SCALE: '10' }

/** The button that spends: its name ends with the sum (design.md, "The window"). */
const spend = (page: Page, credits = '\\d+') =>
  page.getByRole('region', { name: 'Skills' }).getByRole('button', { name: new RegExp(`${credits} credits?$`) })
const files = (page: Page) => page.getByRole('list', { name: 'Files' })

async function openSkill(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('tab', { name: new RegExp(`^${name}`), selected: true })).toBeVisible()
}

async function startInSkills(page: Page): Promise<void> {
  await goTo(page, 'Skills')
  // The catalogue is here, so practice runs and can be told things.
  await expect(page.getByRole('tab', { name: /^Poster.*7 credits/ })).toBeVisible()
}

test('a set of product pictures: modules and own ones in the price, and what failed made as a new quoted order (O99, O102, O103, O124)', async ({
  launch,
}) => {
  const { app, page, home } = await launch({ begun, env: fast })
  await startInSkills(page)
  await openSkill(page, 'Product detail')
  await chooseFiles(app, [sample])
  await page
    .getByRole('button', { name: /^Choose files/ })
    .first()
    .click()
  await expect(spend(page, '18')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Scene' }).uncheck({ force: true })
  await expect(spend(page, '12')).toBeVisible()
  await page.getByRole('button', { name: 'Add custom' }).click()
  await page.getByRole('textbox', { name: 'Name 1', exact: true }).fill('Size')
  await page.getByRole('textbox', { name: 'Description 1' }).fill('The bowl beside a hand, to show how large it is.')
  await expect(page.getByText('3 of 6')).toBeVisible()
  await expect(spend(page, '18')).toHaveAttribute('aria-disabled', 'false')
  await expectNoViolations(page, 'product detail')

  const fails = { match: { path: '/api/skills/product-detail/run' }, fault: 'job-fails', module: 'detail', times: 1 }
  await tellPractice(home, 'faults', { faults: [fails] })
  await pressSpend(spend(page, '18'))
  await expect(files(page).getByText('Partly done', { exact: true })).toBeVisible()
  await expect(files(page)).toContainText('2 of 3 were made.')

  await files(page)
    .getByRole('button', { name: /^Make missing/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Reorder missing' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'detail' })).toContainText('not made')
  await expectNoViolations(page, 'what is missing')
  await pressSpend(dialog.getByRole('button', { name: /6 credits$/ }))
  await expect(dialog).toHaveCount(0)
  await expect(files(page).getByText('Done', { exact: true })).toBeVisible()
  // Only what was missing was ordered, and it cannot be ordered in its place once more.
  await files(page)
    .getByRole('button', { name: /^Make missing/ })
    .click()
  await expect(dialog).toContainText('was ordered anew already')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a poster: what is printed and what only instructs is said, texts are counted, a style of one’s own wins (O92, O104)', async ({
  launch,
}) => {
  const { page } = await launch({ begun, env: fast })
  await startInSkills(page)
  await openSkill(page, 'Poster')
  const make = page.getByRole('region', { name: 'Skills' }).getByRole('button', { name: /^Make 1 poster/ })
  await expect(make).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('textbox', { name: 'Brand, event or topic' }).fill('Kiln Studio')
  await expect(make).toHaveAttribute('aria-disabled', 'false')
  await expect(make).toHaveAccessibleName(/7 credits$/)
  const copy = page.getByRole('textbox', { name: /^Copy/ })
  await copy.fill('Open days in May')
  await expect(page.getByText('AI writes the printed text from this.')).toBeVisible()
  await page.getByRole('switch', { name: /^Compose the copy/ }).press('Space')
  await expect(page.getByText('Printed as written. Translated if you choose a language.')).toBeVisible()

  await copy.fill('x'.repeat(501))
  await expect(page.getByText('501 of 500')).toBeVisible()
  await expect(make).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('“Copy” has 501 characters; the limit is 500. Shorten it.').first()).toBeVisible()
  await copy.fill('Open days in May')
  // A picture of each style, from the catalogue through the app's own scheme.
  const styles = page.getByRole('radiogroup', { name: 'Style' })
  await expect
    .poll(() =>
      styles.locator('img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth > 0)),
    )
    .toEqual([true, true, true, true, true])
  await styles.getByRole('radio', { name: 'Swiss' }).check({ force: true })
  await page.getByRole('textbox', { name: /^Own style/ }).fill('Bold, loud street poster')
  await expect(page.getByText('Your own style counts. Empty it to choose one of these.')).toBeVisible()
  await page.getByRole('radio', { name: /^Medium/ }).check({ force: true })
  await expect(make).toHaveAccessibleName(/12 credits$/)
  // Dropped on the window, a picture becomes one of the product pictures.
  await dropFiles(page, [sample])
  await expect(page.getByRole('list', { name: 'Product images' }).getByRole('img')).toHaveCount(1)
  await expectNoViolations(page, 'poster')
  await pressSpend(make)
  await expect(files(page).getByText('Done', { exact: true })).toBeVisible()
  await files(page)
    .getByRole('button', { name: /^Receipt/ })
    .click()
  const receipt = page.getByRole('region', { name: 'Receipt', exact: true })
  await expect(receipt).toContainText('Bold, loud street poster')
  // It was passed over, so it was not sent.
  await expect(receipt).not.toContainText('styleId')
})

test('a form comes back after a crash as it was typed, with what the service changed since (O70, O71)', async ({
  launch,
}) => {
  const first = await launch({ begun, env: fast })
  const { home } = first
  await startInSkills(first.page)
  await openSkill(first.page, 'Background')
  await first.page.getByRole('radio', { name: /^Custom/ }).check({ force: true })
  await first.page.getByRole('textbox', { name: /^Scene/ }).fill('A stone shelf in morning light')
  await dropFiles(first.page, [sample])
  await expect(spend(first.page, '4')).toHaveAttribute('aria-disabled', 'false')
  await tellPractice(home, 'state', { market: { add: 1, only: ['white-bg'] } })
  // What was typed is on disk a moment after the last key; a crash asks nobody.
  await expect
    .poll(() => first.page.evaluate(() => window.printroom.call('drafts.load', { form: 'skill:white-bg' })))
    .toMatchObject({
      ok: true,
      value: { values: { customPrompt: 'A stone shelf in morning light' }, files: [{ name: 'sample.jpg' }] },
    })
  first.app.process().kill('SIGKILL')

  const { page } = await launch({ env: fast, home })
  await goTo(page, 'Skills')
  await expect(page.getByRole('tab', { name: /^Background/, selected: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Scene/ })).toHaveValue('A stone shelf in morning light')
  await expect(files(page)).toContainText('sample.jpg')
  // The list of before the crash may be kept for five minutes (§8): asked anew, it says what changed.
  await page.evaluate(() => window.printroom.call('catalogue.skills', { fresh: true }))
  await page.reload()
  await goTo(page, 'Skills')
  await expect(page.getByText(/Changed since your last visit/).locator('..')).toContainText(
    'Custom, Fast is now 5 credits (was 4).',
  )
  await expect(spend(page, '5')).toHaveAttribute('aria-disabled', 'false')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText(/Changed since your last visit/)).toHaveCount(0)
})

test('a window that stays open has its choices and its total of one reading of the service (O70, O71)', async ({
  launch,
}) => {
  const { page, home } = await launch({ begun, env: fast })
  await startInSkills(page)
  await openSkill(page, 'Background')
  await page.getByRole('radio', { name: /^Custom/ }).check({ force: true })
  await page.getByRole('textbox', { name: /^Scene/ }).fill('A stone shelf in morning light')
  await dropFiles(page, [sample])
  await expect(spend(page, '4')).toHaveAttribute('aria-disabled', 'false')
  // Whoever reads the list after its five minutes, the engine has a newer one than the window from then on.
  await tellPractice(home, 'state', { market: { add: 1, only: ['white-bg'] } })
  await callFrom(page, 'catalogue.skills', { fresh: true })
  await page.getByRole('textbox', { name: /^Scene/ }).fill('A stone shelf in evening light')
  await expect(spend(page, '5')).toHaveAttribute('aria-disabled', 'false')
  await expect(page.getByText(/Changed since your last visit/).locator('..')).toContainText(
    'Custom, Fast is now 5 credits (was 4).',
  )
  // With nothing to send there is no quote, and the tab has the price of what is set from the list.
  const tab = page.getByRole('tab', { name: /^Background/ })
  await files(page)
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await tellPractice(home, 'state', { market: { add: 2, only: ['white-bg'] } })
  await callFrom(page, 'catalogue.skills', { fresh: true })
  // The price of another Skill is of the newer list, and so all tabs are.
  await openSkill(page, 'Cutout')
  await dropFiles(page, [sample])
  await expect(tab).toHaveAccessibleName(/6\D+each, with these settings/)
})

test('upscale: too large to upload says the ways out, and a copy or a smaller original goes only by one’s word (A1, O109, O111)', async ({
  launch,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'printroom-large-'))
  try {
    const [large, wide] = [join(folder, 'large.png'), join(folder, 'wide.jpg')]
    const others = ['wide-2.jpg', 'wide-3.jpg']
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    await sharp({ create: { width: 1500, height: 1000, channels: 3, background: 'grey', noise } })
      .png()
      .toFile(large)
    await sharp({ create: { width: 5000, height: 100, channels: 3, background: 'teal' } })
      .jpeg()
      .toFile(wide)
    for (const name of others) await copyFile(wide, join(folder, name))
    const { page } = await launch({ begun, env: fast })
    await startInSkills(page)
    await openSkill(page, 'Upscale')
    await dropFiles(page, [large, wide, ...others.map((name) => join(folder, name))])
    // Its size is known, so it is asked about before anything is sent.
    await expect(files(page)).toContainText('processed at 4,096 × 81')
    await expect(spend(page, '15')).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('3 pictures are larger than the service takes.').first()).toBeVisible()
    await expectNoViolations(page, 'asked before sending')
    await files(page).getByRole('button', { name: 'Resize wide.jpg' }).click()
    await expect(spend(page, '15')).toHaveAttribute('aria-disabled', 'false')
    await page.getByRole('radio', { name: 'Ask me each time' }).check({ force: true })
    await expect(spend(page, '15')).toHaveAttribute('aria-disabled', 'false')

    await files(page)
      .getByRole('button', { name: /^A copy…/ })
      .click()
    const copy = page.getByRole('dialog', { name: /too large to upload/ })
    await expect(copy).toContainText(/re-encoded at quality \d+ of 100/)
    await expect
      .poll(() => copy.getByRole('img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth)))
      .toEqual([512, 512])
    await expectNoViolations(page, 'the copy')
    await copy.getByRole('button', { name: 'Send the copy' }).click()
    await expect(spend(page, '20')).toHaveAttribute('aria-disabled', 'false')
    await pressSpend(spend(page, '20'))

    await files(page).getByRole('button', { name: 'The whole question, wide.jpg' }).click()
    const decision = page.getByRole('dialog', { name: /^Decide about wide.jpg/ })
    await expect(decision).toContainText('5,000 × 100')
    await expect(decision).toContainText('4,096 × 81')
    await expectNoViolations(page, 'the decision')
    await pressSpend(decision.getByRole('button', { name: /5 credits$/ }))

    // What the others ask alike is answered once, at the sum of their prices.
    const alike = page.getByRole('article', { name: '2 need resizing' })
    await expect(alike).toContainText('wide-2.jpg and wide-3.jpg')
    await expectNoViolations(page, 'what several ask alike')
    await pressSpend(alike.getByRole('button', { name: /^Resize and send all 2.*10 credits$/ }))
    await expect(files(page).getByText('Done', { exact: true })).toHaveCount(4)
    await expect(alike).toHaveCount(0)
    await expect(files(page)).toContainText('1,500 × 1,000 → 3,000 × 2,000')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('who has no picture at hand practises on the sample photograph', async ({ launch }) => {
  const { page } = await launch({ begun, env: fast })
  await startInSkills(page)
  await page.getByRole('button', { name: 'Use the sample photograph' }).click()
  await expect(files(page).getByText(/^sample-/)).toBeVisible()
  await pressSpend(spend(page, '2'))
  await expect(files(page).getByText('Done', { exact: true })).toBeVisible()
})

test('without a mouse: tabs and choices by arrows, the price by Ctrl+Enter, and what was made before is offered first (O105)', async ({
  launch,
}) => {
  const { page } = await launch({ begun, env: fast })
  await startInSkills(page)
  await dropFiles(page, [sample])
  await openSkill(page, 'Cutout')
  await page.getByRole('tab', { name: /^Cutout/ }).focus()
  for (const name of [/^Product detail/, /^Poster/, /^Background/]) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name, selected: true })).toBeFocused()
  }
  await dropFiles(page, [sample])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /^Smart/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /^White/ })).toBeChecked()
  // On plain white there is neither ratio nor quality to choose.
  await expect(page.getByRole('radiogroup', { name: 'Quality' })).toHaveCount(0)
  await atRest(spend(page, '3'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(spend(page, '3')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(files(page).getByText('Done', { exact: true })).toBeVisible()

  await dropFiles(page, [sample])
  await expect(files(page).getByText('Already made', { exact: true })).toBeVisible()
  const make = page.getByRole('region', { name: 'Skills' }).locator('[data-spend]')
  await expect(make).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('All of these were already made and are in your library.')).toBeVisible()
  await expectNoViolations(page, 'made before')
  await page.getByRole('radio', { name: 'Skip' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(make).toHaveAccessibleName(/3 credits$/)
  await atRest(make)

  // It was said of this order: the next one is asked about anew, and its rest may go under a cap that the whole is over.
  await page.keyboard.press('ControlOrMeta+Enter')
  await atRest(make)
  await make.press('Enter')
  await expect(files(page).getByText('Already made', { exact: true })).toHaveCount(0)
  await callFrom(page, 'queue.setCaps', { batch: 3 })
  await dropFiles(page, [sample, join(root, 'resources/icon.png')])
  await expect(files(page).getByText('Already made', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Skip' })).toBeChecked()
  await expect(make).toHaveAccessibleName(/3 credits$/)
  await expect(make).toHaveAttribute('aria-disabled', 'false')
})
