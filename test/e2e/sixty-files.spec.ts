import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { RequestView } from '../../src/contract/views.ts'
import { expectNoViolations } from './accessibility.ts'
import { atRest, callFrom, chooseFiles, dropFiles, goTo } from './driving.ts'
import { type MixedFiles, mixedFiles } from './mixed-files.ts'
import { expect, test } from './window-test.ts'

// A designer's afternoon: sixty files of all kinds, cut out, one of them touched up, given a background, and handed over
// in two scales. What a Skill costs is read where the window says it.

const fast = { PRINTROOM_TIME_SCALE: '20' }

const skills = (page: Page): Locator => page.getByRole('region', { name: 'Skills', exact: true })
const files = (page: Page): Locator => page.getByRole('list', { name: 'Files' })
const spend = (page: Page): Locator => skills(page).locator('[data-spend]')
const row = (page: Page, name: string): Locator =>
  files(page).getByRole('checkbox', { name: `Select ${name}`, exact: true })
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const show = (page: Page, filter: RegExp): Promise<void> =>
  page.getByRole('radio', { name: filter }).check({ force: true })

const creditsOf = (text: string | null): number => Number(/([\d,]+)\s*c/.exec(text ?? '')?.[1]?.replaceAll(',', ''))

/** The button says the price of so many, each at what the Skill's tab says. */
async function expectPriceOf(page: Page, skill: RegExp, count: number): Promise<number> {
  await expect(spend(page)).toHaveAttribute('aria-disabled', 'false')
  const each = creditsOf(await page.getByRole('tab', { name: skill, selected: true }).textContent())
  expect(each).toBeGreaterThan(0)
  await expect(spend(page)).toHaveAccessibleName(new RegExp(`^\\S+ ${count} .*\\D${count * each} credits$`))
  return each * count
}

async function madeBy(page: Page, skill: string): Promise<RequestView[]> {
  const all = await callFrom(page, 'requests.list', { limit: 200 })
  return all.filter((request) => request.skill === skill)
}

/** What was dropped is priced; what cannot be sent says why, whole and out of the way, and holds nothing up. */
async function dropAll(page: Page, { paths, refused, doubles }: MixedFiles): Promise<number> {
  await dropFiles(page, paths)
  const bad = Object.entries(refused)
  await expectPriceOf(page, /^Cutout/, paths.length - bad.length)
  // Nothing is there to be judged, so the rows have the room.
  await expect(files(page).getByRole('listitem').nth(9)).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: `${bad.length} can’t be used` }).press('Enter')
  await expect(files(page).getByRole('listitem')).toHaveCount(bad.length)
  for (const [name, says] of bad) {
    const sentence = files(page).getByRole('listitem').filter({ hasText: name }).locator('.hint', { hasText: says })
    await expect(sentence).toContainText('nothing was sent or charged')
    expect(await sentence.locator('..').evaluate((box) => box.parentElement?.scrollHeight)).toBeLessThan(56)
  }
  await expectNoViolations(page, 'what cannot be used')
  await show(page, /^All/)
  // The same picture under two names is offered as such before it is paid twice.
  await page.getByRole('button', { name: `Remove ${doubles.length} duplicates` }).press('Enter')
  return expectPriceOf(page, /^Cutout/, paths.length - bad.length - doubles.length)
}

/** One press, and everything comes home, each once. */
async function order(page: Page, skill: string, count: number, total: number): Promise<RequestView[]> {
  // Nobody presses in the moment in which a price comes.
  await atRest(spend(page))
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(spend(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: `Done ${count}`, exact: true })).toBeAttached({ timeout: 240_000 })
  const made = await madeBy(page, skill)
  expect(made.map(({ state }) => state)).toEqual(Array(count).fill('completed'))
  expect(made.reduce((sum, { creditsUsed }) => sum + (creditsUsed ?? Number.NaN), 0)).toBe(total)
  expect(new Set(made.map(({ source }) => source?.path)).size).toBe(count)
  return made
}

/** By the keyboard, down the list to where the name stands. */
async function goToRow(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await row(page, name).evaluateAll((all) => all.some((one) => one === document.activeElement))) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the keyboard never came to ${name}`)
}

/** From its row and back to it: the touched-up picture lies beside the paid one, which stays as it was. */
async function touchUp(page: Page, paid: { id: string; path: string }): Promise<void> {
  const before = sha256(paid.path)
  await page.keyboard.press('t')
  await expect(page.locator('section[data-ready]')).toBeVisible()
  await page.keyboard.down(' ')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.up(' ')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved as .*-touch-up\.png\. Free: nothing was charged\.$/)).toBeVisible()
  const [made] = await callFrom(page, 'library.find', { search: '', limit: 1 })
  expect(made?.parentId).toBe(paid.id)
  expect(made?.path).not.toBe(paid.path)
  expect(sha256(paid.path)).toBe(before)
  // From where it is seen it goes on to the next Skill.
  await page.getByRole('button', { name: 'Use in…' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Background' }).press('Enter')
  await expect(page.getByRole('tab', { name: /^Background/, selected: true })).toBeVisible()
  await expect(files(page)).toContainText('-touch-up.png')
}

/** @returns what lies in the folder afterwards */
async function exportAll(app: ElectronApplication, page: Page, folder: string, count: number): Promise<string[]> {
  await chooseFiles(app, [folder])
  await page.keyboard.press('ControlOrMeta+a')
  await expect(preview(page)).toContainText(`${count} selected`)
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText(`Export ${count} results`)
  await dialog(page).getByText('WebP', { exact: true }).click()
  await dialog(page).getByText('Percent', { exact: true }).click()
  await dialog(page).getByLabel('Percent of its own size').fill('50')
  await dialog(page).getByRole('checkbox', { name: '2×' }).check()
  await expect(dialog(page)).toContainText(`${2 * count} files, about`)
  await expectNoViolations(page, 'the export')
  const had = (await readdir(folder)).length
  await dialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(async () => (await readdir(folder)).length).toBe(had + 2 * count)
  return readdir(folder)
}

interface Made {
  name: string
  width: number
  height: number
}

/** Half as large, and at twice that: each opens as WebP, and its name is that of the result it was made of. */
async function expectExported(folder: string, names: readonly string[], made: readonly Made[]): Promise<void> {
  expect(names).toHaveLength(2 * made.length)
  for (const { name, width, height } of made) {
    const stem = name.replace(/\.\w+$/, '')
    const own = names.filter((each) => each.startsWith(stem) && /^(-2)?@[12]x\.webp$/.test(each.slice(stem.length)))
    const sizes = await Promise.all(
      own.map(async (each) => {
        const { data, info } = await sharp(readFileSync(join(folder, each)))
          .raw()
          .toBuffer({ resolveWithObject: true })
        expect(data.length).toBe(info.width * info.height * info.channels)
        return [each.includes('@2x'), info.width, info.height]
      }),
    )
    expect(sizes.sort()).toEqual([
      [false, Math.round(width / 2), Math.round(height / 2)],
      [true, width, height],
    ])
  }
}

test('sixty mixed files are cut out, one is touched up, several get a background, and the results are exported at two scales', async ({
  launch,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'printroom-sixty-'))
  const out = await mkdtemp(join(tmpdir(), 'printroom-handed-over-'))
  try {
    const mixed = await mixedFiles(folder)
    expect(mixed.paths).toHaveLength(60)
    const sent = mixed.paths.length - Object.keys(mixed.refused).length - mixed.doubles.length
    const { app, page } = await launch({ begun: 'practising', env: fast })
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(page, 'Skills')
    const total = await dropAll(page, mixed)
    const cutouts = await order(page, 'remove-bg', sent, total)
    await expect(files(page).getByRole('listitem').first()).toContainText('Done')

    await show(page, /^Done/)
    await files(page).getByRole('checkbox').first().focus()
    await goToRow(page, 'jolla.png')
    const paid = cutouts.find(({ title }) => title === 'jolla.png')?.assets[0]
    const [item] = await callFrom(page, 'library.items', { of: { ids: [paid?.id ?? ''] } })
    await touchUp(page, { id: item?.id ?? '', path: item?.path ?? '' })

    // Back at the cutouts the list stands where it stood; three more go the same way.
    await page.getByRole('tab', { name: /^Cutout/ }).click()
    await expect(row(page, 'jolla.png')).toBeChecked()
    await row(page, 'jolla.png').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(preview(page)).toContainText('3 selected')
    await preview(page).getByRole('button', { name: 'Use in…' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Background' }).press('Enter')
    const background = await expectPriceOf(page, /^Background/, 4)
    await expectNoViolations(page, 'carried to the next Skill')
    const made = await order(page, 'white-bg', 4, background)

    await files(page).getByRole('checkbox').first().focus()
    // A file that lies there already stays what it is.
    const results = made.map(({ assets: [asset] }) => asset)
    const taken = (results[0]?.name ?? '').replace(/\.\w+$/, '@1x.webp')
    writeFileSync(join(out, taken), 'not ours')
    const names = await exportAll(app, page, out, results.length)
    expect(readFileSync(join(out, taken), 'utf8')).toBe('not ours')
    await expectExported(
      out,
      names.filter((name) => name !== taken),
      results.map((asset) => ({ name: asset?.name ?? '', width: asset?.width ?? 0, height: asset?.height ?? 0 })),
    )
  } finally {
    for (const each of [folder, out]) await rm(each, { recursive: true, force: true, maxRetries: 3 })
  }
})
