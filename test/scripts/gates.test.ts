import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest, onceMore } from '../../scripts/lib/gates.mjs'

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

const none = { passed: 0, failed: 0, skipped: [], failures: [] }
const one = { ...none, passed: 9, failed: 1, failures: ['a.test.ts: waits\n    waited in vain'] }
const gone = { ...none, passed: 1 }

test('a test that passes at its second try is named as unsteady', async () => {
  const { failures } = one
  expect(await onceMore(one, async () => gone)).toEqual({ ...none, passed: 10, unsteady: failures })
})

test('fails what fails twice, or was not run again', async () => {
  expect(await onceMore(one, async () => one)).toBe(one)
  expect(await onceMore(one, async () => none)).toBe(one)
})

test('tries nothing again that a property found, that has no name, or where much is broken', async () => {
  const again = () => expect.unreachable('ran again')
  const found = { ...one, failures: ['a.test.ts: adds\n    Property failed after 3 tests'] }
  const nameless = { ...one, failures: [] }
  const many = { ...one, failed: 4, failures: ['a', 'b', 'c', 'd'] }
  for (const first of [found, nameless, many, gone]) expect(await onceMore(first, again)).toBe(first)
})
