import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { newFolder } from '../../support/folders.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.resetModules()
})

/** As main's process does it once, where all accounts share that folder. */
async function profileIn(shared: string, home: string, isAway: boolean): Promise<string> {
  vi.stubEnv('TMPDIR', shared)
  const { profileFolder } = await import('../../../src/main/profile-folder.ts')
  return profileFolder(home, isAway)
}

it('the window’s profile lies in the home, and where nothing can be put there in a folder of this account alone, under no name that can be known before (W11)', async () => {
  const shared = newFolder()
  const home = join(shared, 'home')
  mkdirSync(home)
  expect(await profileIn(shared, home, false)).toBe(join(home, 'window'))
  const another = join(shared, 'another')
  mkdirSync(another)
  symlinkSync(another, join(shared, 'printroom-window'))
  const first = await profileIn(shared, home, true)
  vi.resetModules()
  const second = await profileIn(shared, home, true)
  expect(new Set([first, second]).size).toBe(2)
  for (const profile of [first, second]) {
    expect(profile.startsWith(join(shared, 'printroom-window'))).toBe(false)
    expect(dirname(dirname(profile))).toBe(shared)
    expect(statSync(dirname(profile)).mode & 0o777).toBe(0o700)
  }
})

it('a folder that somebody made beforehand under the name is not taken for ours (W11)', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'printroom-shared-'))
  vi.doMock('node:crypto', async (real) => ({
    ...(await real<typeof import('node:crypto')>()),
    randomUUID: () => '01234567-0123-4123-8123-0123456789ab',
  }))
  const profile = await profileIn(shared, '/nowhere', true)
  vi.resetModules()
  // The same name again: it is there, and nobody says by whom.
  await expect(profileIn(shared, '/nowhere', true)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(statSync(dirname(profile)).isDirectory()).toBe(true)
  vi.doUnmock('node:crypto')
  rmSync(shared, { recursive: true, force: true })
})
