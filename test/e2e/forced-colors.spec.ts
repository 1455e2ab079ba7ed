import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { callFrom, dropFiles, goTo, startPractising } from './driving.ts'
import { expect, test } from './window-test.ts'

/** What is painted of it in colours, its underline or edge included; what forced colours leave out is not in it. */
const painted = (element: Locator): Promise<string> =>
  element.evaluate((node) => {
    const of = (pseudo?: string) => {
      const style = getComputedStyle(node, pseudo)
      if (pseudo !== undefined && style.content === 'none') return []
      const { backgroundColor, color, borderInlineStartColor, borderBlockStartColor } = style
      const outline = style.outlineStyle === 'none' ? 'none' : style.outlineColor
      return [backgroundColor, color, borderInlineStartColor, borderBlockStartColor, outline]
    }
    return JSON.stringify([of(), of('::before'), of('::after')])
  })

test('in the colours of the system what is chosen is told from what is not', async ({ launch }, info) => {
  test.setTimeout(180_000)
  const { page } = await launch({ env: { PRINTROOM_TIME_SCALE: '10' } })
  await startPractising(page)
  // Both stay where they are, one under the other.
  await callFrom(page, 'queue.pause', undefined)
  const spend = page.getByRole('button', { name: /\d+ credits?$/ })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const differ = async (chosen: Locator, other: Locator, what: string): Promise<void> => {
    await expect(chosen.first(), what).toBeVisible()
    // A pointer or a focus on one of them would tell them apart too.
    await page.mouse.move(0, 0)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    expect(await painted(chosen.first()), what).not.toBe(await painted(other.first()))
  }
  const segments = async (of: Locator, what: string): Promise<void> =>
    differ(of.locator('label:has(:checked)'), of.locator('label:not(:has(:checked))'), what)
  /** Every choice on the screen that shows more than one to choose from. */
  const everyChoice = async (least: number): Promise<void> => {
    const groups = page
      .getByRole('radiogroup')
      .filter({ has: page.locator('label:has(:checked) ~ label, label ~ label:has(:checked)') })
    await expect.poll(() => groups.count()).toBeGreaterThanOrEqual(least)
    for (const group of await groups.all()) await segments(group, (await group.getAttribute('aria-label')) ?? '')
  }
  const shot = (name: string): Promise<Buffer> => page.screenshot({ path: info.outputPath(`${name}.png`) })
  const rail = page.getByRole('navigation', { name: 'Places' })

  await goTo(page, 'Skills')
  await differ(rail.locator('[aria-current]'), rail.locator('button:not([aria-current])'), 'rail')
  await differ(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }), 'Skill tabs')
  await dropFiles(page, [join(root, 'resources/sample.jpg')])
  await segments(page.getByRole('radiogroup', { name: 'Show' }), 'filter')
  await shot('skills')
  await spend.click()
  await page.getByRole('tab', { name: /^Background/ }).click()
  await everyChoice(3)
  await shot('background')

  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A harbour at night')
  await segments(page.getByRole('radiogroup', { name: 'Ratio' }), 'ratio')
  await everyChoice(4)
  await shot('create')

  await spend.click()

  await goTo(page, 'Queue')
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') })
  await expect(rows).toHaveCount(2)
  await rows.first().click()
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true')
  await differ(rows.first(), rows.last(), 'Queue’s row')
  await shot('queue')

  await goTo(page, 'Settings')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await differ(sections.locator('[aria-current]'), sections.locator('button:not([aria-current])'), 'Settings’ section')
  await segments(page.getByRole('radiogroup', { name: 'Contrast' }), 'contrast')
  await shot('settings')
})
