import type { Page } from '@playwright/test'
import { isRecord, type Json } from '../../src/domain/json.ts'
import { changedBy } from '../support/changing-line.ts'
import { callFrom, goTo, order } from './driving.ts'
import { startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

/** Six addresses in place of each picture that a job has. A generation is known to have four at most (§2.2). */
const six = (body: Json): Json =>
  isRecord(body) && typeof body.imageUrl === 'string'
    ? { ...body, imageUrls: Array.from({ length: 6 }, (_, n) => `${body.imageUrl}?n=${n}`) }
    : body

const atHome = async (page: Page): Promise<number> =>
  (await callFrom(page, 'library.open', { filter: {}, limit: 50 })).items.length

test('what a service lists beyond several orders waits for a person, comes with one press for all of them, and is not paid again (W1, W9)', async ({
  launch,
}) => {
  const service = await startService()
  const line = await changedBy(service, (body, { path }) => (path.includes('/status/') ? six(body) : body))
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20' }
  const { page } = await launch({ env: { ...env, PRINTROOM_SERVICE: line.url } })
  await callFrom(page, 'key.set', { key: service.keys[0] ?? '' })
  const { models } = await callFrom(page, 'catalogue.models', { media: 'image' })
  const ids = await order(
    page,
    await callFrom(page, 'quote.generation', { prompt: 'a lamp', modelId: models[0]?.id ?? '', count: 3 }),
  )
  await goTo(page, 'Queue')
  const all = page.getByRole('button', { name: 'Download the rest of all 3' })
  await expect(all).toBeVisible()
  expect(await atHome(page)).toBe(12)

  // A script in the page fetches none of it, for one request or for all. The press that led here is used up first.
  const tried = await page.evaluate(async (ids) => {
    await window.printroom.call('library.copyPicture', { id: 'none' })
    const one = await window.printroom.call('requests.decide', {
      id: ids[0] ?? '',
      choice: 'fetch-more',
      credits: null,
    })
    const all = await window.printroom.call('requests.fetchMore', { ids })
    return [one, all].map((answer) => (answer.ok ? 'done' : answer.code))
  }, ids)
  expect(tried).toEqual(['not-acted', 'not-acted'])

  await all.click()
  await expect.poll(() => atHome(page)).toBe(18)
  await expect(all).toHaveCount(0)
  expect(await service.charges()).toBe(3)
  line.close()
  await service.close()
})
