import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { builderWarnings, inColour, signingOf, twinMember, twinOf } from '../../scripts/lib/packaging.mjs'
import { appId } from '../../src/main/identity.ts'
import { isTwin } from '../../src/main/twin.ts'
import { newFolder } from '../support/folders.ts'

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

  const desktopEntry = (): Promise<string> => {
    const { default: AppImageTarget } = builder('app-builder-lib/out/targets/appimage/AppImageTarget.js')
    const { LinuxTargetHelper } = builder('app-builder-lib/out/targets/LinuxTargetHelper.js')
    const linux = packagerOf('linux')
    return new AppImageTarget('appimage', linux, new LinuxTargetHelper(linux), root).desktopEntry.value
  }

  it('starts an AppImage with Chromium’s sandbox', async () => {
    const entry = await desktopEntry()
    expect(entry).toMatch(/^Exec=AppRun /m)
    expect(entry).not.toContain('no-sandbox')
  })

  it('calls the entry in the menus of Linux as the windows call themselves, and warns of nothing', async () => {
    const { log } = builder('builder-util')
    const warnings: unknown[] = []
    const { warn } = log
    log.warn = (...words: unknown[]) => warnings.push(words)
    const entry = await desktopEntry().finally(() => {
      log.warn = warn
    })
    expect(warnings).toEqual([])
    const { desktopName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(entry).toMatch(new RegExp(`^StartupWMClass=${desktopName.replace('.desktop', '')}$`, 'm'))
    expect(packager.config.linux.syncDesktopName).toBe(true)
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

describe('what electron-builder only warns of', () => {
  /** What its logger of today prints, in a process that may have colours. */
  const said = (calls: string) => {
    const logger = builder.resolve('builder-util')
    return execFileSync(process.execPath, ['-e', `const { log } = require(${JSON.stringify(logger)}); ${calls}`], {
      encoding: 'utf8',
      env: { ...process.env, ...inColour, VITEST: '' },
    })
  }

  it('is seen, a file that was to be packed and is not there among it', () => {
    const output = said(
      `log.info({ platform: 'linux' }, 'packaging'); log.warn({ from: '/a' }, "file source doesn't exist")`,
    )
    expect(builderWarnings(output, false)).toEqual([expect.stringContaining("file source doesn't exist")])
  })

  it('is passed over where it was tried again, and where no signature was wanted', () => {
    const output = said(
      `log.warn({}, 'source archive transiently missing, retrying'); log.warn({}, 'skipped macOS application code signing')`,
    )
    expect(builderWarnings(output, false)).toEqual([])
    expect(builderWarnings(output, true)).toEqual([expect.stringContaining('code signing')])
  })
})

describe('the twin that can be driven', () => {
  it('comes with one fuse and its mark, and never with installers or updates', () => {
    const of = (more: object) => twinOf({ twin: true, installers: false, updates: undefined, ...more })
    expect(twinOf({ twin: false, installers: true, updates: undefined })).toEqual({ args: [] })
    expect(of({})).toEqual({
      args: ['-c.electronFuses.enableNodeCliInspectArguments=true', '-c.extraMetadata.inspectableTwin=true'],
    })
    expect(of({ installers: true })).toHaveProperty('problem')
    expect(of({ updates: 'https://updates.example' })).toHaveProperty('problem')
  })

  it('is known by what lies in its archive alone', () => {
    const folder = newFolder()
    const says = (text: string) => {
      writeFileSync(join(folder, 'package.json'), text)
      return isTwin(folder)
    }
    expect(isTwin(join(folder, 'nowhere'))).toBe(false)
    expect(says(JSON.stringify({ [twinMember]: true }))).toBe(true)
    for (const text of ['{}', '', 'null', '[]', JSON.stringify({ [twinMember]: 'true' })])
      expect(says(text), text).toBe(false)
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).not.toHaveProperty(twinMember)
  })
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
