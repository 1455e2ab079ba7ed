import { expect, test } from 'vitest'
import { fileEnding, installsOnQuit, packageKind } from '../../../../src/domain/updates/kind.ts'
import { unrest, type Work } from '../../../../src/domain/updates/rest.ts'

const idle: Work = { openRequests: 0, orders: 0, isLibraryBusy: false, paidElsewhere: 0 }

test('nothing is installed while anything is unfinished, nor while that is not known', () => {
  expect(unrest(idle)).toBeNull()
  expect(unrest(null)).toMatch(/not known/)
  expect(unrest({ ...idle, openRequests: 1 })).toBe('One request has not ended')
  expect(unrest({ ...idle, openRequests: 3 })).toBe('3 requests have not ended')
  expect(unrest({ ...idle, orders: 1 })).toMatch(/order/)
  expect(unrest({ ...idle, isLibraryBusy: true })).toMatch(/library/)
  expect(unrest({ ...idle, paidElsewhere: 1 })).toBe('One request at the service has not ended')
  expect(unrest({ ...idle, paidElsewhere: 2 })).toBe('2 requests at the service have not ended')
  expect(unrest({ ...idle, paidElsewhere: null })).toMatch(/cannot be read/)
})

test('an AppImage is replaced only by the program that came out of it', () => {
  const copy = { platform: 'linux', execPath: '/tmp/.mount_Pri1/printroom', packageType: null, isPackaged: true }
  const env = { APPIMAGE: '/opt/Printroom.AppImage', APPDIR: '/tmp/.mount_Pri1' }
  expect(packageKind({ ...copy, env })).toBe('appimage')
  expect(packageKind({ ...copy, env: { ...env, APPDIR: '/tmp/.mount_Other' } })).toBeNull()
  expect(packageKind({ ...copy, env: { ...env, APPDIR: '/tmp/.mount_Pri' } })).toBeNull()
  expect(packageKind({ ...copy, env: { APPIMAGE: env.APPIMAGE } })).toBeNull()
  expect(packageKind({ ...copy, env: { APPDIR: env.APPDIR } })).toBeNull()
  expect(packageKind({ ...copy, env, packageType: 'deb\n' })).toBe('deb')
})

test('what is not installed is not replaced, and only what asks nobody is put in place while the app closes', () => {
  const copy = { env: {}, execPath: 'printroom', packageType: null, isPackaged: true }
  expect(packageKind({ ...copy, platform: 'win32' })).toBe('nsis')
  expect(packageKind({ ...copy, platform: 'win32', env: { PORTABLE_EXECUTABLE_FILE: 'a.exe' } })).toBeNull()
  expect(packageKind({ ...copy, platform: 'darwin' })).toBe('mac')
  for (const platform of ['win32', 'darwin', 'linux'])
    expect(packageKind({ ...copy, platform, isPackaged: false })).toBeNull()
  expect((['appimage', 'nsis', 'deb', 'mac', null] as const).filter(installsOnQuit)).toEqual(['appimage', 'nsis'])
  expect([
    fileEnding('deb', 'linux'),
    fileEnding(null, 'linux'),
    fileEnding('nsis', 'win32'),
    fileEnding('mac', 'darwin'),
  ]).toEqual(['.deb', '.AppImage', '.exe', '.zip'])
})
