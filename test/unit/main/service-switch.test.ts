import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AppSnapshot } from '../../../src/contract/app.ts'
import { AppState } from '../../../src/main/app-state.ts'
import { Remote, temporaryFolder } from '../../proof/support/remote.ts'
import { eventually } from '../../support/eventually.ts'
import { imageWorkerEntry } from '../../support/image-worker.ts'
import { engineThreadEntry, practiceEntry } from '../../support/programs.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const folder = temporaryFolder()
let remote: Remote
let state: AppState

beforeAll(async () => {
  remote = await Remote.open()
  vi.stubEnv('PRINTROOM_HOME', join(folder, 'home'))
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
})
afterAll(async () => {
  await state.link.close()
  await remote.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

it('every snapshot is of the engine that answers then: whoever reads anew when the service changes reads that one’s', async () => {
  /** What is read as the window does it: whenever a snapshot names another service than the one before. */
  const reads: { mode: AppSnapshot['mode']; requests: number | null }[] = []
  let reading: Promise<unknown> = Promise.resolve()
  const look = (): void => {
    reading = reading.then(async () => {
      const { mode } = await state.snapshot()
      if (reads.at(-1)?.mode === mode) return
      const listed = await state.link.call('requests.list', { limit: 1000 })
      reads.push({ mode, requests: listed.ok ? listed.value.length : null })
    })
  }
  state = new AppState(
    { onStatus: look, onEvent: () => undefined, onOpened: () => undefined },
    {
      engineThread: engineThreadEntry,
      entries: { imageWorker: imageWorkerEntry, practice: practiceEntry },
    },
  )
  const read = async (): Promise<unknown> => {
    look()
    await reading
    return reads.at(-1)
  }
  await state.useService(remote.url)
  await state.link.call('key.set', { key: remote.key })
  // An answer that takes so long is cut off when the engine is closed, which then says that the service is not reached.
  await remote.client.faults({ match: { method: 'POST', path: '/api/skills/*' }, fault: 'slow', delayMs: 2000 })
  const quote = await state.link.call('quote.skill', {
    skill: 'remove-bg',
    files: [join(import.meta.dirname, '../../../resources/sample.jpg')],
  })
  if (!quote.ok) throw new Error(quote.message)
  await state.link.call('orders.approve', { quoteId: quote.value.id, credits: quote.value.credits })
  await eventually(async () => {
    const listed = await state.link.call('requests.list', { limit: 1 })
    expect(listed.ok && listed.value[0]?.state).toBe('submitting')
  })
  await reading
  reads.length = 0
  expect(await read()).toEqual({ mode: 'service', requests: 1 })

  await state.startPractice()
  expect(await read()).toEqual({ mode: 'practice', requests: 0 })

  await state.useService(remote.url)
  expect(await read()).toEqual({ mode: 'service', requests: 1 })
  expect(reads.map(({ requests }) => requests)).not.toContain(null)
})
