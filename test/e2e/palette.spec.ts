import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { expectNoViolations, violations } from './accessibility.ts'
import { chooseFiles } from './driving.ts'
import { expect, test } from './window-test.ts'

declare global {
  var heldOnce: Promise<void>
}

const sample = join(root, 'resources/sample.jpg')
const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const spend = (page: Page) => page.getByRole('button', { name: /\d+ credits?$/ })

/** Types into the palette and takes what stands first, by the keyboard alone. */
async function run(page: Page, typed: string, first: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type(typed)
  await expect(palette(page).getByRole('option', { selected: true })).toContainText(first)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
}

/** As another program would hand a link over; the window takes no press for a moment then. */
async function openLink(app: ElectronApplication, page: Page, url: string): Promise<void> {
  await page.evaluate(() => {
    const { documentElement } = document
    globalThis.heldOnce = new Promise((resolve) => {
      let pressed = false
      new MutationObserver((_, observer) => {
        if ('held' in documentElement.dataset) {
          // As the second half of a double click would fall.
          if (!pressed) document.querySelector<HTMLElement>('[data-spend]')?.click()
          pressed = true
        } else if (pressed) {
          observer.disconnect()
          resolve()
        }
      }).observe(documentElement, { attributeFilter: ['data-held'] })
    })
  })
  await app.evaluate(({ app }, url) => app.emit('open-url', { preventDefault: () => undefined }, url), url)
  await page.evaluate(() => globalThis.heldOnce)
}

const countOfRequests = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const answer = await window.printroom.call('requests.list', {})
    return answer.ok ? answer.value.length : -1
  })

/** Each press takes one notice away; some go by themselves. */
async function dismissAll(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect(async () => {
    if ((await dismiss.count()) > 0) await dismiss.first().click({ timeout: 500 })
    expect(await dismiss.count()).toBe(0)
  }).toPass()
}

test('the palette: from the first page to the price of a cutout by the keyboard alone', async ({ launch }) => {
  const { app, page } = await launch({ env: { PRINTROOM_TIME_SCALE: '10' } })
  await page.getByRole('button', { name: /^Start practising/ }).waitFor()

  // Before a service was chosen most of it waits, and says for what.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('ledger')
  const ledger = palette(page).getByRole('option', { name: /^Ledger/ })
  await expect(ledger).toHaveAttribute('aria-disabled', 'true')
  await expect(ledger).toContainText('Start practising first')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)

  await run(page, 'practise', 'Start practising')
  await expect(page.getByText('Nothing here costs money.')).toBeVisible()
  await chooseFiles(app, [sample])
  await run(page, 'open pict', 'Open pictures…')
  const chooser = page.getByRole('dialog', { name: 'Use this picture in…' })
  await expect(chooser.getByRole('menuitem', { name: 'Cutout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(region(page, 'Skills')).toContainText('sample.jpg')
  await expect(spend(page)).toHaveAttribute('aria-disabled', 'false')
  await run(page, 'price', 'Go to price')
  await expect(spend(page)).toBeFocused()
})

test('the palette: commands, Skills, results and receipts, the ones used lately first; axe in both themes', async ({
  launch,
}) => {
  const { app, page } = await launch({ begun: 'cut out', env: { PRINTROOM_TIME_SCALE: '10' } })
  await page.keyboard.press('ControlOrMeta+k')
  const options = palette(page).getByRole('option')
  await expect(options.filter({ hasText: 'sample.jpg' })).toHaveCount(1)
  await expectNoViolations(page, 'the palette')
  // Ctrl+K closes it again, and the keyboard is where it was.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toHaveCount(0)

  await run(page, 'dark', 'Dark theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await run(page, 'netw', 'Network')
  await expect(region(page, 'Network')).toBeFocused()
  await run(page, 'upsc', 'Upscale')
  await expect(page.getByRole('tab', { name: /^Upscale/ })).toHaveAttribute('aria-selected', 'true')
  await run(page, 'pause', 'Pause the queue')
  await expect(page.getByText('Paused. Running requests continue')).toBeVisible()
  await run(page, 'back up', 'Back up now')
  await expect(page.getByText(/Backup created|No changes since the last backup/)).toBeVisible()
  await run(page, 'new vid', 'New video')
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
  await page.keyboard.type('Waves')

  // Used lately, the last first.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(options.first()).toContainText('New video')
  await expect(options.nth(1)).toContainText('Back up now')
  // It says why it cannot be done now.
  await page.keyboard.type('pause')
  await expect(options.first()).toContainText('Already paused.')
  await expect(options.first()).toHaveAttribute('aria-disabled', 'true')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  // A result opens large, a receipt as a receipt; neither is by way of a form.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('sample')
  const pictures = palette(page).getByRole('group', { name: 'Pictures' }).getByRole('option')
  await expect(pictures).toHaveCount(1)
  await pictures.click()
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
  await expect(region(page, 'Library')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('sample')
  await palette(page).getByRole('group', { name: 'Receipts' }).getByRole('option').click()
  await expect(region(page, 'Receipt')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('sample')
  await palette(page)
    .getByRole('option', { name: /^Search the library for/ })
    .click()
  const search = region(page, 'Library').getByRole('searchbox')
  await expect(search).toHaveValue('sample')
  // The library is there already: its field follows, and can be emptied again.
  await run(page, 'no such words', 'Search the library for “no such words”')
  await expect(search).toHaveValue('no such words')
  await expect(region(page, 'Library').getByText('Nothing found')).toBeVisible()
  await search.fill('')
  await expect(page.getByRole('gridcell')).toHaveCount(1)

  // Of another window of the same home they are known too; the menu and the sheet have the same list.
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('palette')?.click())
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
})

test('links fill forms and show things, and never more: hostile ones are a sentence', async ({ launch }) => {
  const { app, page, home } = await launch({ begun: 'cut out', env: { PRINTROOM_TIME_SCALE: '10' } })
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  const ask = page.getByRole('dialog', { name: /^Replace the contents of/ })

  // An empty form is filled at once; the price is worked out, nothing is sent.
  await openLink(
    app,
    page,
    'printroom://create?prompt=A%20red%20boat%E2%80%AE%20at%20dusk&ratio=1%3A1&model=no-such-model',
  )
  await expect(prompt).toHaveValue('A red boat at dusk')
  await expect(page.getByText('Its model is unavailable; yours is kept.')).toBeVisible()
  await expect(spend(page)).toBeVisible()

  // What somebody typed gives way only to a yes, and can be had back.
  await prompt.fill('My own words')
  await openLink(app, page, 'printroom://create?prompt=Theirs')
  await expect(ask).toContainText('Theirs')
  await expectNoViolations(page, 'a link that asks')
  await ask.getByRole('button', { name: 'Keep mine' }).click()
  await expect(prompt).toHaveValue('My own words')
  await openLink(app, page, 'printroom://create?prompt=Theirs')
  await ask.getByRole('button', { name: 'Use the link’s' }).click()
  await expect(prompt).toHaveValue('Theirs')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt).toHaveValue('My own words')

  // A press that was meant for the page the link was on falls on nothing.
  await expect(spend(page)).toHaveAttribute('aria-disabled', 'false')
  await openLink(app, page, 'printroom://create')
  expect(await countOfRequests(page)).toBe(1)

  // A Skill with its fields; never its pictures, never a consent.
  await openLink(app, page, 'printroom://skills/brand-poster?brand=Harbour%20Days&productImages=%2Fetc%2Fpasswd')
  await expect(page.getByRole('textbox', { name: /^Brand/ })).toHaveValue('Harbour Days')
  await expect(page.getByText(/Links cannot add pictures/)).toBeVisible()

  // Things by their names.
  const [asset, request] = await page.evaluate(async () => {
    const list = await window.printroom.call('library.open', { filter: {}, limit: 1 })
    const item = list.ok ? list.value.items[0] : undefined
    return [item?.id ?? '', item?.requestId ?? '']
  })
  await openLink(app, page, `printroom://receipts/${request}`)
  await expect(region(page, 'Receipt')).toBeVisible()
  await openLink(app, page, `printroom://library/${asset}`)
  await expect(page.getByRole('button', { name: 'Fit' })).toBeVisible()
  await openLink(app, page, 'printroom://gallery/g7k2m9q4')
  await expect(page.getByRole('textbox', { name: 'Id or link of a curated picture' })).toHaveValue('g7k2m9q4')
  await openLink(app, page, 'printroom://receipts/0b8f6a1e-9c1d-4c53-8a55-0d3a5f0f2c11')
  await expect(page.getByText('The link’s receipt was not found here.')).toBeVisible()

  // Hostile ones: a sentence, and nothing is otherwise than before.
  const standing = () =>
    page.evaluate(async () => {
      const [requests, snapshot] = [
        await window.printroom.call('requests.list', {}),
        await window.printroom.call('app.snapshot', undefined),
      ]
      if (!requests.ok || !snapshot.ok) throw new Error('no answer')
      const { service, key, network, theme } = snapshot.value
      return JSON.stringify([requests.value.map(({ id }) => id), service, key.fingerprint, network, theme])
    })
  const before = await standing()
  for (const url of [
    'printroom://create?prompt=x&send=1',
    'printroom://create?prompt=x&references=/etc/passwd',
    'printroom://settings?key=svc_sk_00000000000000000000000000000000',
    'printroom://queue/resume',
    `printroom://file/${encodeURIComponent(home)}/thumbnail`,
    'https://evil.example/',
  ]) {
    await dismissAll(page)
    await openLink(app, page, url)
    const said = page.getByRole('status').getByText('Nothing was changed or sent.')
    await expect(said, url).toBeVisible()
  }
  expect(await standing()).toBe(before)
})

test('links and files at the start and by a second start; what a file is for is asked', async ({ launch }) => {
  const env = { PRINTROOM_TIME_SCALE: '10' }
  const { app, page, home } = await launch({ env, args: ['printroom://create?prompt=From%20the%20start'] })
  await expect(page.getByText('The link filled in Create. Nothing was sent.')).toBeVisible()
  await expect(page.locator('html[data-held]')).toHaveCount(0)
  await page.getByRole('button', { name: /^Start practising/ }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('From the start')
  expect(await app.evaluate(({ app }) => app.isDefaultProtocolClient('printroom'))).toBe(false)

  await app.evaluate(
    ({ app }, [file, folder]) => {
      const argv = ['printroom', '--', `file://${file}`, 'file://evil.example/x.png']
      app.emit('second-instance', {}, argv, folder)
    },
    [sample, home] as const,
  )
  const chooser = page.getByRole('dialog', { name: 'Use this picture in…' })
  await expect(chooser).toContainText('sample.jpg')
  await expectNoViolations(page, 'files that ask')
  await page.keyboard.press('Escape')
  await expect(chooser).toHaveCount(0)

  await app.evaluate(({ app }, file) => app.emit('open-file', { preventDefault: () => undefined }, file), sample)
  await chooser.getByRole('menuitem', { name: 'Reference in Create' }).click()
  await expect(region(page, 'Create').getByRole('img', { name: 'sample.jpg' })).toBeVisible()
  await app.evaluate(({ app }) => {
    app.emit('second-instance', {}, ['printroom', 'printroom://queue'], '/')
  })
  await expect(region(page, 'Queue')).toBeVisible()
  expect(await countOfRequests(page)).toBe(0)
})

test('About: version, runtimes, where data lives, what leaves the computer, and all licences, found by words', async ({
  launch,
}) => {
  const { app, page, home } = await launch()
  await page.getByRole('button', { name: /^Start practising/ }).waitFor()
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('about')?.click())
  const about = page.getByRole('dialog', { name: 'About Printroom' })
  await expect(about).toContainText(/Version \d+\.\d+\.\d+ · Electron \d+/)
  await expect(about).toContainText(home)
  await expect(about).toContainText('the service whose address you gave')
  await about.getByRole('searchbox').fill('lgpl libvips')
  const parts = about.locator('summary')
  await expect(parts.first()).toContainText('libvips')
  await parts.first().press('Enter')
  await expect(about).toContainText('They may be replaced by others of the same interface')
  await expectNoViolations(page, 'About')
  await page.setViewportSize({ width: 960, height: 640 })
  await about.getByRole('searchbox').fill('nothing has such words')
  await expect(about).toContainText('No results.')
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  await expect(about).toHaveCount(0)
})
