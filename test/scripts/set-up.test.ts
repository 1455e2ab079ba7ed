import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findElectron } from '../../scripts/lib/electron.mjs'
import { missingFrom } from '../../scripts/lib/missing-packages.mjs'
import { chooseNode } from '../../scripts/lib/node.mjs'
import { newFolder } from '../support/folders.ts'

describe('Electron’s own runtime', () => {
  const unpacked = () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'dist'))
    writeFileSync(join(folder, 'package.json'), '{"version":"45.4.1"}')
    writeFileSync(join(folder, 'path.txt'), 'electron')
    writeFileSync(join(folder, 'dist/version'), 'v45.4.1')
    writeFileSync(join(folder, 'dist/electron'), '')
    return folder
  }

  it('is found where its installation came to its end', () => {
    const folder = unpacked()
    expect(findElectron(folder, '')).toBe(join(folder, 'dist/electron'))
  })

  it('is not taken for there when it was half unpacked, or is of another version', () => {
    for (const lost of ['path.txt', 'dist/version', 'dist/electron']) {
      const folder = unpacked()
      rmSync(join(folder, lost))
      expect(findElectron(folder, ''), lost).toBeUndefined()
    }
    const folder = unpacked()
    writeFileSync(join(folder, 'dist/version'), '45.4.0')
    expect(findElectron(folder, '')).toBeUndefined()
  })

  it('is believed to be where somebody says', () => {
    const [folder, given] = [newFolder(), newFolder()]
    expect(findElectron(folder, given)).toBeUndefined()
    writeFileSync(join(given, 'electron'), '')
    expect(findElectron(folder, given, 'linux')).toBe(join(given, 'electron'))
  })

  it.each([
    ['win32', 'electron.exe'],
    ['darwin', 'Electron.app/Contents/MacOS/Electron'],
  ] as const)('has its own name on %s', (platform, name) => {
    const [folder, given] = [newFolder(), newFolder()]
    mkdirSync(dirname(join(given, name)), { recursive: true })
    writeFileSync(join(given, name), '')
    expect(findElectron(folder, given, platform)).toBe(join(given, name))
  })
})

describe('the Node that runs the tools', () => {
  const of = (version: string, packaged: string | null) =>
    chooseNode({ version, execPath: 'this', packaged, platform: 'darwin', arch: 'arm64' })

  it('is this one from 24 on, else the one from npm', () => {
    expect(of('24.0.0', 'packaged')).toBe('this')
    expect(of('22.20.0', 'packaged')).toBe('packaged')
  })

  it('is none that could not fetch Electron’s runtime, and that is said (findings of Electron, 7)', () => {
    expect(of('22.12.0', null)).toBe('this')
    expect(of('23.0.0', null)).toBe('this')
    expect(() => of('22.11.0', null)).toThrow('Install Node 24')
    expect(() => of('20.20.0', null)).toThrow('Install Node 24')
  })
})

describe('what is missing of an installation', () => {
  const version = '1.0.0'
  const here = { os: 'linux', cpu: 'x64', libc: 'glibc' }
  const missing = (entry: object) =>
    missingFrom({ a: { version } }, { '': {}, a: { version }, b: { version, ...entry } }, here)

  it('are packages that the lockfile names, at its version', () => {
    expect(missing({})).toEqual(['b'])
    expect(missingFrom({ a: { version: '0.9.0' } }, { a: { version, optional: true } }, here)).toEqual(['a'])
    expect(missingFrom({ a: { version } }, { a: { version } }, here)).toEqual([])
  })

  it('are optional ones too, where they are made for this system', () => {
    expect(missing({ optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] })).toEqual(['b'])
    expect(missing({ optional: true, os: 'linux', cpu: 'x64' })).toEqual(['b'])
    expect(missing({ optional: true, os: ['!win32'] })).toEqual(['b'])
    expect(missing({ optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] })).toEqual([])
    expect(missing({ optional: true, os: ['darwin'] })).toEqual([])
    expect(missing({ optional: true, os: ['linux'], cpu: ['arm64'] })).toEqual([])
    expect(missing({ optional: true, os: ['!linux'] })).toEqual([])
    // It may hang on another that is not for here.
    expect(missing({ optional: true })).toEqual([])
  })
})
