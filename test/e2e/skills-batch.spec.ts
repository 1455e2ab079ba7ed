import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolations } from './accessibility.ts'
import { agreeToAll, atRest, callFrom, cutOutSample, dropFiles, goTo, tellPractice } from './driving.ts'
import { expect, test } from './window-test.ts'

const fast = { PRINTROOM_TIME_SCALE: '10' }

const files = (page: Page) => page.getByRole('list', { name: 'Files' })
const spend = (page: Page) => page.getByRole('region', { name: 'Skills' }).locator('[data-spend]')
const check = (page: Page, name: string) => files(page).getByRole('checkbox', { name: `Select ${name}`, exact: true })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

async function drawn(folder: string, name: string, background: string): Promise<string> {
  const path = join(folder, name)
  await sharp({ create: { width: 640, height: 420, channels: 3, background } })
    .composite([
      {
        input: await sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      },
    ])
    .png()
    .toFile(path)
  return path
}

test('without a mouse: rows are chosen, sent alone and removed, the cap is set where the total stands, and results go on to another Skill', async ({
  launch,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'printroom-batch-'))
  try {
    const colours = ['#884422', '#226688', '#448822', '#662288']
    const paths = await Promise.all(colours.map((colour, at) => drawn(folder, `piece-${at + 1}.png`, colour)))
    const { app, page } = await launch({ begun: 'practising', env: fast })
    await agreeToAll(app)
    await goTo(page, 'Skills')
    await dropFiles(page, paths)
    await expect(spend(page)).toHaveAccessibleName(/^Send 4 cutouts.*8 credits$/)
    await expectNoViolations(page, 'files that wait')

    // One row is the way in; from there the arrows go, and with Shift they take along.
    await check(page, 'piece-1.png').focus()
    await page.keyboard.press('ArrowDown')
    await expect(check(page, 'piece-2.png')).toBeFocused()
    await expect(check(page, 'piece-2.png')).toBeChecked()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(check(page, 'piece-3.png')).toBeFocused()
    await expect(preview(page)).toContainText('2 selected')
    await preview(page).getByRole('button', { name: 'Send only these 2' }).press('Enter')
    await expect(spend(page)).toHaveAccessibleName(/^Send 2 cutouts.*4 credits$/)
    await expect(page.getByText('Only 2 of 4 files')).toBeVisible()

    // The cap stands where the total does: too little holds the order, more lets it go.
    const cap = page.getByRole('textbox', { name: 'Limit per order' })
    await cap.fill('3')
    await cap.press('Enter')
    await expect(spend(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('1 over')).toBeVisible()
    await cap.fill('6')
    await cap.press('Enter')
    await expect(page.getByText('2 left')).toBeVisible()
    // What is typed and not set yet holds the order back in words, and is set when its field is left.
    await cap.fill('5')
    await expect(page.getByText('The limit you typed isn’t set yet. Press Enter in its field.')).toBeVisible()
    await expect(spend(page)).toHaveAttribute('aria-disabled', 'true')
    await cap.press('Tab')
    await expect(page.getByText('1 left')).toBeVisible()
    expect(await callFrom(page, 'queue.caps', undefined)).toMatchObject({ batch: 5 })
    // No number is no limit: nothing goes until it is one, and 3 holds the four credits back.
    await cap.fill('ten')
    await cap.blur()
    await expect(spend(page)).toHaveAttribute('aria-disabled', 'true')
    await cap.fill('3')
    await spend(page).click({ force: true })
    await expect(page.getByText('1 over')).toBeVisible()
    expect(await callFrom(page, 'requests.list', {})).toEqual([])
    await cap.fill('6')
    await cap.blur()
    await expect(page.getByText('2 left')).toBeVisible()
    expect(await callFrom(page, 'queue.caps', undefined)).toMatchObject({ batch: 6 })
    await expect(spend(page)).toHaveAttribute('aria-disabled', 'false')
    await expectNoViolations(page, 'two of four, under a cap')
    await atRest(spend(page))
    await spend(page).press('Enter')
    await expect(files(page).getByText('Done', { exact: true })).toHaveCount(2)
    // The others wait on, and are in the price again.
    await expect(spend(page)).toHaveAccessibleName(/^Send 2 cutouts.*4 credits$/)

    await check(page, 'piece-4.png').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Delete')
    await expect(check(page, 'piece-4.png')).toHaveCount(0)
    await expect(spend(page)).toHaveAccessibleName(/^Send 1 cutout.*2 credits$/)

    // A result large, and on to the next Skill: the file is in its place there, and nothing was sent.
    await check(page, 'piece-2.png').focus()
    await page.keyboard.press('Space')
    await expect(preview(page).getByRole('button', { name: /^Open practice-piece-2/ })).toBeVisible()
    await expectNoViolations(page, 'a result, large')
    await preview(page).getByRole('button', { name: 'Use in…' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Background' }).press('Enter')
    await expect(page.getByRole('tab', { name: /^Background/, selected: true })).toBeVisible()
    await expect(files(page)).toContainText('practice-piece-2')
    await expect(spend(page)).toHaveAccessibleName(/credits$/)

    await page.getByRole('tab', { name: /^Cutout/ }).click()
    await page.getByRole('radio', { name: 'Grid' }).check({ force: true })
    await expect(files(page).getByRole('listitem')).toHaveCount(3)
    await expectNoViolations(page, 'the grid')
    await check(page, 'piece-1.png').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await expect(preview(page)).toContainText('3 selected')
    await page.keyboard.press('Escape')
    await expect(files(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a result is opened, touched up and exported from its row by the keys of the library, and the keyboard comes back to it', async ({
  launch,
}) => {
  const { app, page } = await launch({ env: fast })
  // A low window: one result alone is seen large all the same.
  await page.setViewportSize({ width: 960, height: 640 })
  await cutOutSample(app, page)
  const [before] = await preview(page).getByRole('img', { includeHidden: true }).all()
  await expect(before ?? preview(page)).toBeInViewport({ ratio: 1 })
  const row = files(page).getByRole('checkbox').first()
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('t')
  await expect(page.locator('section[data-ready]')).toBeVisible()
  await page.keyboard.down(' ')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.up(' ')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved as .*-touch-up\.png/)).toBeVisible()
  await page.keyboard.press('Escape')
  // What was saved is closed, and it stands where it was opened from, still selected.
  await expect(row).toBeFocused()
  await expect(row).toBeChecked()

  await page.keyboard.press('e')
  await expect(page.getByRole('dialog')).toContainText('Export 1 result')
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()

  // A row that is pressed has the keys, and no ring goes round all of them (F4).
  await row.blur()
  await files(page)
    .getByRole('listitem')
    .first()
    .click({ position: { x: 150, y: 10 } })
  await expect(row).toBeFocused()
})

const asked = (page: Page, name: string) => files(page).getByRole('group', { name: `Decide about ${name}` })

test('what is asked is answered where the file stands, by the keyboard: in its row and in its tile, at the price on the button', async ({
  launch,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'printroom-asking-'))
  try {
    const colours = ['#884422', '#226688', '#448822']
    const paths = await Promise.all(colours.map((colour, at) => drawn(folder, `piece-${at + 1}.png`, colour)))
    const { app, page, home } = await launch({ begun: 'practising', env: fast })
    await agreeToAll(app)
    await goTo(page, 'Skills')
    await callFrom(page, 'queue.pause', undefined)
    await dropFiles(page, paths)
    await expect(spend(page)).toHaveAccessibleName(/^Send 3 cutouts.*6 credits$/)
    await atRest(spend(page))
    await spend(page).press('Enter')
    await expect.poll(async () => (await callFrom(page, 'requests.list', { open: true })).length).toBe(3)
    const bump = { match: { method: 'POST', path: '/api/skills/*' }, fault: 'price-bump', add: 3, times: 1 }
    await tellPractice(home, 'faults', { faults: [bump] })
    await callFrom(page, 'queue.resume', undefined)

    const row = files(page).getByRole('listitem').filter({ hasText: 'piece-1.png' })
    await expect(asked(page, 'piece-1.png')).toBeVisible()
    await expect(row).toContainText('Price changed')
    await expect(row).toContainText('Was 2, now 5 credits')
    await expect(asked(page, 'piece-3.png')).toBeVisible()
    await expectNoViolations(page, 'rows that ask')

    // From the row on, its choices are next; the whole question is behind the first.
    await check(page, 'piece-1.png').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const whole = page.getByRole('dialog', { name: 'Decide about piece-1.png' })
    await expect(whole).toContainText('It costs 5 now; you accepted 2.')
    await page.keyboard.press('Escape')
    // Back where it was opened from, a moment after the key.
    await expect(asked(page, 'piece-1.png').getByRole('button').first()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(asked(page, 'piece-1.png').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(asked(page, 'piece-1.png').getByRole('button', { name: /^Accept and send.*5 credits$/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row).toContainText('Done')
    await expect(asked(page, 'piece-1.png')).toHaveCount(0)
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)

    await asked(page, 'piece-2.png').getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(asked(page, 'piece-2.png')).toHaveCount(0)

    await page.getByRole('radio', { name: 'Grid' }).check({ force: true })
    await expectNoViolations(page, 'a tile that asks')
    const accept = asked(page, 'piece-3.png').getByRole('button', { name: /^Accept and send.*5 credits$/ })
    await page.setViewportSize({ width: 960, height: 640 })
    await expect(accept).toBeInViewport({ ratio: 1 })
    await expect(asked(page, 'piece-3.png').getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
    await atRest(accept)
    await accept.press('Enter')
    await expect(files(page).getByText('Done', { exact: true })).toHaveCount(2)
    await expect(files(page).getByRole('group')).toHaveCount(0)
    expect((await callFrom(page, 'requests.list', {})).map(({ creditsUsed }) => creditsUsed).sort()).toEqual([
      5,
      5,
      null,
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
