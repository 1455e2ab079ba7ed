import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { callFrom, cutOut, dropFiles, goTo, pressSpend, startPractising, tellPractice } from './driving.ts'
import { orderPictures, orderSkill } from './varied-work.ts'
import { expect, test } from './window-test.ts'

// What a designer saw broken, measured on the page as it is drawn.

const sample = join(root, 'resources/sample.jpg')
const fast = { PRINTROOM_TIME_SCALE: '20' }

/** The corners' radius of everything that has a ring around it, in px. */
const rings = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      const { outlineStyle, outlineWidth, borderRadius, opacity } = getComputedStyle(element)
      const isDrawn = outlineStyle !== 'none' && outlineWidth !== '0px' && opacity !== '0'
      return isDrawn && element.getBoundingClientRect().width > 0 ? [Number.parseFloat(borderRadius)] : []
    }),
  )

const oneRoundRing = async (page: Page, where: string): Promise<void> => {
  await expect.poll(async () => (await rings(page)).length, { message: where }).toBe(1)
  expect((await rings(page))[0], where).toBeGreaterThan(0)
}

test('one ring, and a round one, is around what has the keyboard: the first address and a search by mouse, a menu, and one with nothing to choose (D10)', async ({
  launch,
}) => {
  const { app, page } = await launch({ env: fast })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Service address').click()
  await oneRoundRing(page, 'the address')
  await startPractising(page)
  await cutOut(app, page)
  await goTo(page, 'Library')
  await page.getByRole('searchbox', { name: 'Search the library' }).click()
  await oneRoundRing(page, 'the search')
  for (const name of ['Rating', 'Tag']) {
    await page.getByRole('button', { name, exact: true }).press('ArrowDown')
    await expect(page.getByRole('menu', { name })).toBeVisible()
    await oneRoundRing(page, name)
    await page.keyboard.press('Escape')
  }
  await goTo(page, 'Create')
  await page
    .getByRole('button', { name: /Quillon/ })
    .first()
    .click()
  await page.getByRole('searchbox', { name: 'Find a model' }).click()
  await oneRoundRing(page, 'the search for a model')
})

/** Texts that are painted over each other inside an element, as "one / other". */
const overlaps = (inside: Locator): Promise<string[]> =>
  inside.evaluate((pane) => {
    const texts = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT)
    const painted: { text: string; left: number; top: number; right: number; bottom: number }[] = []
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      const text = texts.currentNode.textContent?.trim() ?? ''
      if (parent === null || text === '' || parent.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      for (const rect of range.getClientRects()) {
        let { left, top, right, bottom } = rect
        for (let each: Element | null = parent; each && each !== pane; each = each.parentElement) {
          if (getComputedStyle(each).overflowX === 'visible') continue
          const box = each.getBoundingClientRect()
          left = Math.max(left, box.left)
          right = Math.min(right, box.right)
          top = Math.max(top, box.top)
          bottom = Math.min(bottom, box.bottom)
        }
        painted.push({ text, left, top, right, bottom })
      }
    }
    const meets = (a: (typeof painted)[number], b: (typeof painted)[number]): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3
    return painted.flatMap((a, at) =>
      painted.slice(at + 1).flatMap((b) => (a.text !== b.text && meets(a, b) ? [`${a.text} / ${b.text}`] : [])),
    )
  })

test('no text of a receipt’s evidence lies on another, however long a file’s name is (D11)', async ({ launch }) => {
  const folder = await mkdtemp(join(tmpdir(), 'printroom-evidence-'))
  try {
    const long = join(folder, `${'autumn_catalogue_product_photograph_'.repeat(3)}001.jpg`)
    await copyFile(sample, long)
    const { page } = await launch({ begun: 'practising', env: fast })
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(page, 'Skills')
    await dropFiles(page, [long])
    await pressSpend(page.getByRole('region', { name: 'Skills' }).locator('[data-spend]'))
    const files = page.getByRole('list', { name: 'Files' })
    await expect(files.getByText('Done', { exact: true })).toBeVisible()
    await files.getByRole('button', { name: /^Receipt/ }).click()
    const evidence = page.getByRole('complementary', { name: 'Evidence' })
    await expect(evidence).toContainText('Preparation, on this computer')
    for (const width of [1440, 960]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overlaps(evidence), `${width} px`).toEqual([])
      expect(await evidence.evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Where the words of an element begin, px from the left. */
const startOf = (words: Locator): Promise<number> =>
  words.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  })

/** Where what stands in a card begins. */
const leftOf = async (card: Locator): Promise<number> => (await card.locator('header').boundingBox())?.x ?? 0

test('a card’s first button begins where its text does: a quiet one by its words, one with an edge by that (D15)', async ({
  launch,
}) => {
  const { page, home } = await launch({ begun: 'practising', env: fast })
  await page.setViewportSize({ width: 1440, height: 900 })
  await callFrom(page, 'queue.pause', undefined)
  await orderSkill(page, { skill: 'remove-bg' }, [sample])
  const bump = { match: { method: 'POST', path: '/api/skills/*' }, fault: 'price-bump', add: 3, times: 1 }
  await tellPractice(home, 'faults', { faults: [bump] })
  await callFrom(page, 'queue.resume', undefined)
  await goTo(page, 'Queue')
  const card = page.getByRole('article', { name: /^sample/ })
  const cancel = card.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  expect(Math.abs((await startOf(cancel)) - (await leftOf(card)))).toBeLessThanOrEqual(1)

  await cancel.click()
  await expect(card).toHaveCount(0)
  await tellPractice(home, 'state', { market: null })
  await callFrom(page, 'queue.pause', undefined)
  await orderPictures(page, [['A cup on a table', '1:1']])
  await callFrom(page, 'queue.setCaps', { day: 1 })
  await callFrom(page, 'queue.resume', undefined)
  const capped = page.getByRole('article', { name: /^A cup/ })
  const change = capped.getByRole('button', { name: 'Change limit…' })
  await expect(change).toBeVisible()
  const edge = (await change.boundingBox())?.x ?? 0
  expect(Math.abs(edge - (await leftOf(capped)))).toBeLessThanOrEqual(1)
})
