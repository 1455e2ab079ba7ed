import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import type { CallAnswer } from '../../src/contract/ipc.ts'
import { violations } from './accessibility.ts'
import { goTo } from './driving.ts'
import { expect, test } from './window-test.ts'

test('shortcuts, menus, one notice a batch while nobody looks, and the taskbar', async ({ launch }) => {
  const { app, page } = await launch({ env: { PRINTROOM_TIME_SCALE: '20' } })
  await page.getByRole('button', { name: /^Start practising/ }).click()
  const region = (name: string) => page.getByRole('region', { name, exact: true })

  await page.keyboard.press('ControlOrMeta+4')
  await expect(region('Queue')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+,')
  await expect(region('Settings')).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Take out what was not sent')
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
  await page.evaluate(async () => {
    const ask = (name: string, input: unknown) =>
      window.printroom.call(name as 'queue.caps', input as undefined) as Promise<CallAnswer<unknown>>
    const value = async <T>(name: string, input: unknown): Promise<T> => {
      const answer = await ask(name, input)
      if (!answer.ok) throw new Error(answer.message)
      return answer.value as T
    }
    const { models } = await value<{ models: { id: string }[] }>('catalogue.models', { media: 'image' })
    const variants = ['A lamp', 'A kite', 'A cup'].map((prompt) => ({ prompt }))
    const order = { prompt: 'A lamp', modelId: models[0]?.id, variants }
    const quote = await value<{ id: string; credits: number }>('quote.generation', order)
    await value('orders.approve', { quoteId: quote.id, credits: quote.credits })
  })
  const told = () => app.evaluate(() => (globalThis as unknown as { told: { notices: string[]; bars: number[] } }).told)
  await expect.poll(async () => (await told()).notices, { timeout: 20_000 }).toEqual(['3 requests: 3 done.'])
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
