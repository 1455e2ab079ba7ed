import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { goTo, showPlace } from './driving.ts'
import { ownFilesHome } from './library-home.ts'
import { expect, test } from './window-test.ts'

const fast = { PRINTROOM_TIME_SCALE: '20' }
const library = (page: Page): Locator => page.getByRole('region', { name: 'Library', exact: true })
const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' })
const cells = (page: Page): Locator => page.locator('[data-index]')
const folders = (page: Page): Locator => page.getByRole('region', { name: 'Folders', exact: true })

/** The system's dialog answers with this folder the next time. */
const choosing = (app: ElectronApplication, folder: string): Promise<void> =>
  app.evaluate(
    ({ dialog }, filePaths) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths })
    },
    [folder],
  )

/** Pictures of screens for people, where a folder for them is named. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.PRINTROOM_LOOKS
  if (folder === undefined) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [960, 640],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('the library moves to another disk, is moved by hand, and every file is checked', async ({ launch }) => {
  const { home, library: usual } = await ownFilesHome(40)
  const disk = await mkdtemp(join(tmpdir(), 'printroom-disk-'))
  const { app, page } = await launch({ env: fast, home })
  await goTo(page, 'Settings')
  await choosing(app, disk)
  await folders(page).getByRole('button', { name: 'Move the library…' }).click()
  await expect(folders(page).getByRole('region', { name: 'Moved' })).toContainText(
    `The library is in ${join(disk, 'Printroom practice')} now. Every file was compared with its hash.`,
  )
  await folders(page).scrollIntoViewIfNeeded()
  await look(page, 'settings-moved')
  await expect(folders(page).getByRole('button', { name: join(disk, 'Printroom practice') })).toBeVisible()
  expect(readdirSync(join(disk, 'Printroom practice', '2026-11'))).toHaveLength(40)
  expect(existsSync(join(usual, '2026-11'))).toBe(false)
  await expectNoViolations(page, 'folders')

  await goTo(page, 'Library')
  await expect(cells(page).first().locator('img')).toBeVisible()
  await expect
    .poll(() =>
      cells(page)
        .first()
        .locator('img')
        .evaluate((img) => (img as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0)

  await goTo(page, 'Settings')
  await choosing(app, join(disk, 'Printroom practice', '2026-11'))
  await folders(page).getByRole('button', { name: 'Move the library…' }).click()
  await expect(page.getByRole('alert').or(page.getByRole('status'))).toContainText([
    'That folder lies in the library itself.',
  ])

  renameSync(join(disk, 'Printroom practice'), join(disk, 'Pears'))
  await goTo(page, 'Library')
  await expect(library(page)).toContainText('The library’s folder was not found. Connect its disk')
  await look(page, 'library-gone')
  await expectNoViolations(page, 'a library that is gone')
  await library(page).getByRole('button', { name: 'Open Settings' }).click()
  await choosing(app, disk)
  await folders(page).getByRole('button', { name: 'Locate library…' }).click()
  await expect(page.getByText('none is this library’s')).toBeVisible()
  await choosing(app, join(disk, 'Pears'))
  await folders(page).getByRole('button', { name: 'Locate library…' }).click()
  await expect(folders(page).getByRole('region', { name: 'Checked' })).toContainText(
    '40 files checked: every one is there, byte for byte as it came.',
  )
  await expect(folders(page).getByRole('button', { name: join(disk, 'Pears') })).toBeVisible()
  await folders(page).getByRole('button', { name: 'Close' }).click()
  await expect(folders(page).getByRole('region', { name: 'Checked' })).toHaveCount(0)
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
  await rm(disk, { recursive: true, force: true })
})

test('missing files are listed and found, likes are laid side by side, files are dragged out', async ({ launch }) => {
  const { home, library: folder } = await ownFilesHome(12)
  const other = await mkdtemp(join(tmpdir(), 'printroom-found-'))
  mkdirSync(join(other, 'deep'))
  renameSync(join(folder, '2026-11', 'picture-3.jpg'), join(other, 'deep', 'somewhere else.jpg'))
  rmSync(join(folder, '2026-11', 'picture-5.jpg'))
  const { app, page } = await launch({ env: fast, home })
  await goTo(page, 'Library')
  await showPlace(page, 'Missing files')
  await expect(cells(page)).toHaveCount(2)
  await expect(cells(page).first(), 'drawn as missing, not as unread').toContainText('File missing')
  await look(page, 'library-missing')
  await expectNoViolations(page, 'missing files')
  await choosing(app, other)
  await library(page).getByRole('button', { name: 'Locate all in a folder…' }).click()
  await expect(library(page)).toContainText(`1 of 2 missing files was found in ${other}, by content`)
  await expect(cells(page)).toHaveCount(1)
  expect(existsSync(join(folder, '2026-11', 'picture-3.jpg'))).toBe(true)
  await cells(page).first().click()
  await expect(details(page)).toContainText('The file was moved or deleted')
  await details(page).getByRole('button', { name: 'Download again' }).click()
  await expect(library(page)).toContainText('1 file could not be had: its receipt names no address.')
  await look(page, 'library-missing-one')
  await library(page).getByRole('button', { name: 'Close' }).first().click()

  await showPlace(page, 'Duplicates')
  await expect(cells(page)).toHaveCount(2)
  await cells(page).first().click()
  await expect(details(page)).toContainText('1 look-alike')
  await look(page, 'library-alike')
  await details(page).getByRole('button', { name: 'Compare with picture-1.jpg' }).click()
  await expect(
    page.getByRole('region', { name: 'Compare' }).getByRole('button', { name: /^picture-1\.jpg, 2 of 2/ }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  // One of the two is a duplicate of nothing once the other one is in the trash.
  await cells(page).first().click()
  await page.keyboard.press('Delete')
  await expect(library(page)).toContainText('No duplicates')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cells(page)).toHaveCount(2)

  await app.evaluate(({ BrowserWindow }) => {
    globalThis.dragged = []
    for (const { webContents } of BrowserWindow.getAllWindows())
      webContents.startDrag = (item) => {
        const { width, height } = typeof item.icon === 'string' ? { width: 0, height: 0 } : item.icon.getSize()
        globalThis.dragged.push({ files: item.files ?? [], width, height })
      }
  })
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (path) => void globalThis.dragged.push({ files: [path], width: 0, height: 0 })
  })
  await showPlace(page, 'All pictures')
  await cells(page).nth(1).click()
  await details(page).getByRole('button', { name: 'Show in folder' }).click()
  await expect
    .poll(async () => (await app.evaluate(() => globalThis.dragged.splice(0))).map(({ files }) => files))
    .toEqual([[join(folder, '2026-11', 'picture-11.jpg')]])
  await expect(cells(page)).toHaveCount(12)
  await cells(page).nth(0).click()
  await cells(page)
    .nth(2)
    .click({ modifiers: ['ControlOrMeta'] })
  const drag = async (at: number): Promise<void> => {
    // The event is a script's: a person's act is what it hangs on.
    await page.keyboard.press('F9')
    await cells(page)
      .nth(at)
      .evaluate((cell) => void cell.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true })))
  }
  const dragged = () => app.evaluate(() => globalThis.dragged)
  await drag(0)
  await expect.poll(async () => (await dragged()).length).toBe(1)
  await drag(4)
  await expect.poll(async () => (await dragged()).length).toBe(2)
  const [two, one] = await dragged()
  const at = (n: number): string => join(folder, '2026-11', `picture-${n}.jpg`)
  expect(two?.files.sort()).toEqual([at(10), at(12)])
  expect(one?.files).toEqual([at(8)])
  expect(Math.max(two?.width ?? 0, two?.height ?? 0), 'the picture itself, small').toBe(96)
  // One whose file is not there is not taken hold of.
  await expect(cells(page).nth(7)).toHaveAttribute('draggable', 'false')
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
  await rm(other, { recursive: true, force: true })
})

declare global {
  var dragged: { files: string[]; width: number; height: number }[]
}
