import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FatalFilter } from '../../scripts/lib/fatal-filter.mjs'
import { addLauncher, programName } from '../../scripts/lib/linux-launcher.mjs'
import { hasProfile, helperState, sandboxFacts, sandboxVerdict } from '../../scripts/lib/sandbox.mjs'
import { newFolder } from '../support/folders.ts'

const ubuntu = {
  platform: 'linux',
  isRoot: false,
  helper: '/opt/a b/chrome-sandbox',
  helperState: 'plain',
  forbiddenBy: 'apparmor',
  hasProfile: false,
  canUnshare: false,
} as const
const debian = { ...ubuntu, forbiddenBy: null, canUnshare: true } as const

describe('whether the sandbox can start (findings of Electron, 3)', () => {
  const problemOf = (facts: Parameters<typeof sandboxVerdict>[0]) => {
    const verdict = sandboxVerdict(facts)
    return 'problem' in verdict ? verdict.problem : null
  }

  it('on a current Ubuntu it cannot, which is one sentence with what to do', () => {
    const words = problemOf(ubuntu)
    expect(words).toContain('kernel.apparmor_restrict_unprivileged_userns')
    expect(words).toContain(
      "sudo chown root:root '/opt/a b/chrome-sandbox' && sudo chmod 4755 '/opt/a b/chrome-sandbox'",
    )
    expect(words).not.toMatch(/[.!?]\s|\n|FATAL/)
  })

  it('there it can as soon as the helper is the administrator’s, or a profile lets the program', () => {
    expect(sandboxVerdict({ ...ubuntu, helperState: 'setuid' })).toEqual({ args: [] })
    expect(sandboxVerdict({ ...ubuntu, hasProfile: true })).toEqual({ args: [] })
    // Of a newer Ubuntu the program that is asked has a profile, and Electron has none.
    expect(problemOf({ ...ubuntu, canUnshare: true })).not.toBeNull()
  })

  it('other settings and containers that refuse namespaces are named as what they are', () => {
    expect(problemOf({ ...debian, forbiddenBy: 'clone', canUnshare: false })).toContain('unprivileged_userns_clone')
    expect(problemOf({ ...debian, forbiddenBy: 'limit', canUnshare: false })).toContain('max_user_namespaces')
    expect(problemOf({ ...debian, canUnshare: false })).toContain('container')
    const without = problemOf({ ...debian, canUnshare: false, helperState: 'absent' })
    expect(without).not.toContain('chmod')
  })

  it('nothing stands in the way where nothing is known to', () => {
    expect(sandboxVerdict(debian)).toEqual({ args: [] })
    expect(sandboxVerdict({ ...debian, canUnshare: null })).toEqual({ args: [] })
    for (const platform of ['darwin', 'win32'])
      expect(sandboxVerdict({ ...ubuntu, platform, canUnshare: null })).toEqual({ args: [] })
  })

  it('root alone goes without it', () => {
    expect(sandboxVerdict({ ...ubuntu, isRoot: true })).toEqual({ args: ['--no-sandbox'] })
  })

  it('a helper counts only as the administrator’s, setuid, and open to all', () => {
    expect(helperState(undefined)).toBe('absent')
    expect(helperState({ uid: 0, mode: 0o104755 })).toBe('setuid')
    expect(helperState({ uid: 0, mode: 0o100755 })).toBe('plain')
    expect(helperState({ uid: 1000, mode: 0o104755 })).toBe('plain')
    expect(helperState({ uid: 0, mode: 0o104750 })).toBe('plain')
  })

  it('a profile is one that speaks of the program and of namespaces', () => {
    const folder = newFolder()
    expect(hasProfile('/a/electron', folder)).toBe(false)
    writeFileSync(join(folder, 'one'), 'profile x /b/*/electron flags=(unconfined) {\n}\n')
    expect(hasProfile('/a/electron', folder)).toBe(false)
    writeFileSync(join(folder, 'one'), 'profile x /b/*/electron flags=(unconfined) {\n  userns,\n}\n')
    expect(hasProfile('/a/electron', folder)).toBe(true)
    expect(hasProfile('/a/printroom', folder)).toBe(false)
    expect(hasProfile('/a/electron', join(folder, 'nowhere'))).toBe(false)
  })

  it('this computer is asked', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'chrome-sandbox'), '')
    const facts = sandboxFacts(join(folder, 'electron'))
    expect(facts).toMatchObject({ platform: process.platform, helper: join(folder, 'chrome-sandbox') })
    expect(facts.helperState).toBe('plain')
  })
})

describe('what Chromium says when it aborts', () => {
  it('is one sentence of ours and no stack, and what it said before stays', () => {
    const filter = new FatalFilter('It could not start.')
    expect(filter.take('[1:1124/1.2:ERROR:gpu.cc(1)] no GPU')).toBe('[1:1124/1.2:ERROR:gpu.cc(1)] no GPU')
    expect(filter.isFatal).toBe(false)
    const fatal =
      '[9:1124/10.5:FATAL:setuid_sandbox_host.cc(158)] The SUID sandbox helper binary was found, but is not…'
    expect(filter.take(fatal)).toBe('It could not start.')
    expect(filter.take('#0 0x55d0 base::debug::CollectStackTrace()')).toBeNull()
    expect(filter.isFatal).toBe(true)
  })

  it.each([
    '[4941:4941:1124/215134.969338:ERROR:content/browser/zygote_host/zygote_host_impl_linux.cc:130] No usable sandbox! If this is a Debian system, …',
    '[4941:4941:1124/215134.969338:FATAL:sandbox/linux/suid/client/setuid_sandbox_host.cc:166] The SUID sandbox helper …',
  ])('are known in the form of version 156: %s', (line) => {
    expect(new FatalFilter('In a sentence.').take(line)).toBe('In a sentence.')
  })

  it('words of the app that only speak of it are its own', () => {
    const filter = new FatalFilter('It could not start.')
    expect(filter.take('Nothing FATAL: went on')).toBe('Nothing FATAL: went on')
  })
})

describe.skipIf(process.platform !== 'linux')('an unpacked package', () => {
  const unpacked = () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'resources'))
    symlinkSync(process.execPath, join(folder, 'resources/node'))
    writeFileSync(join(folder, 'printroom'), '#!/bin/sh\necho "started $*"\n')
    chmodSync(join(folder, 'printroom'), 0o755)
    addLauncher(folder)
    return folder
  }

  it('becomes its program, arguments and all, where nothing hinders it', () => {
    const folder = unpacked()
    expect(existsSync(join(folder, programName))).toBe(true)
    const said = execFileSync(join(folder, 'printroom'), ['a', 'b c'], { encoding: 'utf8' })
    expect(said).toBe('started a b c\n')
  })

  it('looks before it starts, and does not start what would abort (findings of Electron, 3)', () => {
    const folder = unpacked()
    writeFileSync(join(folder, 'chrome-sandbox'), '')
    writeFileSync(join(folder, 'sandbox.mjs'), "console.error('In a sentence.')\nprocess.exitCode = 1\n")
    const { status, stdout, stderr } = spawnSync(join(folder, 'printroom'), { encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: 'In a sentence.\n' })
  })

  it('carries the same look as npm start, as a program of its own', () => {
    const folder = unpacked()
    const verdict = sandboxVerdict(sandboxFacts(join(folder, programName)))
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'sandbox.mjs'), join(folder, programName)], {
      encoding: 'utf8',
    })
    const problem = 'problem' in verdict ? verdict.problem : null
    expect({ status, stderr }).toEqual({
      status: problem === null ? 0 : 1,
      stderr: problem === null ? '' : `${problem}.\n`,
    })
  })
})
