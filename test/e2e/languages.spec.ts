import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { languages } from '../../src/renderer/format/languages.ts'
import { setLanguage } from '../../src/renderer/format/messages.ts'
import { violations } from './accessibility.ts'
import { chooseLanguage, fillScreens, plainEnglish, visitScreens } from './language-screens.ts'
import { expect, test } from './window-test.ts'

test.afterEach(() => setLanguage('en'))

/** Nothing reaches out of the window sideways. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Pictures go on as lines do, and so do the arrow keys among them. */
async function checkGrid(page: Page, dir: 'ltr' | 'rtl'): Promise<void> {
  await page.getByRole('navigation').first().getByRole('button').first().click()
  const [first, second] = [page.getByRole('gridcell').first(), page.getByRole('gridcell').nth(1)]
  await first.click()
  await page.keyboard.press(dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight')
  await expect(second).toBeFocused()
  const [one, two] = [await first.boundingBox(), await second.boundingBox()]
  expect((one?.x ?? 0) < (two?.x ?? 0)).toBe(dir === 'ltr')
}

for (const language of ['en-XA', 'ar-XB'] as const) {
  test(`${languages[language].name}: no screen has a text left in English, is cut off, or breaks a rule of accessibility`, async ({
    launch,
  }) => {
    const { app, page, home } = await launch({ env: { PRINTROOM_TIME_SCALE: '10', PRINTROOM_TEST_LANGUAGES: '1' } })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await fillScreens(app, page)
    await page.setViewportSize({ width: 960, height: 640 })
    await chooseLanguage(page, language, languages[language].name)
    // The keyboard is where it was: on the language.
    await expect(page.locator('[data-language] button')).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('dir', languages[language].dir)
    expect(JSON.parse(readFileSync(foldersFor(home, true).settings, 'utf8'))).toMatchObject({ language })
    const faults: Record<string, string[]> = {}
    await visitScreens(page, async (name) => {
      const over = await overflow(page)
      const found = [
        ...(await plainEnglish(page)),
        ...(await violations(page)),
        ...(over > 0 ? [`${over} pixels too wide`] : []),
      ]
      if (found.length > 0) faults[name] = found
    })
    expect(faults).toEqual({})
    await checkGrid(page, languages[language].dir)
  })
}

test('the first page in a language that was chosen before: from right to left, nothing in English', async ({
  launch,
}) => {
  const home = await mkdtemp(join(tmpdir(), 'printroom-language-'))
  const { settings } = foldersFor(home, true)
  mkdirSync(dirname(settings), { recursive: true })
  writeFileSync(settings, JSON.stringify({ language: 'ar-XB' }))
  const { page, close } = await launch({ home })
  await page.setViewportSize({ width: 960, height: 640 })
  // It is known before the app has answered anything.
  expect(new URL(page.url()).hash).toBe('#ar-XB')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await plainEnglish(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // The rail stands where lines begin.
  const rail = await page.getByRole('navigation').first().boundingBox()
  expect(rail?.x).toBeGreaterThan(800)
  // With its words, none of them is cut off.
  await page.setViewportSize({ width: 1440, height: 900 })
  const words = page.getByRole('navigation').first().locator('button > span')
  await expect(words).toHaveCount(7)
  const isCut = ({ clientWidth, clientHeight, scrollWidth, scrollHeight }: Element): boolean =>
    scrollWidth > clientWidth || scrollHeight > clientHeight
  for (const word of await words.all()) expect([await word.textContent(), await word.evaluate(isCut)][1]).toBe(false)
  await close()
  await rm(home, { recursive: true, force: true })
})
