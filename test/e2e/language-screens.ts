import { type ElectronApplication, expect, type Page } from '@playwright/test'
import type { Language } from '../../src/contract/settings.ts'
import { setLanguage, t } from '../../src/renderer/format/messages.ts'
import { cutOutSample, goTo, pressSpend } from './driving.ts'

/** What was seen, and by which name. */
export type At = (name: string) => Promise<void>

/** A practice home with something on every screen: two pictures, a receipt, a curated picture. In English. */
export async function fillScreens(app: ElectronApplication, page: Page): Promise<void> {
  await cutOutSample(app, page)
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A red boat in a quiet harbour')
  await pressSpend(page.getByRole('button', { name: /\d+ credits?$/ }))
  await page
    .getByRole('region', { name: 'Create' })
    .getByRole('button', { name: /^Open practice-A-red-boat/ })
    .first()
    .waitFor({ timeout: 30_000 })
  await goTo(page, 'Gallery')
  const field = page.getByRole('textbox', { name: 'Id or link of a curated picture' })
  await field.fill('g3x8p1v6')
  await field.press('Enter')
  await expect(page.getByText('@okonkwo.studio')).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Chooses a language in Settings, whose names are the same in all of them. What is looked up here is in it too. */
export async function chooseLanguage(page: Page, language: Language, name: string): Promise<void> {
  await place(page, t('Settings'))
  await page.locator('[data-language] button').click()
  await page.getByRole('option', { name }).click()
  setLanguage(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** One of the rail's places, by its name as it is shown. */
async function place(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: t('Places'), exact: true })
    .getByRole('button', { name, exact: false })
    .click()
  await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Every screen in the language that is set, with what opens from it. */
export async function visitScreens(page: Page, at: At): Promise<void> {
  await place(page, t('Library'))
  await page.getByRole('gridcell').first().click()
  await at('library')
  await openDetails(page)
  await at('library-details')
  await closeDetails(page)
  await page.getByRole('gridcell').first().focus()
  await page.keyboard.press('e')
  await page.getByRole('dialog').waitFor()
  await at('export')
  await page.keyboard.press('Escape')
  await page.getByRole('gridcell').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('figure').waitFor()
  await at('viewer')
  await page.keyboard.press('Escape')

  await place(page, t('Create'))
  await button(page, t('Style options')).or(page.locator('[aria-expanded="false"][aria-controls]')).first().click()
  await at('create')
  await page.getByText(t('Video'), { exact: true }).click()
  await at('create-video')
  await page.getByText(t('Image'), { exact: true }).click()
  await button(page, t('Batch')).click()
  await at('create-many')
  await button(page, t('One prompt')).click()

  await place(page, t('Skills'))
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await at(`skills-${await tab.getAttribute('data-key')}`)
  }

  await place(page, t('Queue'))
  await at('queue')
  await page.getByRole('row').first().dblclick()
  await page.getByRole('region', { name: t('Receipt'), exact: true }).waitFor()
  await at('receipt')
  await page.keyboard.press('Escape')

  await place(page, t('Gallery'))
  await at('gallery')
  await place(page, t('Ledger'))
  await at('ledger')
  await page.getByText(t('Receipts'), { exact: true }).first().click()
  await at('ledger-receipts')
  await place(page, t('Settings'))
  await at('settings')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await at('shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await at('palette')
  await page.keyboard.press('Escape')
}

/** What lies over the library: two pictures beside each other, and the edge of a cutout with a stroke on it. */
export async function visitPictureTools(page: Page, at: At): Promise<void> {
  await place(page, t('Library'))
  const first = page.getByRole('gridcell').first()
  const next = (await page.locator('html').getAttribute('dir')) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  await expect(page.getByRole('figure')).toHaveCount(0)
  await first.click()
  await expect(first).toBeFocused()
  await page.keyboard.press(`Shift+${next}`)
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(2)
  await page.keyboard.press('c')
  await page.getByRole('region', { name: t('Compare'), exact: true }).waitFor()
  await at('compare')
  await page.keyboard.press('Escape')

  const search = page.getByRole('searchbox', { name: t('Search the library') })
  await search.fill('cutout')
  await expect(page.getByRole('gridcell', { name: /sample/ }).first()).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /boat/ })).toHaveCount(0)
  await first.click()
  await expect(first).toBeFocused()
  await page.keyboard.press('t')
  await page.locator('section[data-ready]').waitFor()
  await page.keyboard.down(' ')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.up(' ')
  await at('touch-up')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await search.fill('')
  await expect(page.getByRole('gridcell').nth(1)).toBeVisible()
}

async function openDetails(page: Page): Promise<void> {
  const details = page.getByRole('button', { name: t('Details'), exact: true })
  if (await details.isVisible()) await details.click()
}

async function closeDetails(page: Page): Promise<void> {
  const close = page.getByRole('button', {
    name: t('Close {label}', { label: t('Details').toLowerCase() }),
    exact: true,
  })
  if (await close.isVisible()) await close.click()
}

/**
 * What is read or heard on the page and is plain English, though neither content nor a sentence of the engine is: those
 * are marked `translate="no"`, or set apart by U+2066 to U+2068 … U+2069 in the middle of a text.
 */
export const plainEnglish = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isKept = (element: Element | null): boolean =>
      element?.closest('[translate="no"], textarea, script, style') != null
    const rest = (text: string): string => {
      const inner = /[\u2066-\u2068][^\u2066-\u2069]*\u2069/g
      // An address is nobody's language.
      let left = text.replace(/https?:\/\/\S*/g, '')
      while (inner.test(left)) left = left.replace(inner, '')
      return left
    }
    const found: string[] = []
    const look = (text: string | null, where: string): void => {
      if (text !== null && /[A-Za-z]{2}/.test(rest(text))) found.push(`${where}: ${text.trim()}`)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode } = texts
      if (!isKept(currentNode.parentElement)) look(currentNode.nodeValue, 'text')
    }
    const attributes = ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'placeholder', 'alt']
    for (const element of document.body.querySelectorAll('*')) {
      // Its own words are the attributes of an element that is marked; those inside it are not.
      if (element.getAttribute('translate') === 'no') continue
      // The one word of react-aria's own here, on a button that only screen readers find; it has it in thirty languages.
      if (element.matches('button[tabindex="-1"][aria-label="Dismiss"]')) continue
      for (const name of attributes) look(element.getAttribute(name), name)
    }
    return [...new Set(found)]
  })
