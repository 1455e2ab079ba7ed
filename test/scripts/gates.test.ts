import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from '../../scripts/lib/gates.mjs'

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
