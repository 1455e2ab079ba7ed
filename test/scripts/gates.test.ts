import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Count, countPlaywright, countVitest } from '../../scripts/lib/gates.mjs'
import { runGates } from '../../scripts/lib/run-gates.mjs'

const file = join(import.meta.dirname, '..', 'unit', 'a.test.ts')
const vitest = (...statuses: string[]) => ({
  testResults: [
    {
      name: file,
      assertionResults: statuses.map((status, i) => ({
        status,
        fullName: `test ${i}`,
        failureMessages: status === 'failed' ? ['\u001b[31mwhat went wrong\u001b[39m\n  where'] : [],
      })),
    },
  ],
})

test('counts what vitest reports and names what it skipped', () => {
  expect(countVitest(vitest('passed', 'failed', 'skipped', 'todo'), 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: ['test/unit/a.test.ts: test 2', 'test/unit/a.test.ts: test 3'],
    failures: ['test/unit/a.test.ts: test 1\n    what went wrong\n      where'],
  })
})

test('counts a runner that fails without a failed test as one failure', () => {
  const alone = { failed: 1, skipped: [], failures: [] }
  expect(countVitest(vitest('passed'), 1)).toEqual({ passed: 1, ...alone })
  expect(countVitest(undefined, 1)).toEqual({ passed: 0, ...alone })
  expect(countPlaywright(undefined, 1)).toEqual({ passed: 0, ...alone })
})

test('names a file that does not load, and why', () => {
  const report = { testResults: [{ name: file, status: 'failed', message: 'no such module', assertionResults: [] }] }
  expect(countVitest(report, 1)).toEqual({
    passed: 0,
    failed: 1,
    skipped: [],
    failures: ['test/unit/a.test.ts\n    no such module'],
  })
})

test('counts what Playwright reports, in nested suites, with the reasons of skips', () => {
  const spec = (title: string, status: string, annotations: object[] = []) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, annotations }],
  })
  const skipped = spec('needs a screen', 'skipped', [{ type: 'skip', description: 'there is none' }])
  const broken = {
    title: 'fails',
    file: 'a.spec.ts',
    tests: [{ status: 'unexpected', results: [{ error: { message: 'why' } }] }],
  }
  const inner = { specs: [broken, skipped] }
  expect(countPlaywright({ suites: [{ specs: [spec('passes', 'expected')], suites: [inner] }] }, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: ['a.spec.ts: needs a screen (there is none)'],
    failures: ['a.spec.ts: fails\n    why'],
  })
})

test('what passed at a second try has failed', () => {
  const results = [{ error: { message: 'waited in vain' } }, {}]
  const unsteady = { title: 'waits', file: 'a.spec.ts', tests: [{ status: 'flaky', results }] }
  expect(countPlaywright({ suites: [{ specs: [unsteady] }] }, 0)).toEqual({
    passed: 0,
    failed: 1,
    skipped: [],
    failures: ['a.spec.ts: waits\n    waited in vain'],
  })
})

test('runs each stage once, and closes with each test that failed, how it did, and the counts', async () => {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
  onTestFinished(() => void vi.restoreAllMocks())
  const runs = { first: 0, second: 0 }
  const one: Count = { passed: 9, failed: 1, skipped: [], failures: ['a.test.ts: waits\n    waited in vain'] }
  const fine: Count = { passed: 2, failed: 0, skipped: ['b.test.ts: needs a screen'], failures: [] }
  const gate = (name: 'first' | 'second', count: Count) => ({
    name,
    run: async () => {
      runs[name] += 1
      return count
    },
  })
  expect(await runGates([gate('first', one), gate('second', fine)])).toBe(1)
  expect(runs).toEqual({ first: 1, second: 1 })
  expect(printed.join('\n')).toContain('failed: a.test.ts: waits\n    waited in vain')
  expect(printed.at(-1)).toBe('\n11 passed, 1 failed, 1 skipped')
})
