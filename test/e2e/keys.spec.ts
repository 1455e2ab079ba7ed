import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node24, root } from '../../scripts/setup.mjs'
import { chooseFiles, goTo } from './driving.ts'
import { expect, test } from './window-test.ts'

interface Service {
  url: string
  control: string
  keys: string[]
  close(): Promise<void>
}

/** Practice as a process of its own: to the window it is a service with an address and keys. */
async function service(): Promise<Service> {
  const home = await mkdtemp(join(tmpdir(), 'practice-home-'))
  const child = spawn(node24(), [join(root, 'out/main/practice.js'), '--home', home, '--port', '0'], {
    env: { ...process.env, PRINTROOM_TIME_SCALE: '20' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    ...JSON.parse(line.toString()),
    close: async () => {
      child.kill()
      await once(child, 'exit')
      await rm(home, { recursive: true, force: true })
    },
  }
}

const fail = (control: string, faults: object[]): Promise<Response> =>
  fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  })

test('a key is shown to the service before it is kept, and a replaced one says what it is held for (A35, O117)', async ({
  launch,
}) => {
  const practice = await service()
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20' }
  const { app, page } = await launch({ env })
  const [first = '', second = ''] = practice.keys
  await page.getByLabel('Service address').fill(practice.url)
  await page.getByLabel('Key', { exact: false }).last().fill(first)
  await page.getByRole('button', { name: 'Check and keep' }).click()
  await goTo(page, 'Settings')
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect(settings).toContainText('The service accepts it')

  await settings.getByLabel('Another key').fill(`svc_sk_${'N0'.repeat(16)}`)
  await settings.getByRole('button', { name: 'Check and keep' }).click()
  await expect(settings).toContainText('The service does not accept this key')
  await expect(settings).toContainText('The service accepts it')

  // Paid for, and not to be looked up for now.
  const runs = { method: 'POST', path: '/api/skills/remove-bg/run' }
  await fail(practice.control, [
    { match: runs, times: 1, fault: 'lost-after' },
    { match: { method: 'GET', path: '/api/skills/status' }, fault: 'lost-before' },
  ])
  await goTo(page, 'Skills')
  await chooseFiles(app, [join(root, 'resources/sample.jpg')])
  const choose = page.getByRole('button', { name: /^Choose files/ })
  await choose.first().click()
  await page.getByRole('button', { name: /\d+ credits?$/ }).click()
  await goTo(page, 'Settings')
  await expect(settings).toContainText('1 open request belongs to the key that is set now')

  await settings.getByLabel('Another key').fill(second)
  await settings.getByRole('button', { name: 'Check and keep' }).click()
  await expect(settings).toContainText(/is held until Printroom closes.*for its 1 open request/)
  await settings.getByRole('button', { name: 'Forget every key at once…' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 open request cannot come home')
  await page.getByRole('button', { name: 'Keep them' }).click()

  await fail(practice.control, [])
  await expect(settings).not.toContainText('for its 1 open request', { timeout: 30_000 })
  await goTo(page, 'Library')
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await practice.close()
})
