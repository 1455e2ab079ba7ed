import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import { violations } from './accessibility.ts'
import { callFrom, goTo, order } from './driving.ts'
import { expect, test } from './window-test.ts'

test('shortcuts, menus, one notice a batch while nobody looks, and the taskbar', async ({ launch }) => {
  const { app, page } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '20' } })
  const region = (name: string) => page.getByRole('region', { name, exact: true })

  await page.keyboard.press('ControlOrMeta+4')
  await expect(region('Queue')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+,')
  await expect(region('Settings')).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Cancel unsent requests')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Is it?')
  await page.getByRole('textbox', { name: 'Prompt' }).press('?')
  await expect(sheet).toHaveCount(0)

  const clickMenu = (id: string) =>
    app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), id)
  await clickMenu('queue')
  await expect(region('Queue')).toBeVisible()
  await clickMenu('shortcuts')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')

  // Nobody looks: what would be shown and drawn is written down.
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const told: { notices: unknown[]; bars: number[] } = { notices: [], bars: [] }
    Object.assign(globalThis, { told })
    Notification.prototype.show = function show(this: { title: string; body: string }) {
      told.notices.push(`${this.title}: ${this.body}`)
    }
    for (const window of BrowserWindow.getAllWindows())
      Object.assign(window, { isFocused: () => false, setProgressBar: (part: number) => told.bars.push(part) })
  })
  const { models } = await callFrom(page, 'catalogue.models', { media: 'image' })
  const variants = ['A lamp', 'A kite', 'A cup'].map((prompt) => ({ prompt }))
  const modelId = models[0]?.id ?? ''
  await order(page, await callFrom(page, 'quote.generation', { prompt: 'A lamp', modelId, variants }))
  const told = () => app.evaluate(() => (globalThis as unknown as { told: { notices: string[]; bars: number[] } }).told)
  await expect.poll(async () => (await told()).notices).toEqual(['3 requests: 3 done.'])
  const { bars } = await told()
  // Shown; how far it stands with each of them is under-way.test.ts's, since quick ones may end together.
  expect(Math.max(...bars)).toBeGreaterThanOrEqual(0)
  expect(bars.at(-1)).toBe(-1)
})

test('files that the command line names are asked about, then wait in Skills, sent by nobody', async ({ launch }) => {
  const { page } = await launch({ args: [join(root, 'resources/sample.jpg')] })
  const chooser = page.getByRole('dialog', { name: 'Use this picture in…' })
  await expect(chooser).toContainText('sample.jpg')
  await chooser.getByRole('menuitem', { name: 'Cutout' }).click()
  await expect(page.getByRole('region', { name: 'Skills', exact: true })).toContainText('sample.jpg')
})
