import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppSnapshot } from '../../../src/contract/app.ts'
import { approvalOfChoice } from '../../../src/contract/approval.ts'
import { Consents } from '../../../src/main/consent/consents.ts'
import { questionsOf } from '../../../src/main/consent/questions.ts'

type App = Parameters<typeof questionsOf>

const askAbove = 20
const tenMinutesMs = 600_000

interface Choice {
  id: string
  choice: 'accept-price'
  credits: number
}

/** A page that keeps what a person pressed, and uses it when it likes; what was spent without a dialog is written down. */
function holdingPage() {
  const clock = { ms: 1000 }
  const spent: { ms: number; credits: number }[] = []
  const held: Choice[][] = []
  /** Of whose press a dialog was agreed to. */
  const agreed = new Set<Choice[]>()
  let answer = false
  let isAsked = false
  let asks = 0
  const snapshot = async () => ({ mode: 'service', service: 'https://pictures.example', askAbove }) as AppSnapshot
  const consents = new Consents(
    questionsOf({ snapshot } as unknown as App[0], { view: () => ({}) } as unknown as App[1]),
    async () => {
      asks += 1
      isAsked = true
      return answer
    },
    { link: 0, snapshot },
    () => clock.ms,
  )
  const press = (count: number, credits: number): Choice[] => {
    const each = Array.from({ length: count }, (_, n): Choice => {
      return { id: `${held.length}-${n}`, choice: 'accept-price', credits }
    })
    const sum = count * credits
    const words = count === 1 ? `Accept and send ${sum} cr` : `Accept and send all ${count} ${sum} cr`
    consents.pressed({ approves: each.map(approvalOfChoice).join(' '), words, isSeen: true })
    held.push(each)
    return each
  }
  const use = async (of: Choice[], isAgreed: boolean): Promise<boolean> => {
    const one = of.shift()
    if (one === undefined) return false
    answer = isAgreed
    isAsked = false
    const isDone = await consents.must('requests.decide', one).then(
      () => true,
      () => false,
    )
    if (isAsked && isDone) {
      // What was named in the dialog is a person's yes, and what was spent before it was named there too.
      agreed.add(of)
      spent.length = 0
    } else if (isDone && !agreed.has(of)) spent.push({ ms: clock.ms, credits: one.credits })
    return isDone
  }
  /** The most that was spent within any ten minutes since a dialog was agreed to. */
  const most = (): number =>
    Math.max(
      0,
      ...spent.map(({ ms: last }) =>
        spent.filter(({ ms }) => ms > last - tenMinutesMs && ms <= last).reduce((sum, { credits }) => sum + credits, 0),
      ),
    )
  return { clock, held, press, use, most, asks: () => asks }
}

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ press: fc.integer({ min: 1, max: 20 }), credits: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 6, arbitrary: fc.record({ use: fc.nat(7), times: fc.integer({ min: 1, max: 12 }), agrees: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ waitMs: fc.constantFrom(1, 9_000, 9_900, 30_000, 300_000, 599_000, 600_001) }) },
)

it('whatever a page holds back of presses, within any ten minutes they alone spend no more than the sum (W1)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 60 }), async (steps) => {
      const page = holdingPage()
      for (const each of steps) {
        if ('press' in each) page.press(each.press, each.credits)
        else if ('waitMs' in each) page.clock.ms += each.waitMs
        else {
          const of = page.held.at(-1 - each.use)
          for (let n = 0; of !== undefined && n < each.times; n += 1) await page.use(of, each.agrees)
        }
        expect(page.most()).toBeLessThanOrEqual(askAbove)
      }
    }),
    { numRuns: 400 },
  )
})

it('a press that is used again and again has its end after a minute, and what was left of it is not spent later (W1)', async () => {
  const { press, use, clock, most, asks } = holdingPage()
  const of = press(20, 1)
  const done: boolean[] = []
  for (let n = 0; n < 8; n += 1) {
    done.push(await use(of, false))
    clock.ms += 9_900
  }
  expect(done).toEqual([true, true, true, true, true, true, true, false])
  expect([most(), asks()]).toEqual([7, 0])
})

it('what is left of a press counts beside what is pressed after a yes, and for ten minutes from its last use (W1)', async () => {
  const { press, use, clock, asks, most } = holdingPage()
  const first = press(20, 1)
  expect(await use(first, false)).toBe(true)
  expect(await use(press(1, 3), true)).toBe(true)
  expect(asks()).toBe(1)
  expect(await use(press(1, 1), false)).toBe(false)
  expect(asks()).toBe(2)
  clock.ms += 9_000
  while (first.length > 0) expect(await use(first, false)).toBe(true)
  clock.ms += tenMinutesMs - 1
  expect(await use(press(1, 1), false)).toBe(false)
  clock.ms += 1
  expect(await use(press(1, 1), false)).toBe(true)
  expect(most()).toBeLessThanOrEqual(askAbove)
})
