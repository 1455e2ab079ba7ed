import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { callFrom, goTo, order, signIn, startPractising } from './driving.ts'
import { startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Switch service?' })
const serviceOf = async (page: Page): Promise<string | null> =>
  (await callFrom(page, 'app.snapshot', undefined)).service

async function practiseByPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('practise')
  await expect(page.getByRole('option', { selected: true })).toContainText('Start practising')
  await page.keyboard.press('Enter')
}

test('a service with open requests is left by an answered question alone, and one press leads back to it, where its key brings the work home (A35)', async ({
  launch,
}) => {
  const remote = await startService()
  // A job that cannot be looked at is asked for by its receipt: neither answers.
  await remote.fail(
    ['/api/generate/v2/status/*', '/api/generate/v2/requests/*'].map((path) => ({
      match: { method: 'GET', path },
      fault: 'lost-before',
    })),
  )
  const { app, page } = await launch({
    env: {
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      PRINTROOM_TIME_SCALE: '20',
    },
  })
  await signIn(app, page, remote)
  await expect.poll(() => serviceOf(page)).toBe(remote.url)
  const { models } = await callFrom(page, 'catalogue.models', { media: 'image' })
  const quote = await callFrom(page, 'quote.generation', { prompt: 'a lamp', modelId: models[0]?.id ?? '' })
  const requestIds = await order(page, quote)
  const state = async (): Promise<unknown> =>
    (await callFrom(page, 'requests.receipt', { id: requestIds[0] ?? '' })).request.state
  await expect.poll(state).toBe('running')

  await goTo(page, 'Settings')
  await page.getByRole('button', { name: /^Start practising/ }).click()
  await expect(question(page)).toContainText(`1 request is unfinished at ${remote.url}`)
  await expectNoViolations(page, 'leaving')
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  expect(await serviceOf(page)).toBe(remote.url)
  await practiseByPalette(page)
  await question(page).getByRole('button', { name: 'Stay' }).click()
  expect(await serviceOf(page)).toBe(remote.url)
  await practiseByPalette(page)
  await question(page).getByRole('button', { name: 'Switch' }).click()
  await expect(page.getByText('Nothing here costs money.')).toBeVisible()

  await remote.fail([])
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: `Back to ${remote.url}` }).click()
  await expect.poll(() => serviceOf(page)).toBe(remote.url)
  // Without a keychain it was held until the service was left.
  await callFrom(page, 'key.set', { key: remote.keys[0] ?? '', service: remote.url })
  await expect.poll(state).toBe('completed')
  expect(await remote.charges()).toBe(1)
  await remote.close()
})

test('an address that cannot be used is said at its field, a key that is missing at its own, and neither changes the service', async ({
  launch,
}) => {
  const { page } = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } })
  await startPractising(page)
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Use my account…' }).click()
  const [address, key] = [page.getByLabel('Service address'), page.getByPlaceholder('svc_sk_')]
  await address.fill('http://127.0.0.1:9/b?x=1')
  await key.fill(`svc_sk_${'b'.repeat(32)}`)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(address).toHaveAccessibleDescription(/goes on after a “\?”/)
  await address.fill('http://127.0.0.1:9/b')
  await key.fill('')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(key).toHaveAccessibleDescription(/holds no key for this address/)
  expect(await callFrom(page, 'app.snapshot', undefined)).toMatchObject({ mode: 'practice', service: 'practice' })
})

test('a home with receipts whose settings cannot be read asks for its service, and does not offer practice first', async ({
  launch,
}) => {
  const home = await mkdtemp(join(tmpdir(), 'printroom-home-'))
  await mkdir(join(home, 'service'))
  await writeFile(join(home, 'settings.json'), '')
  await writeFile(join(home, 'service/receipts.journal'), 'the entry of a receipt\n')
  const { page } = await launch({ home, env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } })
  await expect(page.getByRole('heading', { name: 'Which service do you use?' })).toBeVisible()
  await expect(page.getByText(/^The settings could not be read/)).toBeVisible()
  await expect(page.getByLabel('Service address')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Start practising/ })).toHaveCount(0)
  await expectNoViolations(page, 'returning')
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})
