import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from './support/remote.ts'
import { row } from './support/row.ts'

/** A mistake as a patch, and which tests must notice it: see test/planted/README.md. */
interface Planted {
  name: string
  path: string
  ids: string[]
  caughtBy: string[]
}

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'test/planted')
const hasGit = canRun('git')

const planted: Planted[] = readdirSync(folder)
  .filter((name) => name.endsWith('.patch'))
  .sort()
  .map((name) => {
    const path = join(folder, name)
    const head = readFileSync(path, 'utf8').split('\ndiff --git')[0]?.split('\n--- ')[0] ?? ''
    const words = (label: string) =>
      (new RegExp(`^${label}:(.*)$`, 'm').exec(head)?.[1] ?? '').split(/[\s,]+/).filter(Boolean)
    return {
      name,
      path,
      ids: words('Breaks').filter((id) => /^[OAIMPSLWB]\d+$/.test(id)),
      caughtBy: words('Caught by'),
    }
  })

function canRun(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const report = z.object({
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** A copy of what is tested, with the mistake in it. */
function copyWith({ path }: Planted): string {
  const copy = temporaryFolder()
  for (const part of [
    'src',
    'test',
    'resources',
    'scripts',
    'out',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true, force: true, errorOnExist: false })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  execFileSync('git', ['apply', '--recount', '--whitespace=nowarn', path], { cwd: copy, stdio: 'pipe' })
  return copy
}

/** A patch that names what is not there breaks whatever runs it: that a test fails then shows nothing about the mistake. */
const isMisspelt = (message: string): boolean => /^ReferenceError: \w+ is not defined/.test(message)

/** The titles of the tests that fail in a copy, and not for a name that the patch got wrong. */
async function failingIn(copy: string, files: string[]): Promise<string[]> {
  const out = join(copy, 'report', 'vitest.json')
  mkdirSync(dirname(out), { recursive: true })
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const { PRINTROOM_PROVE: _, ...env } = process.env
  await promisify(execFile)(
    process.execPath,
    [vitest, 'run', '--root', copy, '--reporter=json', `--outputFile=${out}`, ...files],
    // A mistake makes waits run out, and several tests of a file may each wait so.
    { cwd: copy, env: { ...env, PRINTROOM_PATIENCE_MS: '20000' }, maxBuffer: 2 ** 28, timeout: 300_000 },
  ).catch(() => undefined)
  const { testResults } = report.parse(JSON.parse(readFileSync(out, 'utf8')))
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'failed' && !failureMessages.some(isMisspelt))
      .map(({ fullName }) => fullName),
  )
}

const names = (title: string, id: string): boolean => new RegExp(`\\b${id}\\b`).test(title)

describe('planted bugs', () => {
  it('each patch says what it breaks and who must notice', () => {
    expect(planted.length).toBeGreaterThanOrEqual(25)
    for (const { name, ids, caughtBy } of planted) {
      expect(ids.length, name).toBeGreaterThan(0)
      expect(caughtBy.length, name).toBeGreaterThan(0)
    }
  })

  it('each patch still fits the sources', ({ skip }) => {
    if (!hasGit) skip('there is no git here to apply patches with')
    const unfit = planted.filter(({ path }) => {
      try {
        execFileSync('git', ['apply', '--check', '--recount', path], { cwd: root, stdio: 'pipe' })
        return false
      } catch {
        return true
      }
    })
    expect(unfit.map(({ name }) => name)).toEqual([])
  })

  describe.skipIf(!hasGit)(hasGit ? 'in a copy' : 'in a copy (skipped: there is no git here)', () => {
    row(
      {
        name: 'planted',
        title: 'every one is caught by a test whose title names what it breaks',
        small: 5,
        sample: 'spread',
        large: async () => planted.length,
        // A mistake may make every wait of a test run out.
        caseLimitMs: 400_000,
      },
      async ({ index }) => {
        const bug = planted[index]
        if (!bug) return
        const copy = copyWith(bug)
        try {
          const failing = await failingIn(copy, bug.caughtBy)
          const unseen = bug.ids.filter((id) => !failing.some((title) => names(title, id)))
          expect(unseen, `${bug.name}: no failing test names these; failing were ${failing.join(' | ')}`).toEqual([])
        } finally {
          rmSync(copy, { recursive: true, force: true })
        }
      },
    )
  })
})
