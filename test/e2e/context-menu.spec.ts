import { rmSync } from 'node:fs'
import type { ElectronApplication, Page } from '@playwright/test'
import { cutOutSample, goTo } from './driving.ts'
import { libraryHome, smallPicture } from './library-home.ts'
import { expect, test } from './window-test.ts'

const fast = { PRINTROOM_TIME_SCALE: '20' }

declare global {
  var offeredActs: string[]
}

/** The system's menu is pressed at this act as soon as it opens, and what it offered is kept. */
const pressing = (app: ElectronApplication, act: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => {
    globalThis.offeredActs = []
    Menu.prototype.popup = function (options) {
      const items = this.items.flatMap((item) => (item.submenu ? item.submenu.items : [item]))
      globalThis.offeredActs = items.map((item) => item.label)
      items.find((item) => item.id === wanted)?.click()
      options?.callback?.()
    }
  }, act)

const offered = (app: ElectronApplication): Promise<string[]> => app.evaluate(() => globalThis.offeredActs)
const cell = (page: Page, at: number) => page.locator(`[data-index="${at}"]`)

test('the library’s menu, by pointer and key, is about what was pressed or is chosen, and the palette has its acts', async ({
  launch,
}) => {
  const home = await libraryHome(30, await smallPicture())
  const { app, page } = await launch({ env: fast, home })
  await goTo(page, 'Library')
  await cell(page, 3).click()
  await pressing(app, 'pick')
  await cell(page, 5).click({ button: 'right' })
  await expect(cell(page, 5)).toHaveAccessibleName(/Picked/)
  await expect(cell(page, 3), 'not among what was pressed').not.toHaveAccessibleName(/Picked/)
  expect(await offered(app)).toEqual(
    expect.arrayContaining(['Open', 'Pick', '4 stars', 'Open receipt', 'Move to trash']),
  )

  // Several that are chosen stay so, and the menu is about all of them.
  await cell(page, 3).click()
  await cell(page, 4).click({ modifiers: ['Shift'] })
  await pressing(app, 'stars-4')
  await page.keyboard.press('Shift+F10')
  await expect(cell(page, 3)).toHaveAccessibleName(/4 stars/)
  await expect(cell(page, 4)).toHaveAccessibleName(/4 stars/)
  expect(await offered(app)).toEqual(expect.arrayContaining(['Compare', 'No stars']))
  expect(await offered(app)).not.toContain('Open receipt')

  // Closed without a choice nothing happens; the menu key opens it too.
  await pressing(app, 'none of them')
  await page.keyboard.press('ContextMenu')
  await expect.poll(() => offered(app)).toContain('Compare')
  await pressing(app, 'compare')
  await page.keyboard.press('ContextMenu')
  await expect(page.getByRole('region', { name: 'Compare', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  // The same by the palette.
  await cell(page, 6).click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('reject')
  await expect(page.getByRole('option', { name: /^Reject/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cell(page, 6)).toHaveAccessibleName(/Rejected/)

  // In the viewer.
  await cell(page, 7).dblclick()
  await pressing(app, 'unflag')
  await page.getByRole('figure').click({ button: 'right' })
  await expect.poll(() => offered(app)).toContain('Use these settings again')
  rmSync(home, { recursive: true, force: true })
})

test('rows of Skills and Queue have menus, by which their result opens and their receipt; what main puts on the clipboard needs no other act', async ({
  launch,
}) => {
  const { app, page } = await launch({ env: fast })
  await cutOutSample(app, page)
  await goTo(page, 'Skills')
  const row = page.getByRole('list', { name: 'Files' }).getByRole('listitem').first()
  await pressing(app, 'copy-picture')
  await row.click({ button: 'right' })
  await expect(page.getByRole('status')).toContainText('Picture copied.')
  await pressing(app, 'compare')
  await row.click({ button: 'right' })
  await expect(page.getByRole('region', { name: 'Compare', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'Queue')
  await pressing(app, 'open')
  await page.locator('tr[data-request]').first().click({ button: 'right' })
  await expect(page.getByRole('figure')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Queue', exact: true })).toBeVisible()
})
