import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { missingSources, signingOf } from '../../scripts/lib/packaging.mjs'
import { appId } from '../../src/main/identity.ts'

const root = join(import.meta.dirname, '../..')
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))

describe('the configuration of the packages, as electron-builder reads it', () => {
  const { Packager } = builder('app-builder-lib')
  const packager = new Packager({ projectDir: root, publish: 'never' })
  const packagerOf = (system: 'linux' | 'win' | 'mac') => {
    const name = { linux: 'LinuxPackager', win: 'WinPackager', mac: 'MacPackager' }[system]
    return new (builder(`app-builder-lib/out/${system}Packager.js`)[name])(packager)
  }

  beforeAll(async () => {
    builder('builder-util').setPrinter(() => {})
    await packager.validateConfig()
  })

  it('has all that a deb must tell of itself', async () => {
    const { default: FpmTarget } = builder('app-builder-lib/out/targets/FpmTarget.js')
    const deb = new FpmTarget('deb', packagerOf('linux'), null, root)
    expect(await deb.computeFpmMetaInfoOptions()).toMatchObject({
      maintainer: expect.stringMatching(/^.+ <.+@.+>$/),
      url: expect.stringMatching(/^https:/),
    })
  })

  it('starts an AppImage with Chromium’s sandbox', async () => {
    const { default: AppImageTarget } = builder('app-builder-lib/out/targets/appimage/AppImageTarget.js')
    const { LinuxTargetHelper } = builder('app-builder-lib/out/targets/LinuxTargetHelper.js')
    const linux = packagerOf('linux')
    const image = new AppImageTarget('appimage', linux, new LinuxTargetHelper(linux), root)
    const entry = await image.desktopEntry.value
    expect(entry).toMatch(/^Exec=AppRun /m)
    expect(entry).not.toContain('no-sandbox')
  })

  it('leaves a picture’s own program the double click on Windows and Linux', () => {
    expect(packagerOf('win').fileAssociations).toEqual([])
    expect(packagerOf('linux').fileAssociations).toEqual([])
    const associations: { rank: string }[] = packagerOf('mac').fileAssociations
    expect(associations.map(({ rank }) => rank)).toEqual(['Alternate', 'Alternate', 'Alternate'])
    const { include } = packager.config.nsis
    expect(existsSync(join(root, include))).toBe(true)
    const commands = readFileSync(join(root, include), 'utf8')
    // The class of an ending is its value without a name: never written.
    expect(commands).not.toMatch(/WriteReg\w+ SHELL_CONTEXT "Software\\Classes\\\.\$\{EXT\}" /)
    const endings = (macro: string) =>
      [...commands.matchAll(new RegExp(`!insertmacro ${macro} "(\\w+)"`, 'g'))].map(([, one]) => one)
    expect(endings('offerFor')).toEqual(['jpg', 'jpeg', 'png', 'webp'])
    expect(endings('withdrawFrom')).toEqual(endings('offerFor'))
  })

  it('puts the licences beside the program, and on a Mac where they may be signed over', () => {
    const to = (list?: { to: string }[]) => (list ?? []).map((one) => one.to)
    expect(to(packager.config.extraFiles)).toEqual([])
    for (const system of ['linux', 'win'] as const)
      expect(to(packagerOf(system).platformSpecificBuildOptions.extraFiles), system).toContain('LICENCES.txt')
    const mac = packagerOf('mac').platformSpecificBuildOptions
    expect(to(mac.extraFiles)).toEqual([])
    expect(to(mac.extraResources)).toContain('LICENCES.txt')
  })

  it('ships a plain Node on Linux alone', () => {
    expect(packagerOf('win').platformSpecificBuildOptions.extraResources).toBeUndefined()
  })

  it('calls the app what its windows call themselves on Windows', () => {
    expect(packager.config.appId).toBe(appId)
  })
})

describe('signing', () => {
  const of = (platform: string, env: Record<string, string>, more = {}) =>
    signingOf({ platform, env, installers: true, unsigned: false, ...more })

  it('is forced as soon as an identity is named', () => {
    const forced = { args: ['-c.forceCodeSigning=true'], env: {}, words: null }
    expect(of('darwin', { CSC_LINK: 'a.p12' })).toEqual(forced)
    expect(of('darwin', { CSC_NAME: 'somebody' })).toEqual(forced)
    expect(of('darwin', { CSC_IDENTITY_AUTO_DISCOVERY: 'true' })).toEqual(forced)
    expect(of('win32', { WIN_CSC_LINK: 'a.pfx' })).toEqual(forced)
  })

  it('is not passed over in silence', () => {
    expect(of('darwin', {})).toHaveProperty('problem')
    expect(of('darwin', { CSC_NAME: '' })).toHaveProperty('problem')
    expect(of('darwin', {}, { unsigned: true })).toMatchObject({ args: [], words: 'These packages are not signed.' })
    expect(of('win32', {})).toMatchObject({ words: 'These packages are not signed.' })
    expect(of('linux', {})).toMatchObject({ args: [], words: null })
  })

  it('uses no identity that was not asked for', () => {
    const { env } = of('darwin', { CSC_LINK: 'a.p12' }, { unsigned: true }) as { env: object }
    expect(env).toEqual({ CSC_LINK: undefined, CSC_IDENTITY_AUTO_DISCOVERY: 'false' })
    expect(of('darwin', {}, { installers: false })).toMatchObject({ env: { CSC_IDENTITY_AUTO_DISCOVERY: 'false' } })
  })
})

it('a file that a package was to have and that is not there is no mere warning', () => {
  const warning = "  • file source doesn't exist  from=/a/LICENCES.txt"
  expect(missingSources(`  • packaging\n${warning}\n`)).toEqual([warning])
  expect(missingSources('  • packaging')).toEqual([])
})

it('packages get no address of updates that the app would not ask', async () => {
  const script = join(root, 'scripts/package.mjs')
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, '--updates', 'http://updates.example'], (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    )
  })
  expect(stderr).toContain('must begin with https://')
  expect(code).toBe(2)
})
