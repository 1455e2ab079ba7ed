import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { agreeToAll, callFrom, chooseFiles, dropFiles, goTo, pressSpend, startPractising } from './driving.ts'
import { expect, test } from './window-test.ts'

const sample = join(root, 'resources/sample.jpg')
const fast = { PRINTROOM_TIME_SCALE: '10', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }

const skills = (page: Page) => page.getByRole('region', { name: 'Skills' })
const chooses = (page: Page) => skills(page).getByRole('button', { name: 'Choose files…' })
const takesOut = (page: Page) => skills(page).getByRole('button', { name: /^Remove/ })

test('in Skills the keyboard keeps a place when what it was on goes: a first file, a file taken out, a list emptied', async ({
  launch,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'printroom-focus-'))
  try {
    const { app, page } = await launch({ begun: 'practising', env: fast })
    await goTo(page, 'Skills')
    await chooseFiles(app, [sample])
    await chooses(page).press('Enter')
    await expect(takesOut(page)).toHaveCount(1)
    await expect(chooses(page)).toBeFocused()
    await takesOut(page).press('Enter')
    await expect(takesOut(page)).toHaveCount(0)
    await expect(chooses(page)).toBeFocused()
    await page.getByRole('button', { name: 'Use the sample photograph' }).press('Enter')
    await expect(takesOut(page)).toHaveCount(1)
    await expect(chooses(page)).toBeFocused()

    const files = ['one.jpg', 'two.jpg', 'three.jpg'].map((name) => join(folder, name))
    for (const file of files) await copyFile(sample, file)
    await dropFiles(page, files)
    await expect(takesOut(page)).toHaveCount(4)
    // The row that took its place, and after the last one the one before.
    await page.getByRole('button', { name: 'Remove, one.jpg' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove, two.jpg' })).toBeFocused()
    await page.getByRole('button', { name: 'Remove, three.jpg' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove, two.jpg' })).toBeFocused()
    await page.getByRole('button', { name: 'Clear unsent' }).press('Enter')
    await expect(takesOut(page)).toHaveCount(0)
    await expect(chooses(page)).toBeFocused()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('in Skills the keyboard keeps a place when what has ended is cleared away', async ({ launch }) => {
  const { page } = await launch({ begun: 'practising', env: fast })
  await goTo(page, 'Skills')
  await expect(page.getByRole('tab', { name: /^Poster.*7 credits/ })).toBeVisible()
  await callFrom(page, 'queue.pause', undefined)
  await dropFiles(page, [sample])
  await pressSpend(skills(page).getByRole('button', { name: /2 credits$/ }))
  // Taken out of the queue it has ended, and its row stays.
  const receipt = skills(page).getByRole('button', { name: /^Receipt, / })
  await expect(receipt).toBeVisible()
  await takesOut(page).press('Enter')
  await expect(receipt).toBeFocused()
  await page.getByRole('button', { name: 'Clear finished' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Files' })).toHaveCount(0)
  await expect(chooses(page)).toBeFocused()
})

test('in Settings the keyboard stays where it is: on a cap, on a button that works, and at what is wrong with an address', async ({
  launch,
}) => {
  const { app, page } = await launch({ env: fast })
  await page.getByLabel('Key', { exact: false }).last().fill('svc_sk_none')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the full address')).toBeVisible()
  await expect(page.getByLabel('Service address')).toBeFocused()

  await agreeToAll(app)
  await startPractising(page)
  await goTo(page, 'Settings')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const day = card('Spending').getByLabel('Per 24 hours')
  const set = card('Spending').getByRole('button', { name: 'Set' })
  await day.fill('40')
  await day.press('Enter')
  await expect(card('Spending')).toContainText('40 left')
  await expect(day).toBeFocused()
  await day.fill('50')
  await set.press('Enter')
  await expect(card('Spending')).toContainText('50 left')
  await expect(set).toBeFocused()
  await expect(set).toHaveAttribute('aria-disabled', 'true')

  // Set in another place, and known here with the next change of a request.
  const order = card('Spending').getByLabel('Per order')
  await order.fill('7')
  await callFrom(page, 'queue.setCaps', { day: 60 })
  await callFrom(page, 'requests.list', { limit: 1 })
  await set.press('Enter')
  await expect(card('Spending')).toContainText('60 left')
  await expect(day).toHaveValue('60')
  await expect(order).toHaveValue('7')

  const backUp = card('Backups').getByRole('button', { name: 'Back up now' })
  await backUp.press('Enter')
  await expect(card('Backups').getByRole('listitem')).toHaveCount(1)
  await expect(backUp).toBeFocused()
  const putBack = card('Backups').getByRole('button', { name: /^Restore the backup of/ })
  await putBack.press('Enter')
  await expect(page.getByRole('status')).toContainText('The backup is in place')
  await expect(backUp).toBeVisible()
  await expect(putBack).toBeFocused()
})
