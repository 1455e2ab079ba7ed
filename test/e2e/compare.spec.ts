import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { root } from '../../scripts/setup.mjs'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { openDatabase } from '../../src/engine/store/database.ts'
import { expectNoViolations } from './accessibility.ts'
import { cutOutSample, goTo } from './driving.ts'
import { ownFilesHome } from './library-home.ts'
import { expect, test } from './window-test.ts'

// All of it by the keyboard alone.

const fast = { PRINTROOM_TIME_SCALE: '20' }
const compare = (page: Page) => page.getByRole('region', { name: 'Compare', exact: true })
const faces = (page: Page) => compare(page).locator('[data-place]')
const focusedPlace = (page: Page): Promise<string | null> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.place ?? null)

interface Drawn {
  width: number
  height: number
  /** From the middle of its cell to its own. */
  across: number
  down: number
}

/** Where each picture is drawn, in its own cell. */
const drawn = (page: Page): Promise<Drawn[]> =>
  faces(page).evaluateAll((all) =>
    all.map((face) => {
      const image = [...face.querySelectorAll('img')].find((each) => getComputedStyle(each).visibility === 'visible')
      const [cell, box] = [face.getBoundingClientRect(), (image as HTMLElement).getBoundingClientRect()]
      return {
        width: box.width,
        height: box.height,
        across: box.left + box.width / 2 - cell.left - cell.width / 2,
        down: box.top + box.height / 2 - cell.top - cell.height / 2,
      }
    }),
  )

const allDecoded = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      faces(page).evaluateAll((all) =>
        all.every((face) => face.querySelectorAll('img').length === 1 && face.querySelector('img')?.complete),
      ),
    )
    .toBe(true)

/** Four pictures of three shapes: a wide photograph, an upright one, and a square in two sizes. */
async function shapesHome(): Promise<string> {
  const { home, library } = await ownFilesHome(4)
  const shapes = [
    [1500, 1000],
    [600, 900],
    [512, 512],
    [1024, 1024],
  ] as const
  const { db } = await openDatabase(join(foldersFor(home, true).data, 'printroom.db'))
  for (const [at, [width, height]] of shapes.entries()) {
    const file = join(library, '2026-11', `picture-${at + 1}.jpg`)
    rmSync(file)
    if (at === 0) copyFileSync(join(root, 'resources/sample.jpg'), file)
    else await sharp(join(root, 'resources/sample.jpg')).resize(width, height).jpeg().toFile(file)
    db.prepare('UPDATE assets SET width = ?, height = ? WHERE seq = ?').run(width, height, at + 1)
  }
  db.close()
  return home
}

/** Whether the colour of the keyboard's ring is at the left edge of a cell. */
async function isRinged(page: Page, at: number): Promise<boolean> {
  const box = await faces(page).nth(at).boundingBox()
  if (box === null) throw new Error('no such cell')
  const clip = { x: Math.floor(box.x), y: Math.round(box.y + box.height / 2), width: 4, height: 1 }
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ring = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--focus)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return (color.match(/[\d.]+/g) ?? []).map(Number)
  })
  return Array.from({ length: info.width }, (_, x) => x * info.channels).some((from) =>
    [0, 1, 2].every((part) => Math.abs((data[from + part] ?? 0) - (ring[part] ?? 0)) < 8),
  )
}

/** From the first cell of the grid, with so many more of its neighbours. */
async function chooseFirst(page: Page, count: number): Promise<void> {
  await goTo(page, 'Library')
  await page.getByRole('gridcell').first().focus()
  await page.keyboard.press('Home')
  for (let more = 1; more < count; more += 1) await page.keyboard.press('Shift+ArrowRight')
}

test('two to four pictures lie beside each other in their own shapes, moved in step by the keyboard alone, and Esc goes back', async ({
  launch,
}) => {
  const home = await shapesHome()
  const { page } = await launch({ env: fast, home })
  await chooseFirst(page, 4)
  await page.keyboard.press('c')
  await expect(compare(page)).toBeVisible()
  await expect(faces(page)).toHaveCount(4)
  await expect.poll(() => focusedPlace(page)).toBe('0')
  await allDecoded(page)
  await expectNoViolations(page, 'compare')

  // Newest first: 1024², 512², 600 × 900, 1500 × 1000. Equal long edges, no shape changed.
  const ratios = [1, 1, 600 / 900, 1500 / 1000]
  const fitted = await drawn(page)
  for (const [at, { width, height, across, down }] of fitted.entries()) {
    expect(width / height).toBeCloseTo(ratios[at] ?? 0, 1)
    expect(Math.max(width, height)).toBeCloseTo(Math.max(fitted[0]?.width ?? 0, fitted[0]?.height ?? 0), 0)
    expect(Math.abs(across) + Math.abs(down)).toBeLessThan(1.5)
  }

  // Actual size of the picture with the keyboard, all moved together, and back.
  await page.keyboard.press('z')
  await expect.poll(async () => Math.round((await drawn(page))[0]?.width ?? 0)).toBe(1024)
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+ArrowDown')
  await expect
    .poll(async () => (await drawn(page)).map(({ across, down }) => [Math.round(across), Math.round(down)]))
    .toEqual(Array.from({ length: 4 }, () => [-60, -60]))
  await page.keyboard.press('+')
  await expect.poll(async () => Math.round((await drawn(page))[1]?.width ?? 0)).toBe(1280)
  // The picture covers its cell, and the ring of the one with the keyboard lies over it (D5).
  expect([await isRinged(page, 0), await isRinged(page, 1)]).toEqual([true, false])
  await page.keyboard.press(' ')
  await expect.poll(async () => Math.round((await drawn(page))[0]?.width ?? 0)).toBe(Math.round(fitted[0]?.width ?? 0))

  // Stars, flags, and the better of two; each is said in the picture's name.
  await page.keyboard.press('p')
  await expect(faces(page).nth(0)).toHaveAccessibleName(/Picked/)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focusedPlace(page)).toBe('1')
  await page.keyboard.press('x')
  await expect(faces(page).nth(1)).toHaveAccessibleName(/Rejected/)
  await page.keyboard.press('3')
  await expect(faces(page).nth(1)).toHaveAccessibleName(/3 stars/)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => focusedPlace(page)).toBe('2')
  await expect(faces(page).nth(2)).toHaveAccessibleName(/4 stars/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(faces(page).nth(2)).not.toHaveAccessibleName(/star/)
  await page.keyboard.press('End')
  await expect.poll(() => focusedPlace(page)).toBe('3')

  await page.keyboard.press('Escape')
  await expect(compare(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.index)).toBeDefined()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(4)
  await expect(page.getByRole('gridcell').nth(1)).toHaveAccessibleName(/3 stars, Rejected/)
  rmSync(home, { recursive: true, force: true })
})

test('pixel for pixel, an enlarged picture is as much larger as it has more pixels', async ({ launch }) => {
  const home = await shapesHome()
  const { page } = await launch({ env: fast, home })
  await chooseFirst(page, 2)
  await page.keyboard.press('Enter')
  await expect(faces(page)).toHaveCount(2)
  await allDecoded(page)
  const [large, small] = await drawn(page)
  expect(large?.width).toBeCloseTo(small?.width ?? 0, 0)
  await page.getByRole('radio', { name: 'Same pixels' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: 'Same pixels' }).press('Space')
  await expect
    .poll(async () => {
      const [first, second] = await drawn(page)
      return (first?.width ?? 0) / (second?.width ?? 1)
    })
    .toBeCloseTo(2, 1)
  rmSync(home, { recursive: true, force: true })
})

test('before and after of a Skill, and what was opened from a row, go back to that row by Esc', async ({ launch }) => {
  const { app, page } = await launch({ env: fast })
  await cutOutSample(app, page)
  await goTo(page, 'Skills')
  const skills = page.getByRole('region', { name: 'Skills', exact: true })
  const opener = skills.getByRole('button', { name: /^Compare, / })
  await opener.press('Enter')
  await expect(faces(page).nth(0)).toHaveAccessibleName(/^Before, 1 of 2/)
  await expect(faces(page).nth(1)).toHaveAccessibleName(/^After, 2 of 2/)
  await allDecoded(page)
  await expectNoViolations(page, 'before and after')
  // What is in no library carries no marks, and the keys do nothing to it.
  await page.keyboard.press('p')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('p')
  await expect(faces(page).nth(1)).toHaveAccessibleName(/Picked/)
  await expect(faces(page).nth(0)).not.toHaveAccessibleName(/Picked/)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  const large = skills.getByRole('button', { name: /^Open large, / })
  await large.press('Enter')
  await expect(page.getByRole('figure')).toBeVisible()
  const before = await page.getByRole('figure').boundingBox()
  await page.keyboard.press('i')
  await expect
    .poll(async () => (await page.getByRole('figure').boundingBox())?.width ?? 0)
    .toBeGreaterThan((before?.width ?? 0) + 250)
  await page.keyboard.press('i')
  // From the viewer into the comparison, and back through both.
  await page.keyboard.press('Shift+C')
  await expect(faces(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('figure')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(skills).toBeVisible()
  await expect(large).toBeFocused()
})
