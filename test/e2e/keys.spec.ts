import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import { agreeToAll, chooseFiles, goTo, pressSpend, refuseAll, signIn } from './driving.ts'
import { startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

test('a key is shown to the service before it is kept, and a replaced one says what it is held for (A35, O117)', async ({
  launch,
}) => {
  const practice = await startService()
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20' }
  const { app, page } = await launch({ env })
  const [, second = ''] = practice.keys
  await signIn(app, page, practice)
  await goTo(page, 'Settings')
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect(settings).toContainText('The service accepts it')

  await settings.getByLabel('Another key').fill(`svc_sk_${'N0'.repeat(16)}`)
  await settings.getByRole('button', { name: 'Connect' }).click()
  await expect(settings).toContainText('The service does not accept this key')
  await expect(settings).toContainText('The service accepts it')

  // Paid for, and not to be looked up for now.
  const runs = { method: 'POST', path: '/api/skills/remove-bg/run' }
  await practice.fail([
    { match: runs, times: 1, fault: 'lost-after' },
    { match: { method: 'GET', path: '/api/skills/status' }, fault: 'lost-before' },
  ])
  await goTo(page, 'Skills')
  await chooseFiles(app, [join(root, 'resources/sample.jpg')])
  const choose = page.getByRole('button', { name: /^Choose files/ })
  await choose.first().click()
  await pressSpend(page.getByRole('button', { name: /\d+ credits?$/ }))
  // Under the first key: what has not left when another one is set waits for the first, and never ends here.
  await expect.poll(() => practice.charges()).toBe(1)
  await goTo(page, 'Settings')
  await expect(settings).toContainText('1 open request belongs to the current key')

  await settings.getByLabel('Another key').fill(second)
  await settings.getByRole('button', { name: 'Connect' }).click()
  await expect(settings).toContainText(/is held until Printroom closes.*for its 1 open request/)
  const asked = await refuseAll(app)
  await settings.getByRole('button', { name: 'Remove all keys…' }).click()
  await expect.poll(asked).toEqual(['Remove all keys?'])
  await expect(page.getByRole('status')).toContainText('It was not agreed to')

  await practice.fail([])
  await expect(settings).not.toContainText('for its 1 open request')
  await goTo(page, 'Library')
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await practice.close()
})

test('on the first page a key that is not taken stays where it was typed, with what is wrong with it, until one is taken', async ({
  launch,
}) => {
  const practice = await startService()
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20' }
  const { app, page } = await launch({ env })
  await agreeToAll(app)
  const first = page.getByRole('region', { name: 'Library' })
  const key = first.getByLabel('Key').last()
  await first.getByLabel('Service address').fill(practice.url)
  for (const [typed, words] of [
    ['svc_sk_short', 'This is not a key'],
    [`svc_sk_${'N0'.repeat(16)}`, 'The service does not accept this key'],
  ] as const) {
    await key.fill(typed)
    await first.getByRole('button', { name: 'Connect' }).click()
    await expect(first).toContainText(words)
    await expect(key).toHaveValue(typed)
    await expect(key).toBeFocused()
    await expect(page.getByRole('status')).not.toContainText(words)
  }
  await key.fill(practice.keys[0] ?? '')
  await first.getByRole('button', { name: 'Connect' }).click()
  await expect(key).toHaveCount(0)
  await expect(page.getByText('The service does not accept this key')).toHaveCount(0)
  await practice.close()
})

test('a key that the service refuses has one banner for all that waits for it, which leads to the field for another (F13)', async ({
  launch,
}) => {
  const practice = await startService()
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20' }
  const { app, page } = await launch({ env })
  await signIn(app, page, practice)
  await goTo(page, 'Skills')
  await chooseFiles(app, [join(root, 'resources/sample.jpg')])
  await page
    .getByRole('button', { name: /^Choose files/ })
    .first()
    .click()
  const send = page.getByRole('button', { name: /\d+ credits?$/ })
  await expect(send).toBeVisible()
  await practice.fail([{ match: { method: 'POST', path: '/api/*' }, fault: 'status', status: 401 }])
  await pressSpend(send)
  const conditions = page.getByRole('complementary', { name: 'Conditions' })
  await expect(conditions).toContainText('The API key doesn’t work. 1 request needs a working key.')
  await conditions.getByRole('button', { name: 'Replace the key…' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Settings' }).getByLabel('Another key')).toBeFocused()
  expect(await practice.charges()).toBe(0)
  await practice.close()
})
