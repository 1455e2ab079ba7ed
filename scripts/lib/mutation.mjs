import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { node24 } from './node.mjs'
import { inRoot } from './paths.mjs'
import { run, toolEnv } from './run.mjs'

// Outside node_modules, below which Node strips no types; the app's own packages are found from here all the same.
const sandbox = inRoot('.cache', 'mutation')
const tools = join(sandbox, 'tools')
const settings = (name) => inRoot('scripts', 'mutation', name)

/** What the money core is, and what tests it. Relative to the repository, and the same in the sandbox. */
const copied = ['src/domain', 'test/unit/domain/request', 'test/unit/domain/quote', 'test/support']

/**
 * Makes a fresh copy of the money core and its tests, with Stryker and the coverage tool beside it. Both are fetched
 * only here, by a lockfile of their own, so that nothing of theirs can stand in the way of `npm ci`.
 */
async function makeSandbox() {
  await installTools()
  for (const name of ['src', 'test', 'coverage', '.stryker-tmp', 'mutation.json'])
    rmSync(join(sandbox, name), { recursive: true, force: true })
  for (const folder of copied) cpSync(inRoot(folder), join(sandbox, folder), { recursive: true })
  for (const name of ['stryker.config.mjs', 'vitest.config.ts']) copyFileSync(settings(name), join(sandbox, name))
}

async function installTools() {
  const lock = readFileSync(settings('package-lock.json'), 'utf8')
  const installed = join(tools, 'package-lock.json')
  const isThere = existsSync(join(tools, 'node_modules', '.package-lock.json')) && existsSync(installed)
  if (isThere && readFileSync(installed, 'utf8') === lock) return
  mkdirSync(tools, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(settings(name), join(tools, name))
  const { code, output } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    capture: true,
    cwd: tools,
    timeoutMs: 10 * 60_000,
  })
  if (code === 0) return
  rmSync(installed, { force: true })
  throw new Error(`Stryker could not be installed (npm ci ended with ${code}): ${output.trim()}`)
}

/** Runs a program of the tools in the sandbox. What it prints goes to standard error, or is captured. */
const runTool = (program, args, how) =>
  run(node24(), [join(tools, 'node_modules', program), ...args], {
    ...how,
    cwd: sandbox,
    env: toolEnv(node24(), { NO_COLOR: '1' }),
  })

/** Statuses of a mutant that somebody noticed. */
const noticed = new Set(['Killed', 'Timeout'])
/** Statuses that say nothing of the tests: the mutant did not compile, or was left out. */
const uncounted = new Set(['CompileError', 'RuntimeError', 'Ignored'])

/**
 * Plants every small fault that Stryker knows in the money core, one at a time, and runs its tests on each.
 * @param {{ files?: string[], concurrency?: number }} [options] `files`: globs below the repository, for a closer look
 * @returns {Promise<{ mutants: number, killed: number, score: number, seconds: number, survivors: string[] }>}
 * `score` in per cent; `survivors` as `file:line:column what ‹before› → ‹after›`
 */
export const runMutants = (options = {}) => withLock('mutation', () => mutantsOf(options))

async function mutantsOf({ files = [], concurrency = 1 }) {
  const begun = performance.now()
  await makeSandbox()
  const only = files.length > 0 ? ['--mutate', files.join(',')] : []
  const args = ['run', '--concurrency', String(concurrency), ...only]
  const { code } = await runTool('@stryker-mutator/core/bin/stryker.js', args, { toStderr: true })
  const report = join(sandbox, 'mutation.json')
  if (!existsSync(report)) throw new Error(`Stryker ended with ${code} and without a report; the lines above say why.`)
  const seen = Object.entries(JSON.parse(readFileSync(report, 'utf8')).files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(({ status }) => !uncounted.has(status)).map((mutant) => ({ ...mutant, file, source })),
  )
  const survivors = seen.filter(({ status }) => !noticed.has(status)).map(inWords)
  const killed = seen.length - survivors.length
  return {
    mutants: seen.length,
    killed,
    score: seen.length === 0 ? 0 : (100 * killed) / seen.length,
    seconds: Math.round((performance.now() - begun) / 1000),
    survivors,
  }
}

function inWords({ file, source, location: { start, end }, mutatorName, status, replacement = '' }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  lines[last] = lines[last].slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  const short = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 120)
  const where = `${file}:${start.line}:${start.column}`
  const untested = status === 'NoCoverage' ? ' (no test comes here)' : ''
  return `${where} ${mutatorName}${untested} ‹${short(lines.join('\n'))}› → ‹${short(replacement)}›`
}

/**
 * How many branches of the money core its tests take.
 * @returns {Promise<{ branches: number, taken: number, untaken: string[] }>} `untaken` as `file: taken of all`
 */
export const measureBranches = () => withLock('mutation', branchesTaken)

async function branchesTaken() {
  await makeSandbox()
  const { code, output } = await runTool('vitest/vitest.mjs', ['run', '--coverage'], { capture: true })
  if (code !== 0) throw new Error(`The tests of the money core failed:\n${output.slice(-4000)}`)
  const { total, ...files } = JSON.parse(readFileSync(join(sandbox, 'coverage', 'coverage-summary.json'), 'utf8'))
  return {
    branches: total.branches.total,
    taken: total.branches.covered,
    untaken: Object.entries(files)
      .filter(([, { branches }]) => branches.covered < branches.total)
      .map(([file, { branches }]) => `${file.slice(sandbox.length + 1)}: ${branches.covered} of ${branches.total}`),
  }
}
