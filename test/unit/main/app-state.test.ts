import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { KeyFormError } from '../../../src/engine/key/key-form.ts'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { SettingError } from '../../../src/engine/platform/settings.ts'
import { openStore } from '../../../src/engine/store/store.ts'
import { AppState } from '../../../src/main/app-state.ts'
import { newFolder } from '../../support/folders.ts'
import { imageWorkerEntry } from '../../support/image-worker.ts'
import { engineThreadEntry, practiceEntry } from '../../support/programs.ts'
import { receiptOf } from '../../support/receipts.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const parts = {
  engineThread: engineThreadEntry,
  entries: { imageWorker: imageWorkerEntry, practice: practiceEntry },
}
let settingsPath: string

beforeEach(() => {
  const home = newFolder()
  settingsPath = foldersFor(home, false).settings
  vi.stubEnv('PRINTROOM_HOME', home)
  // Not the keychain of whoever runs this.
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
  onTestFinished(() => void vi.unstubAllEnvs())
})

const lockedKeychainThread = new URL('../../support/locked-keychain-thread.mjs', import.meta.url)

function open(named?: string, engineThread = parts.engineThread): AppState {
  vi.stubEnv('PRINTROOM_SERVICE', named)
  const state = new AppState(
    { onStatus: () => undefined, onEvent: () => undefined, onOpened: () => undefined },
    { ...parts, engineThread },
  )
  onTestFinished(async () => void (await state.link.close()))
  return state
}
function keep(service: string, leftServices: string[] = []): void {
  mkdirSync(dirname(settingsPath), { recursive: true })
  writeFileSync(settingsPath, JSON.stringify({ service, leftServices }))
}
const onDisk = (): { service: unknown; leftServices: unknown } => JSON.parse(readFileSync(settingsPath, 'utf8'))
const kept = (): unknown => onDisk().service

/** A receipt of this home, which nobody knows yet to be accepted: it is looked up as soon as there is a key. */
async function putReceipt(origin: string): Promise<void> {
  const store = await openStore(foldersFor(process.env.PRINTROOM_HOME, false).data)
  const at = Date.now() - 60_000
  const sent = { phase: 'uncertain' as const, firstSentAtMs: at, sentTimes: 1, approvedAtMs: at, updatedAtMs: at }
  store.receipts.save([{ after: receiptOf({ origin, ...sent, keyFingerprint: null }), timeline: [] }])
  store.close()
}

describe('the service that the environment names', () => {
  it('is used as the terminal would use it, and is no choice that is written down', async () => {
    keep('practice')
    const state = open('http://127.0.0.1:9/ ')
    expect(await state.snapshot()).toMatchObject({ mode: 'service', service: 'http://127.0.0.1:9' })
    await state.setTheme({ theme: 'dark' })
    expect(kept()).toBe('practice')
  })

  it.each(['http://10.0.0.5', 'http://127.0.0.1.example.com', 'ftp://example.com', 'https://me:word@example.com', 'x'])(
    'is not used where the key could be read on the way or it is no address: %s',
    async (named) => {
      keep('https://pictures.example')
      const state = open(named)
      const { mode, service, notice } = await state.snapshot()
      expect({ mode, service }).toEqual({ mode: 'first-run', service: null })
      expect(notice).toMatch(/^The service’s address in PRINTROOM_SERVICE is not used\. /)
      expect(kept()).toBe('https://pictures.example')
    },
  )

  it('leaves the way back to the service that was chosen, and is itself none that is written down (A35)', async () => {
    const [mine, other] = ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b']
    keep(mine)
    const state = open(other)
    expect(await state.link.call('key.set', { key: `svc_sk_${'b'.repeat(32)}`, service: other })).toMatchObject({
      ok: true,
    })
    expect(await state.startPractice()).toMatchObject({ mode: 'practice', leftServices: [mine] })
    expect(onDisk()).toMatchObject({ service: 'practice', leftServices: [mine] })
  })

  it('gives way to what somebody chooses', async () => {
    const state = open('http://10.0.0.5')
    expect(await state.useService('http://localhost:9/')).toMatchObject({ service: 'http://localhost:9', notice: null })
    expect(kept()).toBe('http://localhost:9')
  })
})

it('an address in the settings that nobody could have chosen is not used', async () => {
  keep('http://10.0.0.5')
  const { mode, service, notice } = await open().snapshot()
  expect({ mode, service }).toEqual({ mode: 'first-run', service: null })
  expect(notice).toMatch(/^The service’s address in the settings is not used\. .*https:/)
})

describe('the way back to a service', () => {
  const key = `svc_sk_${'a'.repeat(32)}`
  const [mine, other] = ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b']

  async function atMine(): Promise<AppState> {
    const state = open()
    await state.useService(mine)
    expect(await state.link.call('key.set', { key, service: mine })).toMatchObject({ ok: true })
    return state
  }

  it('stays when practice is begun, over a restart too (A35)', async () => {
    const state = await atMine()
    expect(await state.startPractice()).toMatchObject({ mode: 'practice', leftServices: [mine] })
    await state.link.close()
    const later = open()
    expect(await later.snapshot()).toMatchObject({ mode: 'practice', leftServices: [mine] })
    expect(await later.useService(mine)).toMatchObject({ mode: 'service', service: mine, leftServices: [] })
  })

  it('stays when the next address was mistyped or its key refused, and that one is no way back (A35)', async () => {
    const state = await atMine()
    expect(await state.useService(other)).toMatchObject({ service: other, leftServices: [mine] })
    expect(await state.useService('http://127.0.0.1:9/c')).toMatchObject({ leftServices: [mine] })
    expect(await state.useService(mine)).toMatchObject({ service: mine, leftServices: [] })
  })

  it('stays where the keychain is locked and does not say whether it holds a key (A35)', async () => {
    keep(mine)
    const state = open(undefined, lockedKeychainThread)
    expect((await state.snapshot()).key.where).toBe('unreadable')
    expect(await state.startPractice()).toMatchObject({ mode: 'practice', leftServices: [mine] })
  })

  it('is not taken without a key where none is held for the address: the service of now stays', async () => {
    const state = await atMine()
    await expect(state.useService(other, true)).rejects.toThrow(KeyFormError)
    expect(kept()).toBe(mine)
    expect(await state.useService(`${mine}/`, true)).toMatchObject({ service: mine, key: { where: 'session' } })
  })
})

it('whether there is a key is not said before the keychain has said it (W1)', async () => {
  const channel = new BroadcastChannel('waiting-keychain')
  onTestFinished(() => channel.close())
  const asked = new Promise((resolve) => {
    channel.onmessage = resolve
  })
  keep('http://127.0.0.1:9')
  const state = open(undefined, new URL('../../support/waiting-keychain-thread.mjs', import.meta.url))
  await asked
  let said = false
  const key = state.keyNow().finally(() => {
    said = true
  })
  // The window itself waits for no keychain.
  expect((await state.snapshot()).key.where).toBe('none')
  expect(said).toBe(false)
  channel.postMessage('there is none')
  expect(await key).toMatchObject({ where: 'none', others: [] })
  expect(state.hadKey).toBe(false)
})

it('an engine that ended without a word may have had a key, and of one that does not run nobody knows it (W1)', async () => {
  keep('http://127.0.0.1:9')
  const state = open()
  expect(await state.keyNow()).toMatchObject({ where: 'none' })
  await state.link.close()
  expect(await state.keyNow()).toBeNull()
  await expect(state.holdsKeyOf('http://127.0.0.1:9')).rejects.toThrow('not running')
  expect(state.hadKey).toBe(false)
  await state.setNetwork({ proxy: 'direct' })
  expect(await state.keyNow()).toMatchObject({ where: 'none' })
  expect(state.hadKey).toBe(true)
})

it('an address that cannot be used changes nothing, and no key goes to another service at its host (A35)', async () => {
  const state = open()
  await state.useService('http://127.0.0.1:9/a')
  for (const address of ['http://127.0.0.1:9/b?x=1', 'http://127.0.0.1:9/b#x', 'http://10.0.0.5/b', 'b'])
    await expect(state.useService(address)).rejects.toThrow(SettingError)
  expect(await state.snapshot()).toMatchObject({ service: 'http://127.0.0.1:9/a' })
  const key = `svc_sk_${'b'.repeat(32)}`
  for (const service of ['http://127.0.0.1:9/b', 'http://127.0.0.1:9', 'http://127.0.0.1:9/a/'])
    expect(await state.link.call('key.set', { key, service })).toMatchObject({ ok: false, code: 'setting' })
  expect((await state.snapshot()).key.where).toBe('none')
})

describe('settings that cannot be read', () => {
  /** After a service was worked with. */
  async function withoutSettings(): Promise<AppState> {
    const state = open()
    expect((await state.snapshot()).notice).toBeNull()
    await state.useService('http://127.0.0.1:9')
    await state.link.close()
    for (const file of [settingsPath, `${settingsPath}.copy`]) writeFileSync(file, '')
    return open()
  }

  it('are said, and practice is not what a home with receipts begins with', async () => {
    await putReceipt('http://127.0.0.1:9')
    const later = await withoutSettings()
    expect(await later.setTheme({ theme: 'dark' })).toMatchObject({
      mode: 'first-run',
      service: null,
      hadService: true,
      notice: expect.stringMatching(/^The settings could not be read/),
    })
    expect(await later.useService('http://127.0.0.1:9')).toMatchObject({ mode: 'service', notice: null })
  })

  it('are said of a home without receipts too, which does not say that it has any', async () => {
    const later = await withoutSettings()
    const { hadService, notice } = await later.snapshot()
    expect(hadService).toBe(false)
    expect(notice).toMatch(/^The settings could not be read/)
  })
})
