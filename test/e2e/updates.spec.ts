import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { node24, root } from '../../scripts/setup.mjs'
import { publicKey, UpdateServer } from '../support/update-server.ts'
import { expectNoViolations } from './accessibility.ts'
import { agreeToAll, callFrom, goTo, handlesOf, order } from './driving.ts'
import { expect, test } from './window-test.ts'

test.skip(process.platform !== 'linux', 'AppImages are installed on Linux only')

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

test('updates: an address that is seen and switched off, a newer version checked and installed once nothing is open', async ({
  launch,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'updates-'))
  const appImage = join(folder, 'Printroom.AppImage')
  writeFileSync(appImage, 'the old one')
  chmodSync(appImage, 0o755)
  const server = await new UpdateServer().listen()
  const bytes = Buffer.from(`#!/bin/sh\necho started > "${join(folder, 'started')}"\n`.padEnd(3_000_000, '#'))
  const notes =
    'Cutouts of hair are finer.\n\nThe ledger shows projects.\nLibraries of a million pictures open at once.'
  const { app, page } = await launch({
    // As the AppImage's own runtime sets them: the program lies in the folder that came with it.
    env: {
      APPIMAGE: appImage,
      APPDIR: dirname(dirname(realpathSync(node24()))),
      PRINTROOM_TIME_SCALE: '20',
      PRINTROOM_UPDATES_KEY: publicKey,
    },
  })
  try {
    await page.getByRole('button', { name: /^Start practising/ }).click()
    await goTo(page, 'Settings')
    const card = page.getByRole('region', { name: 'Updates', exact: true })
    await expect(card).toContainText('This copy came without one')
    await card.getByLabel('Update address').fill('http://updates.example')
    await card.getByRole('button', { name: 'Use' }).click()
    await expect(card).toContainText('must begin with https://')
    expect(server.asked).toEqual([])

    const asked = await agreeToAll(app)
    await card.getByLabel('Update address').fill(server.address)
    await card.getByRole('button', { name: 'Use' }).click()
    await expect(card.getByRole('switch')).not.toBeChecked()
    expect(server.asked).toEqual([])
    server.publish({ version: '0.0.1', bytes })
    await card.getByRole('button', { name: 'Check now' }).click()
    await expect(card).toContainText('You have 0.1.0, the newest.')
    server.publish({ version: '9.0.0', bytes, notes })
    await card.getByRole('button', { name: 'Check now' }).click()
    await expect(card).toContainText('Not downloaded. Turn on updates above to get it.')

    const request = await orderPaused(page)
    await card.getByText('Check for and download updates automatically').click()
    await expect(card).toContainText('One request has not ended.')
    await card.getByRole('button', { name: 'Restart and install when finished' }).click()
    await expect(card).toContainText('restarts into the new version when all requests have finished')
    await card.getByRole('button', { name: 'Don’t restart automatically' }).click()
    await page.evaluate(async (id) => {
      await window.printroom.call('requests.cancel', { ids: [id] })
    }, request)
    await expect(card).toContainText('Downloaded and verified. It is installed when you close or restart Printroom.')
    await expectNoViolations(page, 'downloaded')

    expect(read(appImage)).toBe('the old one')
    expect(await asked()).toEqual([
      `Look for newer versions at ${server.address}?`,
      `Install Printroom 9.0.0 from ${server.address}?`,
    ])
    const closed = app.waitForEvent('close')
    await card.getByRole('button', { name: 'Restart and install' }).click()
    await closed
    expect(read(appImage)).toBe(bytes.toString())
    await expect.poll(() => read(join(folder, 'started'))).toBe('started\n')
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('updates: a version that was not installed as the app closed is told at the start, with the reason in Settings', async ({
  launch,
}) => {
  const home = mkdtempSync(join(tmpdir(), 'updates-home-'))
  try {
    const words = 'The disk is full. Nothing was installed.'
    const updates = { address: 'https://updates.example', on: false, notInstalled: { version: '9.0.0', words } }
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ service: 'practice', updates }))
    const { page } = await launch({ home })
    await expect(page.getByText('Printroom 9.0.0 was not installed when you closed Printroom.')).toBeVisible()
    await page.getByRole('button', { name: 'Why?' }).click()
    const card = page.getByRole('region', { name: 'Updates', exact: true })
    await expect(card).toContainText(words)
    await expectNoViolations(page, 'not installed')
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
})

/** An order that stays open: the queue is paused. @returns its number */
async function orderPaused(page: Page): Promise<string> {
  await callFrom(page, 'queue.pause', undefined)
  const files = await handlesOf(page, [join(root, 'resources/sample.jpg')])
  const [id = ''] = await order(page, await callFrom(page, 'quote.skill', { skill: 'remove-bg', files }))
  return id
}
