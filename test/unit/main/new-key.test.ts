import { clipboard } from 'electron'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { CallAnswer } from '../../../src/contract/ipc.ts'
import { AppState } from '../../../src/main/app-state.ts'
import { onClipboardMs } from '../../../src/main/new-key.ts'
import { settingsCalls } from '../../../src/main/settings-calls.ts'
import { newFolder } from '../../support/folders.ts'
import { imageWorkerEntry } from '../../support/image-worker.ts'
import { engineThreadEntry } from '../../support/programs.ts'
import { StrangeService } from '../../support/strange-service.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

function unwrap<T>(answer: CallAnswer<T>): T {
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}

async function service(): Promise<StrangeService> {
  const strange = new StrangeService()
  await strange.open()
  return strange
}

/** Settings at a service that makes a key whenever it is asked for one. */
async function desk() {
  vi.stubEnv('PRINTROOM_HOME', newFolder())
  vi.stubEnv('PRINTROOM_SERVICE', undefined)
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
  const one = await service()
  const made = one.key
  one.instead = ({ path }) =>
    path === '/api/tokens' ? { status: 200, body: { id: 't', token: made, name: 'Desk' } } : null
  const state = new AppState(
    { onStatus: () => undefined, onEvent: () => undefined, onOpened: () => undefined },
    {
      engineThread: engineThreadEntry,
      entries: { imageWorker: imageWorkerEntry, practice: '' },
    },
  )
  onTestFinished(async () => {
    await state.link.close()
    vi.unstubAllEnvs()
  })
  const calls = settingsCalls(state, () => null, unwrap)
  await state.useService(one.base)
  return { one, made, state, calls, mine: { service: one.base, session: 'browser', name: 'Desk' } }
}

it('a key that one service made is never set or copied for another, and a session goes to its own alone (O9, O10)', async () => {
  const { one, made, state, calls, mine } = await desk()
  const other = await service()
  // The system's clipboard refuses for once: the key is made all the same, and can be copied once more.
  vi.spyOn(clipboard, 'writeText').mockRejectedValueOnce(new Error('another program holds the clipboard'))
  expect(await calls['tokens.create'](mine)).toEqual({ name: 'Desk', isCopied: false })
  await calls['tokens.copyNew'](undefined)
  expect(await clipboard.readText()).toBe(made)
  await clipboard.writeText('')
  expect(await calls['tokens.create'](mine)).toEqual({ name: 'Desk', isCopied: true })
  expect(await clipboard.readText()).toBe(made)
  expect((await calls['tokens.useNew'](undefined)).where).toBe('session')
  // It is the key now: nobody needs it on the clipboard any more.
  await expect(calls['tokens.copyNew'](undefined)).rejects.toThrow('No new key of this service is at hand')

  await calls['tokens.create'](mine)
  await clipboard.writeText('')
  await state.useService(other.base)
  await expect(calls['tokens.useNew'](undefined)).rejects.toThrow('No new key of this service is at hand')
  await expect(calls['tokens.copyNew'](undefined)).rejects.toThrow('No new key of this service is at hand')
  expect(state.newKey.now).toBeNull()
  expect(await clipboard.readText()).toBe('')
  expect((await state.snapshot()).key.where).toBe('none')
  // Nor is the session sent that the window still holds.
  const session = { service: one.base, session: 'browser' }
  await expect(calls['tokens.create']({ ...session, name: 'Desk' })).rejects.toThrow('Nothing was sent')
  for (const answer of [
    await state.link.call('tokens.list', session),
    await state.link.call('tokens.usage', { ...session, id: 't' }),
    await state.link.call('tokens.revoke', { ...session, id: 't' }),
  ])
    expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('Nothing was sent') })
  expect(other.heard.filter(({ bearer }) => bearer !== null)).toEqual([])
})

it('a new key leaves the clipboard after a minute, and main with it; whatever else stands there by then stays (W1)', async () => {
  const { made, state, calls, mine } = await desk()
  onTestFinished(() => void vi.useRealTimers())
  const after = async (put: string | null, copy: () => Promise<unknown>): Promise<string> => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await copy()
    if (put !== null) await clipboard.writeText(put)
    await vi.advanceTimersByTimeAsync(onClipboardMs)
    vi.useRealTimers()
    return clipboard.readText()
  }
  const none = 'No new key of this service is at hand'
  await calls['tokens.create'](mine)
  expect(await clipboard.readText()).toBe(made)
  await after(null, () => calls['tokens.copyNew'](undefined))
  await expect.poll(() => clipboard.readText()).toBe('')
  expect(state.newKey.now).toBeNull()
  await clipboard.writeText('a prompt')
  await expect(calls['tokens.copyNew'](undefined)).rejects.toThrow(none)
  await expect(calls['tokens.useNew'](undefined)).rejects.toThrow(none)
  expect(await clipboard.readText()).toBe('a prompt')
  await calls['tokens.create'](mine)
  expect(await after('mine', () => calls['tokens.copyNew'](undefined))).toBe('mine')
})

it('a key is refused in every text at whatever service: one in use, one that was left, one that was just made (W1, W5)', async () => {
  const { one, state, calls, mine } = await desk()
  const other = await service()
  const [ofOne, ofOther, made] = [one.key, other.key, `svc_sk_${'a1B2'.repeat(8)}`]
  one.instead = ({ path }) => (path === '/api/tokens' ? { status: 200, body: { id: 't', token: made } } : null)
  const set = async (key: string) => unwrap(await state.link.call('key.set', { key }))
  const refused = expect.objectContaining({ message: expect.stringContaining('Your key stands in this text') })
  const told = async (key: string): Promise<unknown[]> => [
    await state.link.call('saveDraft', { form: 'create', value: { prompt: key } }),
    await state.link.call('gallery.look', { typed: `https://x.example/${key}` }),
    await state.link.call('projects.choose', { project: key }),
    await state.link.call('library.saveSearch', { name: key, filter: {} } as never),
    await state.link.call('tokens.list', { service: state.service ?? '', session: key }),
  ]
  const everyOne = Array.from({ length: 5 }, () => refused)
  await state.useService(other.base)
  await set(ofOther)
  await state.useService(one.base)
  await set(ofOne)
  await calls['tokens.create'](mine)
  for (const key of [ofOne, ofOther, made]) expect(await told(key)).toEqual(everyOne)
  await state.useService(other.base)
  other.heard.splice(0)
  for (const key of [ofOne, ofOther, made]) expect(await told(key)).toEqual(everyOne)
  expect(JSON.stringify(other.heard)).not.toContain(ofOne)
  expect(JSON.stringify(other.heard)).not.toContain(made)
  // Another service's is never the first one of this one, which nobody is asked about.
  for (const key of [ofOne, ` ${made} `]) expect(state.isKeyOfAnother(key)).toBe(true)
  expect(state.isKeyOfAnother(ofOther)).toBe(false)
  expect(await state.link.call('projects.choose', { project: 'a client' })).toMatchObject({ ok: true })
})
