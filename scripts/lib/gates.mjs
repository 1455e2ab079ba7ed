import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { node24 } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { run, toolEnv } from './run.mjs'

/**
 * One stage of a gate. `count` is what it adds to the closing lines: those who only see the end of what was printed must
 * still learn which test failed, and how.
 * @typedef {{ passed: number, failed: number, skipped: string[], failures: string[] }} Count
 * @typedef {{ name: string, run: () => Promise<Count> }} Gate
 */

/**
 * Of a stage that passes or fails as a whole.
 * @param {string[]} failures none, or what went wrong
 * @returns {Count}
 */
export const asOne = (failures) => ({ passed: 1 - failures.length, failed: failures.length, skipped: [], failures })

/** A program that passes or fails as a whole, and counts as one. */
function whole(name, script, ...args) {
  return {
    name,
    run: async () => {
      const { code } = await onNode(script, args)
      return asOne(code === 0 ? [] : [name])
    },
  }
}

const onNode = (script, args) => run(node24(), [inRoot(script), ...args], { env: toolEnv(node24()) })

export const staticGates = [
  whole('types', 'node_modules/typescript/bin/tsc', '--noEmit'),
  whole('lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'),
  whole('borders', 'scripts/borders.mjs'),
  whole('messages', 'scripts/messages.mjs'),
  whole('dead code', 'node_modules/knip/bin/knip.js'),
  // Fails only when it looked at no test; the ids without one are listed for people.
  whole('obligations', 'scripts/obligations.mjs'),
]

/** All of vitest's tests, or those below the given folders. */
export const vitestGate = (name, ...folders) => ({
  name,
  run: async () => {
    const report = freshReport('vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await onNode('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...folders])
    return countVitest(readReport(report), code)
  },
})

export const windowGate = {
  name: 'window tests',
  run: async () => {
    const report = freshReport('window.json')
    const { code } = await onNode('node_modules/@playwright/test/cli.js', ['test'])
    return countPlaywright(readReport(report), code)
  },
}

function freshReport(name) {
  const file = inRoot('test-results', name)
  mkdirSync(inRoot('test-results'), { recursive: true })
  rmSync(file, { force: true })
  return file
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** A runner that failed without a failed test (a file that does not load, no test at all) counts as one failure. */
const countOf = (failures, code) => (code !== 0 && failures.length === 0 ? 1 : failures.length)

/** The first lines of what went wrong: the test's own words, and where. */
function briefly(words, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return [words, ...lines.slice(0, 12)].join('\n    ').trimEnd()
}

export function countVitest(report, code) {
  const tests = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, meta, failureMessages }) => ({
      status,
      words: `${relative(root, name)}: ${fullName}${why(meta?.reason)}`,
      message: failureMessages?.[0],
    })),
  )
  const failed = tests.filter(({ status }) => status === 'failed')
  const failures = [...failed.map(({ words, message }) => briefly(words, message)), ...unloaded(report)]
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: countOf(failures, code),
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ words }) => words),
    failures,
  }
}

/** Files that do not load: they have no test, only a message. */
const unloaded = (report) =>
  (report?.testResults ?? [])
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => briefly(relative(root, name), message))

export function countPlaywright(report, code) {
  const specs = (report?.suites ?? []).flatMap(specsOf)
  const tests = specs.flatMap(({ title, file, tests }) => tests.map((test) => ({ title, file, ...test })))
  const failures = tests
    // What passed at a second try has failed: its fault is to be found.
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ title, file, results }) =>
      briefly(`${file}: ${title}`, results?.findLast(({ error }) => error !== undefined)?.error?.message),
    )
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: countOf(failures, code),
    skipped: tests
      .filter(({ status }) => status === 'skipped')
      .map(
        ({ title, file, annotations }) =>
          `${file}: ${title}${why(annotations?.find(({ type }) => type === 'skip')?.description)}`,
      ),
    failures,
  }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
const why = (reason) => (reason ? ` (${reason})` : '')
