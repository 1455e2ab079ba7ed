import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolations } from './accessibility.ts'
import { chooseFiles, goTo } from './driving.ts'
import { ownFilesHome } from './library-home.ts'
import { expect, test } from './window-test.ts'

const fast = { PRINTROOM_TIME_SCALE: '20' }
const cell = (page: Page, index: number): Locator => page.locator(`[data-index="${index}"]`)
const dialog = (page: Page): Locator => page.getByRole('dialog')
const strip = (page: Page): Locator => page.getByRole('region', { name: 'Export', exact: true })

test('several results go to a folder at two scales, decode there with the right size, and are numbered the second time', async ({
  launch,
}) => {
  const { home } = await ownFilesHome(3)
  const { app, page } = await launch({ env: fast, home })
  const folder = await mkdtemp(join(tmpdir(), 'printroom-exported-'))
  await chooseFiles(app, [folder])
  await goTo(page, 'Library')
  await cell(page, 0).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText('Export 3 results')
  await dialog(page).getByText('WebP', { exact: true }).click()
  await dialog(page).getByText('Percent', { exact: true }).click()
  await dialog(page).getByLabel('Percent of its own size').fill('10')
  await dialog(page).getByRole('checkbox', { name: '2×' }).check()
  await expect(dialog(page).getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2)
  await expect(dialog(page)).toContainText(/6 files, about [\d.,]+ (kB|MB)/)
  await expectNoViolations(page, 'the export')

  const { width: own = 0 } = await sharp('resources/sample.jpg').metadata()
  const shown = await dialog(page).getByRole('listitem').first().textContent()
  expect(shown).toContain(String(Math.round(own / 10)))
  await dialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
  await expect(page.getByRole('status').filter({ hasText: `6 files exported to ${folder}.` })).toBeVisible()
  const names = await readdir(folder)
  expect(names).toHaveLength(6)
  for (const name of names) {
    const { data, info } = await sharp(await readFile(join(folder, name)))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([name, info.width]).toEqual([name, Math.round((own / 10) * (name.endsWith('@2x.webp') ? 2 : 1))])
    expect(data.length).toBe(info.width * info.height * 3)
  }
  expect(await strip(page).textContent()).toContain('6 files exported')

  await page.keyboard.press('e')
  await expect(dialog(page).getByRole('list', { name: 'Files' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
  await expect.poll(async () => (await readdir(folder)).length).toBe(12)
  for (const name of names) expect(await readdir(folder)).toContain(name.replace(/@/, '-2@'))
  const opened = await app.evaluateHandle(({ shell }) => {
    const paths: string[] = []
    shell.showItemInFolder = (path: string) => void paths.push(path)
    return paths
  })
  await strip(page).getByRole('button', { name: 'Show the exported files in their folder' }).click()
  await expect.poll(() => opened.jsonValue()).toEqual([expect.stringContaining(join(folder, 'practice-picture-'))])
})

test('by keyboard alone: a preset is chosen, changed, saved under a name, and one result exported', async ({
  launch,
}) => {
  const { home } = await ownFilesHome(1)
  const { app, page } = await launch({ env: fast, home })
  const folder = await mkdtemp(join(tmpdir(), 'printroom-exported-'))
  await chooseFiles(app, [folder])
  await goTo(page, 'Library')
  await cell(page, 0).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText('Export 1 result')
  const tabTo = async (target: Locator): Promise<void> => {
    for (let n = 0; n < 40; n += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('the keyboard never came there')
  }
  await tabTo(dialog(page).getByRole('button', { name: 'Social' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Social' })).toHaveAttribute('aria-pressed', 'true')
  await tabTo(dialog(page).getByRole('slider', { name: 'Quality' }))
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowLeft')
  await expect(dialog(page).getByRole('button', { name: 'Social' })).toHaveAttribute('aria-pressed', 'false')
  await tabTo(dialog(page).getByRole('button', { name: 'Save preset…' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('Newsletter')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Newsletter', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await tabTo(dialog(page).getByRole('textbox', { name: 'File name', exact: true }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('mail')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '1 file exported' })).toBeVisible()
  expect(await readdir(folder)).toEqual(['practice-mail.jpg'])
  expect(await sharp(join(folder, 'practice-mail.jpg')).metadata()).toMatchObject({ format: 'jpeg' })

  await page.reload()
  await goTo(page, 'Library')
  await cell(page, 0).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('e')
  await dialog(page).getByText('Original', { exact: true }).first().click()
  await dialog(page).getByRole('button', { name: 'Newsletter', exact: true }).click()
  await expect(dialog(page).getByRole('slider', { name: 'Quality' })).toHaveValue('85')
})
