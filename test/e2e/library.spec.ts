import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations, violations } from './accessibility.ts'
import { goTo, refuseAll, showPlace } from './driving.ts'
import { holdAnswers } from './held-answers.ts'
import { libraryHome, ownFilesHome, smallPicture } from './library-home.ts'
import { expect, sharedApp, test } from './window-test.ts'

const fast = { PRINTROOM_TIME_SCALE: '20' }
const many = 60_000

const library = (page: Page): Locator => page.getByRole('region', { name: 'Library', exact: true })
const total = (page: Page): Locator => library(page).locator('h1 ~ [aria-live]')
const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' })
const cell = (page: Page, index: number): Locator => page.locator(`[data-index="${index}"]`)
const focusedIndex = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-index'))
const chosen = (page: Page): Locator => page.locator('[role="gridcell"][aria-selected="true"]')

test('a library taller than any browser can scroll: to the very end by key, bar and wheel, few nodes, pictures wait', async ({
  launch,
}) => {
  const home = await libraryHome(many, await smallPicture())
  const { page } = await launch({ env: fast, home })
  // As on a screen of forty times the density: the cap on heights is a fortieth, and the library is taller.
  await page.addInitScript(() => Object.defineProperty(window, 'devicePixelRatio', { get: () => 40 }))
  await page.reload()
  await goTo(page, 'Library')
  await expect(cell(page, 0)).toBeVisible()
  await expect(total(page)).toHaveText(/^60,000/)
  const grid = page.getByRole('grid', { name: 'Pictures' })
  await expect(grid).not.toHaveAttribute('aria-rowcount', '-1')
  const heights = await grid.evaluate((table) => table.parentElement?.scrollHeight ?? 0)
  expect(heights).toBeLessThan(33_554_428 / 40)

  await cell(page, 1).click()
  await page.keyboard.press('End')
  await expect.poll(() => focusedIndex(page)).toBe(String(many - 1))
  await expect(cell(page, many - 1)).toHaveAccessibleName(/number 1,/)
  await expect(details(page)).toContainText('picture-1.jpg')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focusedIndex(page)).toBe(String(many - 2))
  await page.keyboard.press('Home')
  await expect.poll(() => focusedIndex(page)).toBe('0')

  const scroller = grid.locator('..')
  await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect(cell(page, many - 1)).toBeVisible()
  await cell(page, many - 1).hover()
  for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, -300)
  await expect(cell(page, many - 1)).toHaveCount(0)
  // Twelve turns of 300 px are some thirty rows, however much is above them.
  const first = (): Promise<number> =>
    page
      .locator('[data-index]')
      .first()
      .evaluate((one) => Number(one.getAttribute('data-index')))
  await expect.poll(first).toBeGreaterThan(many - 800)
  await expect.poll(first).toBeLessThan(many - 100)
  for (let turn = 0; turn < 15; turn += 1) await page.mouse.wheel(0, 300)
  await expect(cell(page, many - 1)).toBeVisible()

  const flown = await scroller.evaluate(async (element) => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    const seen = { nodes: 0, pictures: 0 }
    for (let step = 0; step <= 30; step += 1) {
      element.scrollTop = ((element.scrollHeight - element.clientHeight) * step) / 30
      await frame()
      await frame()
      seen.nodes = Math.max(seen.nodes, element.querySelectorAll('*').length)
      if (step > 3) seen.pictures = Math.max(seen.pictures, element.querySelectorAll('img').length)
    }
    return seen
  })
  expect(flown.nodes).toBeLessThanOrEqual(250)
  expect(flown.pictures, 'pictures asked for while flinging').toBe(0)
  await expect.poll(() => scroller.locator('img').count()).toBeGreaterThan(0)
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})

test('choosing, trash and undo, stars, tags, collections, search and filters, without the service', async ({
  launch,
}) => {
  const home = await libraryHome(3000, await smallPicture())
  const { page } = await launch({ env: fast, home })
  await goTo(page, 'Library')
  const search = page.getByRole('searchbox', { name: 'Search the library' })

  // As file managers have it.
  await cell(page, 2).click()
  await cell(page, 5).click({ modifiers: ['Shift'] })
  await expect(details(page)).toContainText('4 selected')
  await cell(page, 3).click({ modifiers: ['ControlOrMeta'] })
  await expect(chosen(page)).toHaveCount(3)
  await cell(page, 9).click({ modifiers: ['ControlOrMeta'] })
  await expect(details(page)).toContainText('4 selected')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(details(page)).toContainText('2 selected')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(details(page)).toContainText('3,000 selected')
  await page.keyboard.press('Escape')
  await expect(chosen(page)).toHaveCount(1)
  expect(await violations(page), 'one chosen').toEqual([])

  // Trash and back, by button and by key.
  await cell(page, 1).click()
  await cell(page, 3).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Delete')
  await expect(total(page)).toHaveText(/^2,997/)
  await expect.poll(() => focusedIndex(page)).toBe('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(total(page)).toHaveText(/^3,000/)
  await cell(page, 0).click()
  // Held down, as a keyboard repeats it: one picture goes, and not one after the other.
  await page.keyboard.down('Delete')
  await expect(total(page)).toHaveText(/^2,999/)
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Delete')
  await page.keyboard.up('Delete')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(total(page)).toHaveText(/^3,000/)
  // In the viewer an act is about the picture that is shown, though five were chosen; and none comes through a dialog.
  await cell(page, 1).click()
  await cell(page, 5).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Next picture' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog')).toContainText('Export 1 result')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Delete')
  await expect(page.getByRole('status')).toContainText('1 picture moved to the trash')
  await page.keyboard.press('Escape')
  await expect(total(page)).toHaveText(/^2,999/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(total(page)).toHaveText(/^3,000/)
  await cell(page, 0).click()
  await page.keyboard.press('Delete')
  await showPlace(page, /^Trash/)
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  expect(await violations(page), 'the trash').toEqual([])
  await cell(page, 0).click()
  await details(page).getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Show all pictures' }).click()
  await expect(total(page)).toHaveText(/^3,000/)

  // Stars by key, a tag, and both as filters.
  await cell(page, 4).click()
  await page.keyboard.press('4')
  await expect(cell(page, 4)).toHaveAccessibleName(/4 stars/)
  await details(page).getByRole('combobox', { name: 'Add a tag' }).fill('Campaign')
  await page.keyboard.press('Enter')
  await expect(details(page).getByRole('button', { name: 'Remove tag Campaign' })).toBeVisible()
  await page.getByRole('button', { name: 'Rating', exact: true }).click()
  await page.getByRole('menuitem', { name: '3 stars or more' }).click()
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await page.getByRole('button', { name: 'Any rating' }).click()
  await search.fill('campaign')
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await search.fill('lighth')
  await expect(total(page)).toHaveText(/^999/)
  await page.getByRole('button', { name: 'Model' }).click()
  await page.getByRole('menuitem', { name: 'Even' }).click()
  await expect(total(page)).toHaveText(/^499/)
  await page.getByRole('button', { name: 'Any model' }).click()

  // What is found goes into a collection as a whole.
  await cell(page, 0).click()
  await page.keyboard.press('ControlOrMeta+a')
  await details(page).getByRole('button', { name: 'Add to collection' }).click()
  await page.getByRole('menuitem', { name: 'New collection…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Lighthouses')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('status')).toContainText('999 pictures added to Lighthouses')
  await search.fill('')
  await showPlace(page, /^Lighthouses/)
  await expect(page.getByRole('heading', { name: /Lighthouses/ })).toBeVisible()
  await expect(total(page)).toHaveText(/^999/)
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})

let threeHundred = ''
const read = sharedApp(async () => {
  threeHundred = await libraryHome(300, await smallPicture())
  return { env: fast, home: threeHundred }
})
test.afterAll(() => rm(threeHundred, { recursive: true, force: true, maxRetries: 3 }))

test('a picture that is still being read opens by a double click as soon as it is there, as by the key', async () => {
  const { app, page } = await read()
  await goTo(page, 'Library')
  // Then the list is read to its end.
  await expect(page.getByRole('grid', { name: 'Pictures' })).not.toHaveAttribute('aria-rowcount', '-1')
  await cell(page, 1).click()
  const letGo = await holdAnswers(app, 'library.slice')
  await page.keyboard.press('End')
  await expect(cell(page, 299)).toHaveAccessibleName('Loading')
  await cell(page, 299).dblclick()
  await letGo()
  await expect(page.getByRole('figure')).toBeVisible()
  await expect(details(page)).toContainText('picture-1.jpg')
})

test('turned to a picture that is still being read, the viewer stays: it says so, goes on, and Escape closes it', async () => {
  const { app, page } = await read()
  await goTo(page, 'Library')
  await expect(page.getByRole('grid', { name: 'Pictures' })).not.toHaveAttribute('aria-rowcount', '-1')
  await cell(page, 1).click()
  const letGo = await holdAnswers(app, 'library.slice')
  await page.keyboard.press('End')
  await expect(cell(page, 299)).toHaveAccessibleName('Loading')
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('figure')
  await expect(viewer).toContainText('Loading…')
  await page.keyboard.press('ArrowLeft')
  await expect(library(page).getByText('299 of 300', { exact: true })).toBeVisible()
  await expectNoViolations(page, 'viewer, while a picture is read')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect.poll(() => focusedIndex(page)).toBe('298')
  await page.keyboard.press('Enter')
  await expect(viewer).toContainText('Loading…')
  await letGo()
  await expect(viewer).toContainText('number 2,')
})

test('End leads to the last picture of a list that is still being read, unless one goes elsewhere meanwhile', async () => {
  const { app, page } = await read()
  const open = async (): Promise<() => Promise<void>> => {
    const letGo = await holdAnswers(app, 'library.shape')
    await page.reload()
    await goTo(page, 'Library')
    await cell(page, 1).click()
    return letGo
  }
  const first = await open()
  await page.keyboard.press('End')
  await expect.poll(() => focusedIndex(page)).toBe('99')
  await first()
  await expect.poll(() => focusedIndex(page)).toBe('299')
  await expect(details(page)).toContainText('picture-1.jpg')

  const second = await open()
  await page.keyboard.press('Shift+End')
  await expect.poll(() => focusedIndex(page)).toBe('99')
  await second()
  await expect(details(page)).toContainText('299 selected')

  const third = await open()
  await page.keyboard.press('End')
  await expect.poll(() => focusedIndex(page)).toBe('99')
  await page.keyboard.press('ArrowLeft')
  await third()
  await expect(page.getByRole('grid', { name: 'Pictures' })).not.toHaveAttribute('aria-rowcount', '-1')
  expect(await focusedIndex(page)).toBe('98')
})

test('a picture beside its source, and a copy exported with its mark and its settings', async ({ launch }) => {
  const { app, page } = await launch({ begun: 'cut out', env: fast })
  await goTo(page, 'Library')
  await cell(page, 0).dblclick()
  await page.getByRole('radiogroup', { name: 'Compare' }).getByText('Slide').click()
  const line = page.getByRole('slider', { name: 'Before to After' })
  await line.focus()
  await page.keyboard.press('ArrowRight')
  await expect(line).toHaveAttribute('aria-valuenow', '52')
  const pictures = page.getByRole('figure').getByRole('img')
  await expect
    .poll(() => pictures.evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth > 500)))
    .toEqual([true, true])
  await expectNoViolations(page, 'the viewer')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedIndex(page)).toBe('0')

  const folder = await mkdtemp(join(tmpdir(), 'printroom-exported-'))
  await app.evaluate(
    ({ dialog }, filePaths) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths })
    },
    [folder],
  )
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'File naming' }).click()
  await page.getByRole('option', { name: 'Title and number', exact: true }).click()
  await expect(page.getByLabel('File name')).toHaveValue('{title}-{number}')
  await expect(page.getByRole('dialog')).toContainText('The first becomes practice-sample.jpg-001.png')
  await page.getByLabel('File name').fill('{date} {titel}')
  await expect(page.getByText('{titel} is unknown.')).toBeVisible()
  await page.getByLabel('File name').fill('for-print-{title}')
  await page.getByText('Add settings and receipt as JSON files').click()
  await page.getByRole('button', { name: 'Choose a folder…' }).click()
  await expect(page.getByRole('status')).toContainText('1 file exported')
  const name = 'practice-for-print-sample.jpg.png'
  expect((await readdir(folder)).sort()).toEqual([name, `${name}.json`])
  const copy = await readFile(join(folder, name))
  expect(copy.includes('compositeWithTrainedAlgorithmicMedia')).toBe(true)
  const sidecar = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))
  expect(sidecar).toMatchObject({ receipt: { credits: { paid: 2 } }, tags: [] })

  await details(page).getByRole('button', { name: 'Copy picture' }).click()
  await expect(page.getByRole('status')).toContainText('Picture copied.')
  const copied = await app.evaluate(async ({ clipboard }) =>
    (await clipboard.read()).flatMap((item: { types: readonly string[] }) => [...item.types]),
  )
  expect(copied).toEqual(['image/png'])
  await details(page).getByRole('button', { name: 'Use these settings again' }).click()
  await expect(page.getByRole('region', { name: 'Skills', exact: true })).toBeVisible()
  await goTo(page, 'Library')
  await details(page).getByRole('button', { name: 'Use in…' }).click()
  await page.getByRole('menuitem', { name: 'Reference in Create' }).click()
  await expect(page.getByRole('region', { name: 'Create', exact: true })).toContainText(/References\s*1 of/)
  await rm(folder, { recursive: true })
})

test('a video plays, stops and goes frame by frame', async ({ launch }) => {
  const home = await libraryHome(5)
  const { page } = await launch({ env: fast, home })
  await goTo(page, 'Library')
  await cell(page, 0).dblclick()
  const film = page.getByRole('figure').locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(2, 1)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.4)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const at = await film.evaluate((video: HTMLVideoElement) => video.currentTime)
  await page.getByRole('button', { name: 'Next frame' }).click()
  const next = () => film.evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(next).not.toBe(at)
  expect(Math.abs((await next()) - at)).toBeLessThan(0.3)
  // A comma steps a film, and is a comma where one writes.
  const tag = details(page).getByRole('combobox', { name: 'Add a tag' })
  await tag.pressSequentially('red, blue.')
  await expect(tag).toHaveValue('red, blue.')
  expect(await violations(page), 'a video').toEqual([])
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})

test('a picture that the filter leaves out is shown beside the grid: acts are about it, and one in the trash is told from one that is not', async ({
  launch,
}) => {
  const { home } = await ownFilesHome(6)
  const { page } = await launch({ env: fast, home })
  await goTo(page, 'Library')
  await page.getByRole('button', { name: 'Model' }).click()
  await page.getByRole('menuitem', { name: 'Odd' }).click()
  await expect(page.getByRole('gridcell')).toHaveCount(3)
  const name = details(page).getByRole('heading').first()
  const trashIt = details(page).getByRole('button', { name: 'Move to trash' })
  const status = page.getByRole('status')
  const showLike = async (): Promise<void> => {
    await cell(page, 2).click()
    await expect(name).toHaveText('picture-1.jpg')
    await details(page).getByRole('button', { name: 'picture-2.jpg', exact: true }).click()
    await expect(name).toHaveText('picture-2.jpg')
  }
  await showLike()
  await expect(chosen(page)).toHaveCount(0)
  await page.keyboard.press('4')
  await expect(details(page).getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog')).toContainText('Export 1 result')
  await expect(page.getByRole('dialog')).toContainText('The first becomes practice-picture-2.jpg')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  // Open large it goes to the trash, and nothing that was chosen behind it goes after it.
  await details(page).getByRole('button', { name: 'Open large' }).click()
  await expect(page.getByRole('figure')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(status).toContainText('1 picture moved to the trash')
  await expect(cell(page, 0)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(chosen(page)).toHaveCount(0)
  await expect(total(page)).toHaveText(/^3/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(status).toContainText('restored')
  await showLike()
  await details(page).getByRole('button', { name: 'Open large' }).click()
  await expect(page.getByRole('figure')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedIndex(page)).toBe('2')

  // From the trash to its like, which is not in it.
  await cell(page, 2).click()
  await expect(name).toHaveText('picture-1.jpg')
  await trashIt.click()
  await expect(total(page)).toHaveText(/^2/)
  await page.getByRole('button', { name: 'Any model' }).click()
  await showPlace(page, /^Trash/)
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await cell(page, 0).click()
  await expect(details(page).getByRole('button', { name: 'Restore' })).toBeVisible()
  await details(page).getByRole('button', { name: 'picture-2.jpg', exact: true }).click()
  await expect(name).toHaveText('picture-2.jpg')
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeDisabled()
  await trashIt.click()
  await expect(page.getByRole('gridcell')).toHaveCount(2)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})

test('a refused question about the trash changes nothing, and the keys are the library’s as before', async ({
  launch,
}) => {
  const { home } = await ownFilesHome(2)
  const { app, page } = await launch({ env: fast, home })
  const asked = await refuseAll(app)
  await goTo(page, 'Library')
  await cell(page, 0).click()
  await page.keyboard.press('Delete')
  await expect(total(page)).toHaveText(/^1/)
  expect(await asked()).toEqual([])
  await showPlace(page, /^Trash/)
  // Both places hold one picture: the trash is there when its own is.
  await expect(cell(page, 0)).toHaveAccessibleName(/^Pear no\. 2/)
  await cell(page, 0).click()
  await page.keyboard.press('Delete')
  await expect.poll(asked).toHaveLength(1)
  // A key that is the library's again, and its answer, come after all that was pressed before.
  await cell(page, 0).click()
  await page.keyboard.press('4')
  await expect(details(page).getByRole('radio', { name: '4 stars' })).toBeChecked()
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('status')).toContainText('Undone')
  await expect(details(page).getByRole('radio', { name: '4 stars' })).not.toBeChecked()
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})
