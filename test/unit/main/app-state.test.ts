import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { foldersFor } from '../../../src/engine/home.ts'
import { AppState } from '../../../src/main/app-state.ts'
import { newFolder } from '../../support/folders.ts'
import { imageWorkerEntry } from '../../support/image-worker.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const source = join(import.meta.dirname, '../../../src')
const parts = {
  engineThread: new URL('../../../src/main/engine-thread.ts', import.meta.url),
  entries: { imageWorker: imageWorkerEntry, practice: join(source, 'practice/main.ts') },
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

function open(named?: string): AppState {
  vi.stubEnv('PRINTROOM_SERVICE', named)
  const state = new AppState(
    { onStatus: () => undefined, onEvent: () => undefined, onOpened: () => undefined },
    null,
    parts,
  )
  onTestFinished(async () => void (await state.link.close()))
  return state
}
function keep(service: string): void {
  mkdirSync(dirname(settingsPath), { recursive: true })
  writeFileSync(settingsPath, JSON.stringify({ service }))
}
const kept = (): unknown => (JSON.parse(readFileSync(settingsPath, 'utf8')) as { service: unknown }).service

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
