import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>
interface Axe {
  run(where: unknown, options: { resultTypes: ['violations'] }): Promise<Results>
}

/**
 * Axe as its builder for Playwright brings it. The builder itself reads a megabyte of it into the page twice for every look and
 * brings all that is in order back: six times the work of the rules.
 */
const axe = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
const source = readFileSync(axe, 'utf8')

/** Rules of accessibility that the page breaks as it stands, each with the elements that do. */
export async function violations(page: Page): Promise<string[]> {
  // A document has it once; another one, after a reload or in a frame, not yet.
  for (const frame of page.frames()) if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(source)
  return page.evaluate(async () => {
    const { axe, document } = globalThis as unknown as { axe: Axe; document: unknown }
    // All rules are judged; of those that are kept, only less is said.
    const found = await axe.run(document, { resultTypes: ['violations'] })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  })
}

/** In light and dark; it is light again afterwards. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violations(page), `${where}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
