import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { callFrom, dropFiles, goTo, pressSpend } from './driving.ts'
import { expect, test } from './window-test.ts'

/**
 * Whether something of it, an edge or a line under it included, is painted in the system's colour for what is chosen. A
 * colour of our own would be given here as it is written, and painted as another one.
 */
const isHighlit = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'Highlight'
    const highlight = getComputedStyle(probe).color
    probe.remove()
    const of = (pseudo?: string): string[] => {
      const style = getComputedStyle(node, pseudo)
      if (pseudo !== undefined && style.content === 'none') return []
      return [style.backgroundColor, style.borderInlineStartColor, style.borderBlockStartColor]
    }
    return [...of(), ...of('::before'), ...of('::after')].includes(highlight)
  })

test('in the colours of the system what is chosen is told from what is not', async ({ launch }, info) => {
  const { page } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '10' } })
  await goTo(page, 'Skills')
  await expect(page.getByRole('tab', { name: /^Poster.*7 credits/ })).toBeVisible()
  // Both requests stay where they are, one under the other.
  await callFrom(page, 'queue.pause', undefined)
  const spend = page.getByRole('button', { name: /\d+ credits?$/ })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const differ = async (chosen: Locator, other: Locator, what: string): Promise<void> => {
    await expect(chosen.first(), what).toBeVisible()
    // A pointer or a focus on one of them would tell them apart too.
    await page.mouse.move(0, 0)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    expect([await isHighlit(chosen.first()), await isHighlit(other.first())], what).toEqual([true, false])
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

  await differ(rail.locator('[aria-current]'), rail.locator('button:not([aria-current])'), 'rail')
  await differ(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }), 'Skill tabs')
  await dropFiles(page, [join(root, 'resources/sample.jpg')])
  await segments(page.getByRole('radiogroup', { name: 'Show' }), 'filter')
  await shot('skills')
  await pressSpend(spend)
  await page.getByRole('tab', { name: /^Background/ }).click()
  await everyChoice(3)
  // The price in a chosen one has the colour of its words, not of the sheet's.
  const smart = page.locator('label').filter({ has: page.getByRole('radio', { name: /^Smart/ }) })
  const colours = await smart.evaluate((card) =>
    [...card.querySelectorAll('span')].map((words) => getComputedStyle(words).color),
  )
  expect([...new Set(colours)]).toEqual([await smart.evaluate((card) => getComputedStyle(card).color)])
  await shot('background')

  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A harbour at night')
  await segments(page.getByRole('radiogroup', { name: 'Ratio' }), 'ratio')
  await everyChoice(4)
  await shot('create')

  await pressSpend(spend)

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
