import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { goTo, killPractice } from './driving.ts'
import { expect, test } from './window-test.ts'

/** Curated pictures of practice: one with parts and two pictures, one with a style code, one without a prompt. */
const [parted, styled, bare] = ['g3x8p1v6', 'g5n4t7w2', 'g9d1c6z8'] as const

async function lookUp(page: Page, typed: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Id or link of a curated picture' })
  await field.fill(typed)
  await field.press('Enter')
}

const isDrawn = (page: Page) =>
  expect
    .poll(() =>
      page
        .getByRole('figure')
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0)

test('the gallery: looked up by id and link, into Create whole and in parts, browsed without the service (O74, O75, O76, A39)', async ({
  launch,
}) => {
  const { page, home } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '10' } })
  await goTo(page, 'Gallery')
  const gallery = page.getByRole('region', { name: 'Gallery', exact: true })
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(gallery.getByText('No gallery pictures yet')).toBeVisible()

  await lookUp(page, 'nobody-knows')
  await expect(gallery.getByText('The gallery has no picture “nobody-knows”.')).toBeVisible()
  await lookUp(page, 'https://elsewhere.example/')
  await expect(gallery.getByText('There is no picture’s id in that. Nothing was asked.')).toBeVisible()

  // A link of any host: the id alone is taken, and the configured service is asked.
  await lookUp(page, `https://elsewhere.example/gallery/${parted}?from=a-friend`)
  await isDrawn(page)
  await expect(details.getByText('@okonkwo.studio')).toBeVisible()
  await expect(details.getByText('90,122')).toBeVisible()
  await expect(gallery.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByText('2 of 2')).toBeVisible()
  await isDrawn(page)
  await details.getByRole('checkbox', { name: /Light/ }).press('Space')
  await details.getByRole('button', { name: 'Use 1 part in Create' }).press('Enter')
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
  await expect(prompt).toHaveValue('Terracotta dunes')
  await expect(page.getByText('quillon-3h')).toHaveCount(0)

  await goTo(page, 'Gallery')
  await page.keyboard.press('Escape')
  await lookUp(page, styled)
  await expect(details.getByText('@yuki_t')).toBeVisible()
  await details.getByRole('button', { name: 'Use prompt in Create' }).click()
  await expect(prompt).toHaveValue('{"subject":"pine forest","time":"night","mood":"moonlit fog"}')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt).toHaveValue('Terracotta dunes')
  await goTo(page, 'Gallery')
  await details.getByRole('button', { name: 'Use style code in Create' }).click()
  await expect(page.getByRole('textbox', { name: 'Style reference' })).toHaveValue('2841095533')

  await goTo(page, 'Gallery')
  await page.keyboard.press('Escape')
  await lookUp(page, bare)
  await expect(details.getByText('@anon_4412')).toBeVisible()
  await isDrawn(page)
  await expect(details.getByRole('button', { name: 'Use prompt in Create' })).toBeDisabled()
  await expect(details.getByText('This picture has no prompt to use.')).toBeVisible()
  await expect(details.getByRole('button', { name: /style code/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await killPractice(home)
  const kept = gallery.getByRole('list', { name: 'Saved pictures' })
  await expect(kept.getByRole('button')).toHaveCount(3)
  for (const image of await kept.locator('img').all())
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expectNoViolations(page, 'without the service')
  await gallery.getByRole('searchbox', { name: 'Search saved pictures' }).fill('okonkwo dunes')
  await expect(kept.getByRole('button')).toHaveCount(1)
  await gallery.getByRole('searchbox', { name: 'Search saved pictures' }).fill('')
  await gallery.getByRole('button', { name: 'Label' }).click()
  await page.getByRole('option', { name: 'Sumire (1)' }).click()
  await expect(kept.getByRole('button')).toHaveCount(1)
  await kept.getByRole('button').press('Enter')
  await isDrawn(page)
  await page.keyboard.press('Escape')
  await expect(kept.getByRole('button')).toBeFocused()
  await kept.getByRole('button').press('Delete')
  await expect(gallery.getByText('Nothing found')).toBeVisible()
  await gallery.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(kept.getByRole('button')).toHaveCount(2)
  await kept.getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(kept.getByRole('button').last()).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(kept.getByRole('button')).toHaveCount(1)
  await expect(kept.getByRole('button')).toBeFocused()
})
