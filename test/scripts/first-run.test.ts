import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askByHand, handListHere, openOrSeen } from '../../scripts/first-run/by-hand.mjs'
import { groups } from '../../scripts/first-run/groups.mjs'
import { type Facts, isNeed, unmet } from '../../scripts/first-run/needs.mjs'
import {
  type Checked,
  type Report,
  readReport,
  reportFile,
  statusOf,
  summary,
  writeReport,
} from '../../scripts/first-run/report.mjs'
import { startUntil } from '../../scripts/first-run/started.mjs'
import { findElectron } from '../../scripts/lib/electron.mjs'
import { newFolder } from '../support/folders.ts'
import { patienceMs } from '../support/patience.ts'

const root = join(import.meta.dirname, '../..')
const ubuntu: Facts = { isGenuine: true, platform: 'linux', isRoot: false, hasScreen: true, withInstallers: false }

describe('what a check needs', () => {
  it('is looked up before it runs, and what is missing is said', () => {
    expect(unmet([], ubuntu)).toBeNull()
    expect(unmet(['runtime', 'screen', 'ordinary user', 'linux or macOS'], ubuntu)).toBeNull()
    expect(unmet(['runtime'], { ...ubuntu, isGenuine: false })).toMatchObject({ verdict: 'not run' })
    expect(unmet(['screen'], { ...ubuntu, hasScreen: false })).toMatchObject({ verdict: 'not run' })
  })

  it('root proves nothing of the sandbox, and rehearses all the same', () => {
    expect(unmet(['ordinary user'], { ...ubuntu, isRoot: true })).toMatchObject({ verdict: 'not run' })
    expect(unmet(['ordinary user'], { ...ubuntu, isRoot: true, isGenuine: false })).toBeNull()
  })

  it('another system’s check, and one that nobody asked for, are told apart from one that was not run', () => {
    expect(unmet(['runtime', 'windows'], { ...ubuntu, isGenuine: false })).toMatchObject({ verdict: 'another system' })
    expect(unmet(['runtime', 'installers', 'linux'], ubuntu)).toMatchObject({ verdict: 'not asked' })
    expect(unmet(['installers', 'macOS'], ubuntu)).toMatchObject({ verdict: 'another system' })
    expect(unmet(['installers', 'linux'], { ...ubuntu, withInstallers: true })).toBeNull()
  })
})

describe('the checks', () => {
  const all = Object.values(groups).flat()

  it('have a name of their own, and needs that are known', () => {
    expect(all.length).toBeGreaterThan(20)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    for (const { name, needs } of all)
      expect(
        needs.filter((need) => !isNeed(need)),
        name,
      ).toEqual([])
  })

  it('that are window tests of their own have one of just that title, and no such test is without its check', () => {
    const text = readFileSync(join(root, 'test/first-run/app.spec.ts'), 'utf8')
    const titles = [...text.matchAll(/^test\('(.+)', async/gm)].map(([, title]) => title)
    expect(all.flatMap(({ spec }) => spec ?? []).sort()).toEqual(titles.sort())
  })

  it('cover each group on each system', () => {
    for (const platform of ['linux', 'darwin', 'win32'])
      for (const [group, checks] of Object.entries(groups)) {
        const facts = { ...ubuntu, platform, withInstallers: true }
        expect(
          checks.filter(({ needs }) => unmet(needs, facts) === null).length,
          `${group}, ${platform}`,
        ).toBeGreaterThan(1)
      }
  })
})

describe('first-run.json', () => {
  const of = (verdicts: string[], more: Partial<Report> = {}): Report => ({
    at: '2026-11-24T00:00:00Z',
    commit: 'abc',
    runtime: 'genuine',
    system: {},
    versions: {},
    checks: verdicts.map((verdict): Checked => ({ group: 'app', name: verdict, verdict, words: '' })),
    byHand: [],
    ...more,
  })

  it('is a success only of genuine Electron with nothing failed or left', () => {
    expect(statusOf(of(['passed', 'another system', 'not asked']), false)).toBe(0)
    expect(statusOf(of(['passed', 'failed']), false)).toBe(1)
    expect(statusOf(of(['passed', 'not run']), false)).toBe(1)
    expect(statusOf(of(['another system']), false)).toBe(1)
    expect(statusOf(of([]), false)).toBe(1)
    expect(statusOf(of(['passed'], { runtime: 'stand-in' }), false)).toBe(1)
  })

  it('of a rehearsal is one where something ran and nothing failed, and says what it proves', () => {
    const rehearsal = of(['passed', 'not run'], { runtime: 'stand-in' })
    expect(statusOf(rehearsal, true)).toBe(0)
    expect(statusOf(of(['not run'], { runtime: 'stand-in' }), true)).toBe(1)
    expect(statusOf(of(['passed', 'failed'], { runtime: 'stand-in' }), true)).toBe(1)
    const folder = newFolder()
    writeReport(folder, rehearsal)
    expect(readFileSync(reportFile(folder), 'utf8')).toContain('nothing of Electron')
    expect(readReport(folder)).toMatchObject(rehearsal)
    expect(summary(rehearsal)).toContain('1 passed, 0 failed, 1 not run')
  })

  it('keeps what a person saw of the same commit, and asks anew of another', () => {
    const [first] = openOrSeen(null, 'abc')
    expect(first?.verdict).toBe('open')
    const before = of([], { byHand: [{ name: first?.name ?? '', verdict: 'passed', words: 'as it should be' }] })
    expect(openOrSeen(before, 'abc')[0]).toEqual(before.byHand[0])
    expect(openOrSeen(before, 'def')[0]).toEqual(first)
    expect(handListHere('linux').map(({ name }) => name)).toContain('Wayland')
    expect(handListHere('win32').map(({ name }) => name)).not.toContain('Wayland')
  })
})

it('what a person saw is written down answer by answer, and what nobody answered stays open', async () => {
  const folder = newFolder()
  const open = openOrSeen(null, 'abc')
  const report: Report = {
    ...{ at: '', commit: 'abc', runtime: 'genuine', system: {}, versions: {}, checks: [] },
    byHand: open,
  }
  writeReport(folder, report)
  expect(await askByHand(folder, Readable.from(['y\n', '\n', 'n it jumped\n', 'no idea\n']))).toBe(1)
  const seen = readReport(folder)?.byHand.map(({ verdict, words }) => [verdict, words])
  const [first, second, , ...rest] = open.map(({ words }) => words)
  expect(seen).toEqual([
    ['passed', first],
    ['open', second],
    ['failed', 'it jumped'],
    ...rest.map((words) => ['open', words]),
  ])
  expect(await askByHand(folder, Readable.from([]))).toBe(1)
})

describe('a program that is watched as it starts', () => {
  const start = (script: string, isThere: (output: string) => boolean, limitMs = patienceMs) =>
    startUntil({ command: process.execPath, args: ['-e', script], limitMs, isThere })

  it('is stopped when it was seen, with all that it said', async () => {
    const started = await start("console.log('here'); setInterval(() => {}, 1000)", (output) => output.includes('here'))
    await started.stop()
    expect(started.output()).toContain('here')
  })

  it('that ends before, or shows nothing in time, is told with its last words', async () => {
    await expect(start("console.error('no'); process.exit(3)", () => false)).rejects.toThrow(/status 3[\s\S]*no/)
    await expect(start('setInterval(() => {}, 1000)', () => false, 300)).rejects.toThrow('within 0.3 s')
  })
})

describe('without Electron itself', () => {
  const run = (env: Record<string, string>) => {
    const script = join(root, 'scripts/first-run.mjs')
    return spawnSync(process.execPath, [script], { encoding: 'utf8', env: { ...process.env, ...env } })
  }

  it.skipIf(findElectron() !== undefined)('where it cannot be had it ends in one sentence, and not in 0', () => {
    // The address of Electron's releases leads nowhere for this one.
    const nowhere = 'http://127.0.0.1:9/'
    const { status, stdout, stderr } = run({ ELECTRON_MIRROR: nowhere, npm_config_electron_mirror: nowhere })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^Electron’s own runtime cannot be had here .*--rehearse\.\n$/)
  })

  it.skipIf(process.platform === 'win32')('what is only called so does not pass for it', () => {
    const { status, stdout, stderr } = run({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'test/electron-stand-in') })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^What stands for Electron here is not Electron itself .*--rehearse\.\n$/)
  })
})

it('a file that is no report is none', () => {
  const folder = newFolder()
  expect(readReport(folder)).toBeNull()
  writeFileSync(reportFile(folder), '{')
  expect(readReport(folder)).toBeNull()
})
