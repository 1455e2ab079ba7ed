import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { callFrom, chooseFiles, dropFiles, goTo, screens } from './driving.ts'
import { orderPictures } from './varied-work.ts'

// What is opened from the screens beside what `visitScreens` opens, and the screens with more on them than fits. In English.

/** Takes what stands on the page by the name of its screen. */
export type Camera = (page: Page, name: string) => Promise<void>

/** What opens and closes again. */
async function opened(page: Page, name: string, take: Camera): Promise<void> {
  await take(page, name)
  await page.keyboard.press('Escape')
}

export async function visitMore(app: ElectronApplication, page: Page, take: Camera): Promise<void> {
  await goTo(page, 'Library')
  await page
    .getByRole('gridcell', { name: /^sample/ })
    .first()
    .dblclick()
  await page.getByRole('figure').waitFor()
  await page.getByText('Slide', { exact: true }).click()
  await take(page, 'viewer-slide')
  await page.getByText('Off', { exact: true }).click()
  await page.getByRole('button', { name: 'Compare side by side' }).click()
  await page.getByRole('region', { name: 'Compare' }).waitFor()
  await opened(page, 'compare-source', take)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Model' }).first().click()
  await opened(page, 'library-filter', take)

  await goTo(page, 'Create')
  await page
    .getByRole('button', { name: /Quillon/ })
    .first()
    .click()
  await opened(page, 'create-models', take)
  await page.getByRole('button', { name: 'Presets', exact: true }).click()
  await opened(page, 'create-presets', take)

  await goTo(page, 'Skills')
  await page.getByRole('tab', { name: /^Cutout/ }).click()
  await chooseFiles(app, [dirname(import.meta.dirname)])
  await page.getByRole('button', { name: 'Watch a folder…' }).click()
  await page.getByRole('dialog').waitFor()
  await opened(page, 'watch-a-folder', take)

  await goTo(page, 'Settings')
  for (const section of ['Appearance', 'Watch folders', 'Updates']) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: section }).click()
    await take(page, `settings-${section.toLowerCase().replaceAll(' ', '-')}`)
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('about')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /Printroom/ }).waitFor()
  await opened(page, 'about', take)
}

/** So many photographs of their own with long names, as they come out of a camera's folder. */
function photographs(count: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-photographs-'))
  const sample = readFileSync(join(root, 'resources/sample.jpg'))
  return Array.from({ length: count }, (_, n) => {
    const path = join(folder, `catalogue-autumn-product-photograph-${String(n + 1).padStart(3, '0')}.jpg`)
    // After the end of a JPEG anything may stand.
    writeFileSync(path, Buffer.concat([sample, Buffer.from(`${n}`)]))
    return path
  })
}

/** Thousands of pictures, a year of receipts, two hundred files that wait, and a line of requests. */
export async function visitCrowded(page: Page, take: Camera): Promise<void> {
  // So many receipts are read for a while.
  await page.getByRole('region', { name: 'Library', exact: true }).waitFor({ timeout: 60_000 })
  await goTo(page, 'Library')
  await page.getByRole('gridcell').first().waitFor()
  await take(page, 'library')
  await goTo(page, 'Ledger')
  await page.getByRole('button', { name: /Period/ }).click()
  await page.getByRole('option').last().click()
  await page.getByRole('table').first().waitFor()
  await take(page, 'ledger')
  await page.getByText('Receipts', { exact: true }).first().click()
  await page.getByRole('table', { name: 'Requests' }).waitFor()
  await take(page, 'ledger-receipts')
  const files = photographs(200)
  await goTo(page, 'Skills')
  await page.getByRole('tab', { name: /^Cutout/ }).click()
  await dropFiles(page, files)
  await page.getByRole('radio', { name: 'To send 200' }).waitFor({ timeout: 60_000 })
  await take(page, 'skills')
  await callFrom(page, 'queue.pause', undefined)
  const many = Array.from({ length: 150 }, (_, n): [string, string] => [
    `Paper cranes over a harbour, light no. ${n}`,
    '3:2',
  ])
  await orderPictures(page, many)
  await goTo(page, 'Queue')
  await page.getByRole('row').first().waitFor()
  await take(page, 'queue')
  rmSync(dirname(files[0] ?? ''), { recursive: true, force: true })
}

/** The seven places alone: for looks in which only colours and widths differ. */
export async function visitPlaces(page: Page, take: Camera): Promise<void> {
  for (const screen of screens) {
    await goTo(page, screen)
    if (screen === 'Library') await page.getByRole('gridcell').first().click()
    await take(page, screen.toLowerCase())
  }
}
