import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { unrest, type Work } from '../../../src/domain/updates/rest.ts'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { openStore } from '../../../src/engine/store/store.ts'
import { AppState } from '../../../src/main/app-state.ts'
import { newFolder } from '../../support/folders.ts'
import { imageWorkerEntry } from '../../support/image-worker.ts'
import { engineThreadEntry, practiceEntry } from '../../support/programs.ts'
import { receiptOf } from '../../support/receipts.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

let home: string

beforeEach(() => {
  home = newFolder()
  vi.stubEnv('PRINTROOM_HOME', home)
  // Not the keychain of whoever runs this.
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
  onTestFinished(() => void vi.unstubAllEnvs())
})

/** What an earlier run left in one of the two homes. */
async function left(isPractice: boolean, receipts: ReturnType<typeof receiptOf>[]): Promise<string> {
  const { data } = foldersFor(home, isPractice)
  const store = await openStore(data)
  store.receipts.save(receipts.map((after) => ({ after, timeline: [] })))
  store.close()
  return join(data, 'printroom.db')
}

/** Opens the app at a service. @returns what it says is unfinished, while it runs and as it closes */
async function workAt(service: string): Promise<(Work | null)[]> {
  const path = foldersFor(home, false).settings
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ service }))
  const state = new AppState(
    { onStatus: () => undefined, onEvent: () => undefined, onOpened: () => undefined },
    {
      engineThread: engineThreadEntry,
      entries: {
        imageWorker: imageWorkerEntry,
        practice: practiceEntry,
      },
    },
  )
  onTestFinished(async () => void (await state.link.close()))
  const answer = await state.link.call('work', undefined)
  return [answer.ok ? answer.value : null, (await state.link.close())?.work ?? null]
}

const id = (n: number): string => `0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a0${n}`

it('while the app practises, paid requests that were left under way stand in an update’s way', async () => {
  await left(false, [
    receiptOf({ id: id(1), phase: 'running', sentTimes: 1 }),
    receiptOf({ id: id(2), phase: 'needs-decision' }),
    // Ended, and a refund may still come.
    receiptOf({ id: id(3), phase: 'failed', creditsStatus: 'charged' }),
  ])
  for (const work of await workAt('practice')) {
    expect(work).toMatchObject({ openRequests: 0, paidElsewhere: 2 })
    expect(unrest(work)).toBe('2 requests at the service have not ended')
  }
})

it('a service’s home that cannot be read may hold anything; one that never was holds nothing', async () => {
  for (const work of await workAt('practice')) expect(unrest(work)).toBeNull()
  const database = await left(false, [receiptOf({ phase: 'completed' })])
  for (const work of await workAt('practice')) expect(unrest(work)).toBeNull()
  truncateSync(database, 100)
  for (const work of await workAt('practice')) expect(work?.paidElsewhere).toBeNull()
  // The journal is there still, and with it what was ordered.
  rmSync(database)
  for (const work of await workAt('practice')) expect(work?.paidElsewhere).toBeNull()
})

it('at the service, what was left in practice costs nothing and stands in nobody’s way', async () => {
  await left(true, [receiptOf({ origin: 'practice', phase: 'needs-decision' })])
  for (const work of await workAt('http://127.0.0.1:9')) expect(unrest(work)).toBeNull()
})
