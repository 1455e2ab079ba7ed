import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from './support/remote.ts'
import { row } from './support/row.ts'

/** A mistake as a patch, and which tests must notice it: see test/planted/README.md. */
interface Planted {
  name: string
  path: string
  ids: string[]
  caughtBy: string[]
  /** What it changes. */
  files: string[]
}

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'test/planted')
const hasGit = canRun('git')

const planted: Planted[] = readdirSync(folder)
  .filter((name) => name.endsWith('.patch'))
  .sort()
  .map((name) => {
    const path = join(folder, name)
    const text = readFileSync(path, 'utf8')
    const head = text.split('\ndiff --git')[0]?.split('\n--- ')[0] ?? ''
    const words = (label: string) =>
      (new RegExp(`^${label}:(.*)$`, 'm').exec(head)?.[1] ?? '').split(/[\s,]+/).filter(Boolean)
    return {
      name,
      path,
      ids: words('Breaks').filter((id) => /^[OAIMPSLWB]\d+$/.test(id)),
      caughtBy: words('Caught by'),
      files: [...text.matchAll(/^(?:--- a|\+\+\+ b)\/(.+)$/gm)].map(([, file]) => file ?? ''),
    }
  })

/** In as few groups as it takes for no file to be changed twice in one: a group is tried by one process. */
function groupsOf(bugs: Planted[]): Planted[][] {
  const groups: { files: Set<string>; bugs: Planted[] }[] = []
  for (const bug of bugs) {
    const apart = groups.find(({ files }) => bug.files.every((file) => !files.has(file)))
    const group = apart ?? { files: new Set(), bugs: [] }
    if (apart === undefined) groups.push(group)
    for (const file of bug.files) group.files.add(file)
    group.bugs.push(bug)
  }
  return groups.map(({ bugs }) => bugs)
}

/** @returns what git says against them; null: they fit */
function unfitness(bugs: Planted[]): string | null {
  const words = ['apply', '--check', '--recount', ...bugs.map(({ path }) => path)]
  const { status, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? null : stderr
}

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

/** A copy of what is tested, for one mistake after the other. */
function makeCopy(): string {
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
  return copy
}

function apply({ path }: Planted, copy: string, ...more: string[]): void {
  execFileSync('git', ['apply', '--recount', '--whitespace=nowarn', ...more, path], { cwd: copy, stdio: 'pipe' })
}

/** A patch that names what is not there breaks whatever runs it: that a test fails then shows nothing about the mistake. */
const isMisspelt = (message: string): boolean => /^ReferenceError: \w+ is not defined/.test(message)

/** The titles of the tests that fail in a copy, and not for a name that the patch got wrong. */
async function failingIn(copy: string, files: string[]): Promise<string[]> {
  const out = join(copy, 'report', 'vitest.json')
  // Of the mistake before.
  rmSync(out, { force: true })
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
    expect(groupsOf(planted).map(unfitness).filter(Boolean)).toEqual([])
  })

  describe.skipIf(!hasGit)(hasGit ? 'in a copy' : 'in a copy (skipped: there is no git here)', () => {
    let copy = ''
    beforeAll(() => {
      copy = makeCopy()
    })
    afterAll(() => rmSync(copy, { recursive: true, force: true }))

    row(
      {
        name: 'planted',
        title: 'every one is caught by a test whose title names what it breaks',
        small: 3,
        sample: 'spread',
        large: async () => planted.length,
        // A mistake may make every wait of a test run out.
        caseLimitMs: 400_000,
      },
      async ({ index }) => {
        const bug = planted[index]
        if (!bug) return
        apply(bug, copy)
        try {
          const failing = await failingIn(copy, bug.caughtBy)
          const unseen = bug.ids.filter((id) => !failing.some((title) => names(title, id)))
          expect(unseen, `${bug.name}: no failing test names these; failing were ${failing.join(' | ')}`).toEqual([])
        } finally {
          apply(bug, copy, '--reverse')
        }
      },
    )
  })
})
