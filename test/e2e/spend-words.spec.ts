import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { languages, languageTags } from '../../src/renderer/format/languages.ts'
import { setLanguage, t } from '../../src/renderer/format/messages.ts'
import { callFrom, chooseFiles, pressAwake, pressSpend, refuseAll } from './driving.ts'
import { startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

// Main takes the words of a button for read only where they are, to the sign, those that it writes itself.

test.afterEach(() => setLanguage('en'))

const spend = (page: Page) => page.locator('[data-spend][data-approves]').filter({ visible: true }).first()

async function goTo(page: Page, name: string): Promise<void> {
  const places = page.getByRole('navigation', { name: t('Places'), exact: true })
  await places.getByRole('button', { name, exact: false }).click()
  await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
}

for (const language of languageTags) {
  test(`${languages[language].name}: what the window’s own buttons say is read where they are pressed, and no dialog asks (W1, W2)`, async ({
    launch,
  }) => {
    const home = await mkdtemp(join(tmpdir(), 'printroom-words-'))
    const { settings } = foldersFor(home, true)
    mkdirSync(dirname(settings), { recursive: true })
    writeFileSync(settings, JSON.stringify({ language }))
    setLanguage(language)
    const service = await startService()
    const env = {
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      PRINTROOM_TIME_SCALE: '20',
      PRINTROOM_SERVICE: service.url,
    }
    const { app, page, close } = await launch({ home, env })
    await callFrom(page, 'key.set', { key: service.keys[0] ?? '' })
    const asked = await refuseAll(app)
    let held = 0
    const ordered = async (orders: number): Promise<void> => {
      const isAsked = async (): Promise<boolean> => {
        const before = held
        const isOrdered = async () => (await service.charges()) === orders
        await expect.poll(async () => (await isOrdered()) || (await asked()).length > before).toBe(true)
        return !(await isOrdered())
      }
      held += await pressAwake(page, () => pressSpend(spend(page)), isAsked)
    }
    await goTo(page, t('Create'))
    for (const [at, size] of [
      { width: 1440, height: 900 },
      { width: 960, height: 640 },
    ].entries()) {
      await page.setViewportSize(size)
      await page.getByRole('textbox', { name: t('Prompt'), exact: true }).fill(`a lamp of ${size.width}`)
      await ordered(at + 1)
    }
    await goTo(page, t('Skills'))
    await chooseFiles(app, [join(root, 'resources/sample.jpg')])
    await page
      .getByRole('button', { name: t('Choose files…') })
      .first()
      .click()
    await ordered(3)
    await close()
    await service.close()
    await rm(home, { recursive: true, force: true })
  })
}
