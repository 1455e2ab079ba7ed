import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from './accessibility.ts'
import { agreeToAll, callFrom, cutOutSample, goTo, signIn } from './driving.ts'
import { startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

test('settings: keys of the account, caps, network, backups and diagnostics, and no key in the window (O9, O10, O11)', async ({
  launch,
}) => {
  const practice = await startService()
  const { app, page, home } = await launch({
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20' },
  })
  await signIn(app, page, practice)
  await goTo(page, 'Settings')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const to = (name: string) =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name, exact: true }).click()

  await to('API keys')
  const account = card('API keys')
  await account.getByLabel('Session token').fill(practice.sessionToken)
  await account.getByRole('button', { name: 'Show keys' }).click()
  const keys = account.getByRole('listitem')
  await expect(keys).not.toHaveCount(0)
  const before = await keys.count()
  await account.getByLabel('New key name').fill('Studio')
  await account.getByRole('button', { name: 'Create key' }).click()
  await expect(account).toContainText('“Studio” was made and is on the clipboard')
  await expect(keys).toHaveCount(before + 1)
  const made = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(made).toMatch(/^svc_sk_\w{32}$/)
  await account.getByRole('button', { name: 'Use this key here' }).click()
  await expect(card('Key')).toContainText('The service accepts it')
  expect(await page.content()).not.toContain(made.slice(0, -4))
  await account.getByRole('button', { name: 'Revoke Studio…' }).click()
  await expect(account).toContainText('revoked')

  await to('Spending')
  await card('Spending').getByLabel('Per 24 hours').fill('40')
  await card('Spending').getByRole('button', { name: 'Set' }).click()
  await expect(card('Spending')).toContainText('40 left')

  await to('Network')
  await card('Network').getByText('Custom').click()
  await card('Network').getByLabel('Proxy address').fill('http://me:secret@proxy.example:8080')
  await card('Network').getByRole('button', { name: 'Use' }).click()
  await expect(card('Network')).toContainText('would stand in a file')
  await card('Network').getByText('None', { exact: true }).click()
  await expect
    .poll(async () => JSON.parse(await readFile(join(home, 'settings.json'), 'utf8')).network.proxy)
    .toBe('direct')
  // A host of a private network (M6): a person names it, and takes it back.
  const network = card('Network')
  await network.getByLabel('Host name').fill('169.254.1.1')
  await network.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(network).toContainText('never fetched from there')
  await network.getByLabel('Host name').fill('10.0.0.5')
  await network.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(network.getByRole('listitem')).toContainText('10.0.0.5')
  await network.getByRole('button', { name: 'Forget 10.0.0.5' }).click()
  await expect(network.getByRole('listitem')).toHaveCount(0)

  await to('Backups')
  await card('Backups').getByRole('button', { name: 'Back up now' }).click()
  await expect(card('Backups').getByRole('listitem')).toHaveCount(1)
  await card('Backups')
    .getByRole('button', { name: /^Restore the backup of/ })
    .click()
  await expect(page.getByRole('status')).toContainText('The backup is in place')

  await to('Diagnostics')
  await card('Diagnostics').getByRole('button', { name: 'Show what would be saved' }).click()
  const shown = card('Diagnostics').getByRole('textbox', { name: 'What will be saved' })
  await expect(shown).toHaveValue(/"byState"/)
  const path = join(home, 'diagnostics.json')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, path)
  await card('Diagnostics').getByRole('button', { name: 'Save…' }).click()
  await expect(page.getByRole('status')).toContainText('diagnostics.json')
  expect(await readFile(path, 'utf8')).not.toMatch(/svc_sk_\w/)

  await to('Appearance')
  await card('Appearance').getByRole('radiogroup', { name: 'Contrast' }).getByText('High').click()
  await expect(page.locator('html[data-contrast=more]')).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await practice.close()
})

test('another service and back: each has its own library, queue and presets, and nothing of the other one’s stays in the window', async ({
  launch,
}) => {
  const remote = await startService()
  const { app, page } = await launch({
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20' },
  })
  const keep = async (name: string): Promise<void> => {
    await goTo(page, 'Create')
    await page.getByRole('button', { name: 'Presets' }).click()
    await page.getByRole('textbox', { name: 'Save these settings as' }).fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  const kept = (): Promise<unknown> => callFrom(page, 'drafts.load', { form: 'create-presets' })
  const inQueue = async (): Promise<number> => {
    await goTo(page, 'Queue')
    return page.getByRole('grid', { name: 'Finished' }).getByRole('row').count()
  }
  const useRemote = async (): Promise<void> => {
    await goTo(page, 'Settings')
    await agreeToAll(app)
    await page.getByRole('button', { name: 'Use my account…' }).click()
    await page.getByLabel('Service address').fill(remote.url)
    await page.getByPlaceholder('svc_sk_').fill(remote.keys[0] ?? '')
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByRole('button', { name: 'Use another service…' })).toBeVisible()
  }
  await cutOutSample(app, page)
  await keep('Of practice')
  expect(await inQueue()).toBe(1)

  await useRemote()
  await expect.poll(inQueue).toBe(0)
  await keep('Of the service')
  await expect.poll(kept).toEqual([expect.objectContaining({ name: 'Of the service' })])

  await goTo(page, 'Settings')
  await page.getByRole('button', { name: /^Start practising/ }).click()
  await expect(page.getByText('Nothing here costs money.')).toBeVisible()
  await expect.poll(inQueue).toBe(1)
  await goTo(page, 'Library')
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await keep('Of practice too')
  await expect
    .poll(kept)
    .toEqual([expect.objectContaining({ name: 'Of practice too' }), expect.objectContaining({ name: 'Of practice' })])
  await remote.close()
})

test('a cap is set without the other one, which may have been set elsewhere since; “1,000” is a thousand', async ({
  launch,
}) => {
  const { app, page } = await launch({ begun: 'practising' })
  await agreeToAll(app)
  await goTo(page, 'Settings')
  const card = page.getByRole('region', { name: 'Spending', exact: true })
  const forOne = card.getByLabel('Per order')
  await forOne.fill('1000,500')
  await expect(card).toContainText('Enter a number of credits, or leave it empty for no limit.')
  await expect(card.getByRole('button', { name: 'Set' })).toBeDisabled()
  await forOne.fill('1,000')
  // As by `printroom` in a terminal: the window is not told of it.
  await callFrom(page, 'queue.setCaps', { day: 40 })
  await card.getByRole('button', { name: 'Set' }).click()
  await expect(card).toContainText('40 left')
  expect(await callFrom(page, 'queue.caps', undefined)).toMatchObject({ day: 40, batch: 1000 })

  await goTo(page, 'Create')
  await page.getByRole('button', { name: 'Change limits' }).click()
  const caps = page.getByRole('dialog', { name: 'Change limits' })
  await caps.getByLabel('Per 24 hours').fill('2,000,5')
  await expect(caps).toContainText('Enter a number of credits, or leave it empty for no limit.')
  await expect(caps.getByRole('button', { name: 'Set' })).toBeDisabled()
  await caps.getByLabel('Per 24 hours').fill('2,000')
  await callFrom(page, 'queue.setCaps', { batch: 7 })
  await caps.getByRole('button', { name: 'Set' }).click()
  await expect(caps).toHaveCount(0)
  expect(await callFrom(page, 'queue.caps', undefined)).toMatchObject({ day: 2000, batch: 7 })
})
