import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { expectNoViolations } from './accessibility.ts'
import { agreeToAll, chooseFiles, goTo, pressSpend } from './driving.ts'
import { expect, test } from './window-test.ts'

const sample = join(root, 'resources/sample.jpg')
const fast = { PRINTROOM_TIME_SCALE: '20' }

/** A folder beside the home, as a person's own one would be. */
function folderBeside(home: string, name: string): string {
  const folder = join(tmpdir(), `${home.split('/').at(-1)}-${name}`)
  mkdirSync(folder)
  return folder
}

/** A picture whose bytes no other one has; decoders leave what stands behind the end of a JPEG alone. */
const pictureAt = (path: string, mark: string): void =>
  writeFileSync(path, Buffer.concat([readFileSync(sample), Buffer.from(mark)]))

test('a watched folder: set up at its price and cap, a new picture is ordered and its result put beside it, the cap holds (O110, I2)', async ({
  launch,
}) => {
  const { app, page, home } = await launch({ begun: 'practising', env: fast })
  const folder = folderBeside(home, 'in')
  try {
    pictureAt(join(folder, 'before.jpg'), 'was there')
    await goTo(page, 'Skills')
    const order = page.getByRole('complementary', { name: 'Order' })
    await expect(order.getByRole('heading', { name: 'Watch folders' })).toBeVisible()

    const asked = await agreeToAll(app)
    await order.getByRole('button', { name: 'Watch a folder…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Watch a folder: Cutout' })
    await chooseFiles(app, [folder])
    await expect(dialog.getByRole('button', { name: 'Start watching' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await expect(dialog.getByText(folder)).toBeVisible()
    // The pane it was opened from has no place on a narrow window; what was chosen in the dialog stays.
    const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ width: 1000, height })
    await expect(order).toBeHidden()
    await expect(dialog.getByText(folder)).toBeVisible()
    await page.setViewportSize({ width, height })
    const cap = dialog.getByRole('textbox', { name: 'Daily limit' })
    await cap.fill('1')
    await expect(dialog.getByText('One picture costs more than that.')).toBeVisible()
    await expectNoViolations(page, 'setting up')
    await cap.fill('4')
    await expect(dialog.getByText('Enough for 2 pictures a day.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Start watching, up to 4 credits a day' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(order.getByText('Watching', { exact: true })).toBeVisible()
    expect(await asked()).toEqual([`Order every new picture in “${folder}” automatically?`])

    // Not what was there, and each new content once.
    pictureAt(join(folder, 'bowl.jpg'), 'one')
    copyFileSync(join(folder, 'bowl.jpg'), join(folder, 'bowl again.jpg'))
    await expect
      .poll(
        () =>
          existsSync(join(folder, 'practice-bowl-remove-bg.png')) ||
          existsSync(join(folder, 'practice-bowl-again-remove-bg.png')),
      )
      .toBe(true)
    await expect(order.getByText('2 of 4 credits today, 1 picture')).toBeVisible()
    for (const name of ['cup.jpg', 'jug.jpg']) pictureAt(join(folder, name), name)
    await expect(order.getByText('On hold')).toBeVisible()
    await expect(order.getByText('4 of 4 credits today, 2 pictures')).toBeVisible()
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.png')).length).toBe(2)

    await order.getByRole('button', { name: /-in$/ }).click()
    const card = page.getByRole('region', { name: 'Watch folders' })
    await expect(card.getByText(/daily limit of 4 credits is reached: [^.]* today/)).toBeVisible()
    await expect(card.getByRole('list', { name: 'Not ordered, 1 waiting' })).toBeVisible()
    await expectNoViolations(page, 'the cap is reached')

    await card.getByRole('button', { name: /^Price and limit of/ }).click()
    const more = page.getByRole('dialog', { name: /^Resume watching/ })
    await more.getByRole('textbox', { name: 'Daily limit' }).fill('6')
    await more.getByRole('button', { name: 'Start watching, up to 6 credits a day' }).click()
    await expect(card.getByText('6 of 6 credits today, 3 pictures')).toBeVisible()
    await card.getByRole('button', { name: /^Pause/ }).click()
    await expect(card.getByText('Paused', { exact: true })).toBeVisible()

    // The receipt says who ordered it and where the copy went.
    await card.getByRole('list', { name: 'Last ordered' }).getByRole('button').last().click()
    const evidence = page.getByRole('complementary', { name: 'Evidence' })
    await expect(evidence.getByText(/By the watch folder/)).toBeVisible()
    await expect(evidence.getByText(/practice-bowl(-again)?-remove-bg\.png/)).toBeVisible()
    await page.keyboard.press('Escape')

    await card.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(card.getByText(/^No watch folders/)).toBeVisible()
    await expectNoViolations(page, 'none is watched')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('results also go into a folder under a name of one’s own; a copy that cannot be made is told of and made again; presets go to a file and come back', async ({
  launch,
}) => {
  const { app, page, home } = await launch({ begun: 'practising', env: fast })
  const out = folderBeside(home, 'out')
  try {
    await goTo(page, 'Skills')
    const order = page.getByRole('complementary', { name: 'Order' })
    await chooseFiles(app, [out])
    await order.getByRole('radio', { name: 'A folder' }).check({ force: true })
    await expect(order.getByText(out)).toBeVisible()
    await chooseFiles(app, [sample])
    await page
      .getByRole('button', { name: /^Choose files/ })
      .first()
      .click()
    const name = order.getByRole('textbox', { name: 'Name of the copy' })
    await name.fill('{sorce}')
    await expect(order.getByText(/\{sorce\} is unknown/)).toBeVisible()
    await expectNoViolations(page, 'a name that is none')
    await name.fill('{date} {source}')
    await expect(order.getByText(/-sample\.png$/)).toBeVisible()
    rmSync(out, { recursive: true })
    await pressSpend(page.getByRole('region', { name: 'Skills' }).getByRole('button', { name: /2 credits$/ }))
    await expect(page.getByRole('list', { name: 'Files' }).getByText('Done', { exact: true })).toBeVisible()
    await goTo(page, 'Queue')
    const detail = page.getByRole('complementary', { name: 'Request' })
    await expect(detail.getByText(/was not copied/)).toBeVisible()
    await expect(detail.getByText(/safe in the library/)).toBeVisible()
    await expectNoViolations(page, 'a copy that was not made')
    mkdirSync(out)
    await detail.getByRole('button', { name: 'Copy again' }).click()
    await expect.poll(() => readdirSync(out)).toEqual([expect.stringMatching(/^practice-\d{4}-\d\d-\d\d-sample\.png$/)])
    await expect(detail.getByRole('button', { name: 'Copy again' })).toBeVisible()
    await presetsGoOutAndComeIn(app, page, home)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})

async function presetsGoOutAndComeIn(app: ElectronApplication, page: Page, home: string): Promise<void> {
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a harbour at dusk')
  await page.getByRole('button', { name: 'Presets' }).click()
  const presets = page.getByRole('dialog', { name: 'Presets' })
  await presets.getByRole('textbox', { name: 'Save these settings as' }).fill('Dusk')
  await presets.getByRole('radio', { name: 'Prompt alone' }).check({ force: true })
  await presets.getByRole('button', { name: 'Save', exact: true }).click()
  const file = join(home, 'presets.json')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, file)
  await presets.getByRole('button', { name: 'Export all…' }).click()
  await expect(page.getByText('The presets were exported to')).toBeVisible()
  const kept = JSON.parse(readFileSync(file, 'utf8'))
  kept.presets.push(
    {
      name: 'Elsewhere',
      media: 'image',
      prompt: null,
      settings: { modelId: 'of-another-account', aspectRatio: '1:1' },
    },
    { name: 7 },
  )
  writeFileSync(file, JSON.stringify(kept))
  await chooseFiles(app, [file])
  await presets.getByRole('button', { name: 'Import…' }).click()
  await expect(page.getByText(/1 added, 1 already existed, 1 could not be imported: entry 3/)).toBeVisible()
  await expect(presets.getByText(/an unavailable model, 1:1/)).toBeVisible()
  await expectNoViolations(page, 'presets')
}
