import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { languages } from '../../src/renderer/format/languages.ts'
import { setLanguage, t } from '../../src/renderer/format/messages.ts'
import { expectNoViolations } from './accessibility.ts'
import { callFrom, goTo } from './driving.ts'
import { chooseLanguage } from './language-screens.ts'
import { expect, test } from './window-test.ts'

// All of it by the keyboard alone.

const begun = 'cut out'
const touchUp = (page: Page) => page.getByRole('region', { name: 'Touch up', exact: true })
const picture = (page: Page) => touchUp(page).getByRole('button', { name: /Space paints\.$/ })
const ready = (page: Page) => page.locator('section[data-ready]')
const save = (page: Page) => touchUp(page).getByRole('button', { name: 'Save as new picture' })
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** How opaque the middle of what is drawn is, 0 to 255. */
const middle = (page: Page): Promise<number> =>
  page.locator('canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement
    const context = (canvas as HTMLCanvasElement).getContext('2d')
    return context?.getImageData(Math.floor(width / 2), Math.floor(height / 2), 1, 1).data[3] ?? -1
  })

async function openFirst(page: Page): Promise<void> {
  await goTo(page, 'Library')
  await page.getByRole('gridcell').first().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('t')
  await expect(ready(page)).toBeVisible()
  await expect(picture(page)).toBeFocused()
}

/** A stroke from where the brush is, so many steps to the right. */
async function paint(page: Page, steps: number): Promise<void> {
  await page.keyboard.down(' ')
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.up(' ')
}

const opacityAt = async (path: string, x: number, y: number): Promise<number> => {
  const { data, info } = await sharp(readFileSync(path)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return data[4 * (y * info.width + x) + 3] ?? -1
}

test('the edge of a cutout is erased, taken back, kept and saved as a free picture of its own, and the paid one stays as it is (TU11)', async ({
  launch,
}) => {
  const { page } = await launch({ begun })
  await openFirst(page)
  const [paid] = await callFrom(page, 'library.find', { search: '', limit: 5 })
  const before = sha256(paid?.path ?? '')
  // What the chosen brush does, and nothing of another.
  await expect(touchUp(page)).toContainText('Erase makes what you paint transparent.')
  await expect(touchUp(page)).not.toContainText('Keep brings back')
  await page.keyboard.press('k')
  await expect(touchUp(page)).toContainText('Keep brings back the original photograph.')
  await expect(touchUp(page)).not.toContainText('Erase makes')
  await expect(touchUp(page)).toContainText('Free, made on this computer.')
  await expect(save(page)).toBeDisabled()
  await expectNoViolations(page, 'touch-up')

  // Erased, before as long as B is held, taken back and brought again.
  const was = await middle(page)
  await page.keyboard.press('e')
  await paint(page, 4)
  await expect.poll(() => middle(page)).toBe(0)
  await page.keyboard.down('b')
  await expect.poll(() => middle(page)).toBe(was)
  await page.keyboard.up('b')
  await expect.poll(() => middle(page)).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(() => middle(page)).toBe(was)
  await page.keyboard.press('Control+Shift+Z')
  await expect.poll(() => middle(page)).toBe(0)

  // Size, softness, zoom and another place, by keys; each is said in the name of the picture.
  const name = await picture(page).getAttribute('aria-label')
  await page.keyboard.press(']')
  await expect(picture(page)).not.toHaveAttribute('aria-label', name ?? '')
  await page.keyboard.press('[')
  await page.keyboard.press('{')
  await expect(touchUp(page).getByRole('slider', { name: 'Softness' })).toHaveValue('30')
  await page.keyboard.press('1')
  await expect(touchUp(page).getByRole('button', { name: '100%' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('0')
  await page.keyboard.press('k')
  await expect(touchUp(page).getByRole('radio', { name: 'Keep' })).toBeChecked()

  await page.keyboard.press('Control+s')
  await expect(touchUp(page)).toBeHidden()
  await expect(page.getByText(/^Saved as .*-touch-up\.png\. Free: nothing was charged\.$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Library' }).getByText('Made on this computer, free.')).toBeVisible()
  const [made, still] = await callFrom(page, 'library.find', { search: '', limit: 5 })
  expect(made?.parentId).toBe(paid?.id)
  expect([still?.id, sha256(paid?.path ?? '')]).toEqual([paid?.id, before])
  const [x, y] = [Math.floor((made?.width ?? 0) / 2), Math.floor((made?.height ?? 0) / 2)]
  expect(await opacityAt(made?.path ?? '', x, y)).toBe(0)
  expect(await opacityAt(paid?.path ?? '', x, y)).toBe(was)

  // It goes on as any other picture.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell')).toHaveCount(2)
  const files = await callFrom(page, 'library.files', { of: { ids: [made?.id ?? ''] } })
  expect(files.map(({ id }) => id)).toEqual([made?.id])
})

test('what was drawn and not saved is there again after the app was killed, and Esc goes back to where it was opened (TU12)', async ({
  launch,
}) => {
  const first = await launch({ begun })
  await openFirst(first.page)
  const was = await middle(first.page)
  await paint(first.page, 3)
  await expect.poll(() => middle(first.page)).toBe(0)
  await expect
    .poll(async () => JSON.stringify(await callFrom(first.page, 'drafts.load', { form: 'touch-up' })))
    .toContain('"erase"')
  first.app.process().kill('SIGKILL')

  const { page } = await launch({ home: first.home })
  await openFirst(page)
  await expect.poll(() => middle(page)).toBe(0)
  await touchUp(page).getByRole('button', { name: 'Start over' }).press('Enter')
  await expect.poll(() => middle(page)).toBe(was)
  await page.keyboard.press('Escape')
  await expect(touchUp(page)).toBeHidden()
  await expect(page.getByRole('gridcell').first()).toBeFocused()
})

test('a pointer paints where it is dragged, and with the wheel it is zoomed (TU11)', async ({ launch }) => {
  const { page } = await launch({ begun })
  await openFirst(page)
  const box = await page.locator('canvas').boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await page.mouse.move(x - 30, y)
  await page.mouse.down()
  await page.mouse.move(x + 30, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => middle(page)).toBe(0)
  await expect(save(page)).toBeEnabled()
  await page.mouse.wheel(0, -400)
  await expect
    .poll(async () => (await page.locator('canvas').boundingBox())?.width ?? 0)
    .toBeGreaterThan(box?.width ?? 0)
})

test('from right to left the tools are mirrored and lie beside each other, and the picture under the brush is as it is (TU13)', async ({
  launch,
}) => {
  try {
    const { page } = await launch({ begun, env: { PRINTROOM_TEST_LANGUAGES: '1' } })
    await page.setViewportSize({ width: 960, height: 640 })
    await chooseLanguage(page, 'ar-XB', languages['ar-XB'].name)
    await page
      .getByRole('navigation', { name: t('Places'), exact: true })
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('gridcell').first().click()
    await page.keyboard.press('t')
    await expect(ready(page)).toBeVisible()

    // The stroke goes where the arrow points: what lies right of the middle is gone, what lies left of it is not.
    const opacities = (): Promise<number[]> =>
      page.locator('canvas').evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement
        const pixels = (canvas as HTMLCanvasElement).getContext('2d')
        return [-1, 1].map(
          (side) =>
            pixels?.getImageData(Math.round(width * (0.5 + side * 0.05)), Math.round(height / 2), 1, 1).data[3] ?? -1,
        )
      })
    const [was] = await opacities()
    await paint(page, 4)
    await expect.poll(opacities).toEqual([was, 0])

    const [keep, size, softness, undo] = await Promise.all(
      [
        page.getByRole('radiogroup', { name: t('Brush') }),
        page.getByRole('slider', { name: t('Size') }),
        page.getByRole('slider', { name: t('Softness') }),
        page.getByRole('button', { name: t('Undo'), exact: true }),
      ].map((tool) => tool.boundingBox()),
    )
    expect(keep?.x).toBeGreaterThan(size?.x ?? 0)
    expect(size?.x).toBeGreaterThan(softness?.x ?? 0)
    expect(undo?.x).toBeLessThan(keep?.x ?? 0)
    // No words lie on others, and nothing is cut off at the window's edge.
    const tools = page.getByRole('radiogroup', { name: t('Brush') }).locator('..')
    const boxes = await tools.locator('button, input[type="range"], .hint, .figure').evaluateAll((all) =>
      all.map((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect()
        return { left, right, top, bottom }
      }),
    )
    for (const [at, one] of boxes.entries()) {
      expect(one.left).toBeGreaterThanOrEqual(0)
      for (const other of boxes.slice(at + 1))
        expect(
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ).toBe(false)
    }
  } finally {
    setLanguage('en')
  }
})
