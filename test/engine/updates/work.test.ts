import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { practiceOrigin } from '../../../src/engine/remote/address.ts'
import { EngineLink } from '../../../src/main/engine-link.ts'
import { newFolder } from '../../support/folders.ts'
import { imageWorkerEntry } from '../../support/image-worker.ts'
import { engineThreadEntry, practiceEntry } from '../../support/programs.ts'

const sample = join(import.meta.dirname, '../../../resources/sample.jpg')

/** The engine in its thread, as main starts it. */
function engineOn(home: string): EngineLink {
  const options = {
    service: practiceOrigin,
    folders: foldersFor(home, true),
    timeScale: 100,
    nodePath: process.execPath,
    entries: { imageWorker: imageWorkerEntry, practice: practiceEntry },
    environmentKey: null,
    by: 'window' as const,
  }
  const nothing = (): void => undefined
  const events = { onStatus: nothing, onEvent: nothing, onKeys: nothing, onFailure: nothing }
  return new EngineLink(engineThreadEntry, options, events)
}

async function quoteOf(engine: EngineLink): Promise<{ quoteId: string; credits: number | null }> {
  const quote = await engine.call('quote.skill', { skill: 'remove-bg', files: [sample] })
  if (!quote.ok) throw new Error(quote.message)
  return { quoteId: quote.value.id, credits: quote.value.credits }
}

test('an engine tells as it closes what was unfinished, and takes no order from then on', async () => {
  const home = newFolder()
  const engine = engineOn(home)
  expect(await engine.call('work', undefined)).toEqual({
    ok: true,
    value: { openRequests: 0, orders: 0, isLibraryBusy: false, paidElsewhere: 0 },
  })
  await engine.call('queue.pause', undefined)
  const ordered = await engine.call('orders.approve', await quoteOf(engine))
  const [id = ''] = ordered.ok ? ordered.value.requestIds : []
  expect(await engine.call('work', undefined)).toMatchObject({ value: { openRequests: 1 } })
  expect((await engine.close())?.work).toEqual({ openRequests: 1, orders: 0, isLibraryBusy: false, paidElsewhere: 0 })

  const again = engineOn(home)
  expect(await again.call('work', undefined)).toMatchObject({ value: { openRequests: 1 } })
  await again.call('requests.cancel', { ids: [id] })
  const late = await quoteOf(again)
  const closed = again.call('close', undefined)
  const refused = again.call('orders.approve', late)
  expect(await refused).toMatchObject({ ok: false, message: 'Printroom is closing. Nothing was ordered.' })
  expect(await closed).toMatchObject({
    ok: true,
    value: { work: { openRequests: 0, orders: 0, isLibraryBusy: false, paidElsewhere: 0 } },
  })
  await again.close()
  const after = engineOn(home)
  expect(await after.call('work', undefined)).toMatchObject({ value: { openRequests: 0 } })
  await after.close()
})

test('an order that is being taken as the engine closes counts as unfinished, whatever comes of it', async () => {
  const engine = engineOn(newFolder())
  await engine.call('queue.pause', undefined)
  const quote = await quoteOf(engine)
  const ordered = engine.call('orders.approve', quote)
  const work = (await engine.close())?.work
  expect((work?.orders ?? 0) + (work?.openRequests ?? 0)).toBeGreaterThan(0)
  await ordered
})
