import { expect, it } from 'vitest'
import { approvalOfChoice, approvalOfOrder, sumOfApproval } from '../../../src/contract/approval.ts'
import { Presses } from '../../../src/main/consent/presses.ts'

const hash = 'a'.repeat(64)
const six = approvalOfOrder({ contentHash: hash, credits: 6 })

const quoted: Record<string, number> = { a: 1, c: 3 }

/** With the engine of `clock`, which another one may take the place of. */
function pressesAt() {
  const clock = { ms: 1000, engine: 0 }
  // So many requests is the order of each letter.
  const presses = new Presses(
    (contentHash) => {
      const requests = quoted[contentHash.charAt(0)]
      return requests === undefined ? null : { requests, kinds: ['generation'] }
    },
    () => clock.ms,
  )
  const take = (said: unknown): void => presses.take(said, clock.engine)
  const use = (approval: string) => presses.use(approval, clock.engine)
  return { presses: { take, use, forget: () => presses.forget() }, clock }
}

const pressed = (approves: string, words: string, isSeen = true) => ({ approves, words, isSeen })

it('a press is good for what stood on the button, once, and for ten seconds (W1)', () => {
  const { presses, clock } = pressesAt()
  expect(presses.use(six)).toBeNull()
  presses.take(pressed(six, 'Make 1 picture 6 cr'))
  expect(presses.use(approvalOfOrder({ contentHash: hash, credits: 7 }))).toBeNull()
  expect(presses.use(approvalOfOrder({ contentHash: 'b'.repeat(64), credits: 6 }))).toBeNull()
  expect(presses.use(six)).toMatchObject({ sum: 6, count: 1, isSeen: true })
  expect(presses.use(six)).toBeNull()
  presses.take(pressed(six, 'Make 1 picture 6 cr'))
  clock.ms += 10_000
  expect(presses.use(six)).toBeNull()
})

it.each([
  ['Make 1 picture 6 cr', true],
  ['Make it again 6 cr', true],
  ['Make 1 video 6 credits (practice)', true],
  ['Make 1 picture max 6 cr', true],
  ['Upscale 1 picture 6 credits (practice)', false],
  ['Send 1 cutout 6 cr', false],
  ['Reorder max 6 cr', false],
  ['[Ṁááķéé 1 þîîçţûûŕéé] [\u20686\u2069 çŕ]', true],
  ['[\u202eṀááķéé\u202c 1 \u202eþîîçţûûŕéé\u202c] [\u202eɱááẋ\u202c \u20686\u2069 \u202eçŕ\u202c]', true],
  ['Make 1 picture', false],
  ['Make 6 pictures 1 cr', false],
  ['6 cr, make 1 picture', false],
  ['Make 1 picture 60 cr', false],
  ['Make 3 pictures 6 cr', false],
  ['Accept and send 6 cr', false],
  ['Cancel, and keep my 6 cr', false],
  ['Order it 6 cr', false],
  ['Make 1 picture 3 cr 6 cr', false],
  ['Make 1 picture \u20676 \u20663\u2069 cr\u2069', false],
  ['Make 1 picture 6 %', false],
  ['Make 1 picture ５ cr', false],
  ['Make 1 picture .6 cr', false],
  ['Make 1 picture 0 . 6 cr', false],
  ['Make 1 picture 0,006 cr', false],
  ['Make 1 picture price unknown', false],
  ['', false],
])(
  '“%s” says that one request is bought for 6: %s; where it does not, the press is there, and to be asked about (W1, W2)',
  (words, isSeen) => {
    const { presses } = pressesAt()
    presses.take(pressed(six, words))
    expect(presses.use(six)).toMatchObject({ sum: 6, words, isSeen })
  },
)

it('as many are read as are bought, by what the engine quoted and not by what the page says (W1, W2)', () => {
  const { presses } = pressesAt()
  for (const [letter, words, isSeen] of [
    ['c', 'Make 3 pictures 6 cr', true],
    ['c', 'Make 1 picture 6 cr', false],
    ['c', 'Make 30 pictures 6 cr', false],
    ['b', 'Make 1 picture 6 cr', false],
  ] as const) {
    const approval = approvalOfOrder({ contentHash: letter.repeat(64), credits: 6 })
    presses.take(pressed(approval, words))
    expect(presses.use(approval), `${letter}: ${words}`).toMatchObject({ isSeen })
  }
})

it('no button of the app stands for several orders, or for different answers: main asks about one that does (W1, W2)', () => {
  const { presses } = pressesAt()
  const [price, again] = ['accept-price', 'send-again'].map((choice) =>
    approvalOfChoice({ id: choice, choice, credits: 3 }),
  )
  const three = approvalOfOrder({ contentHash: 'c'.repeat(64), credits: 3 })
  const free = approvalOfOrder({ contentHash: hash, credits: 3 })
  for (const [each, words] of [
    [[price, again], 'Accept and send all 2 6 cr'],
    [[free, three], 'Make 2 pictures 6 cr'],
    [[free, three], 'Make 4 pictures 6 cr'],
    [[price, free], 'Accept and send all 2 6 cr'],
    [[free, price], 'Make 2 pictures 6 cr'],
  ] as [string[], string][]) {
    presses.take(pressed(each.join(' '), words))
    expect(presses.use(each[0] ?? ''), words).toMatchObject({ sum: 6, isSeen: false })
  }
})

it('a price of practice is told from one of the service, and a most from neither (W1)', () => {
  const { presses } = pressesAt()
  for (const [words, isPractice] of [
    ['Make 1 picture 6 credits (practice)', true],
    ['Make 1 picture 6 cr', false],
    ['Make 1 picture max 6 cr', false],
  ] as const) {
    presses.take(pressed(six, words))
    expect(presses.use(six)).toMatchObject({ isSeen: true, isPractice })
  }
})

it('several that are decided by one press stand under the sum of all, each once, however long the last one takes (W1)', () => {
  const { presses, clock } = pressesAt()
  const each = [600.5, 400, 18].map((credits, n) => approvalOfChoice({ id: `r${n}`, choice: 'accept-price', credits }))
  presses.take(pressed(each.join(' '), 'Accept and send all 3 18 cr'))
  expect(presses.use(each[2] ?? '')).toMatchObject({ sum: 1018.5, isSeen: false })
  presses.forget()
  presses.take(pressed(each.join(' '), 'Accept and send all 3 1,018.5 cr'))
  for (const approval of each) {
    expect(presses.use(approval)).toMatchObject({ sum: 1018.5, count: 3 })
    clock.ms += 9000
  }
  expect(each.map((approval) => presses.use(approval))).toEqual([null, null, null])
})

it('the most that was named stands in place of a price, and a price that is not known is told from none', () => {
  expect(sumOfApproval(approvalOfOrder({ contentHash: hash, credits: null, ceilingCredits: 12 }))).toBe(12)
  expect(sumOfApproval(approvalOfOrder({ contentHash: hash, credits: 0 }))).toBe(0)
  const unknown = approvalOfChoice({ id: 'r', choice: 'send-again', credits: null })
  const { presses } = pressesAt()
  presses.take(pressed(unknown, 'Retry price unknown'))
  expect(presses.use(unknown)).toMatchObject({ sum: null })
})

it.each([
  null,
  'press',
  { approves: six },
  { approves: six, words: 'Make 1 picture 6 cr', isSeen: 1 },
  { approves: six, words: 'Make 1 picture 6 cr', isSeen: true, more: 1 },
  { approves: 'order', words: '0', isSeen: true },
  { approves: 'order:NaN', words: 'NaN', isSeen: true },
  { approves: ' ', words: '0 cr', isSeen: true },
])('%j is no press (W1)', (said) => {
  const { presses } = pressesAt()
  presses.take(said)
  for (const approval of [six, 'order', 'order:NaN', '']) expect(presses.use(approval)).toBeNull()
})

it.each([
  [
    'a sum below nothing, which takes another one back',
    `${approvalOfOrder({ contentHash: hash, credits: 1500 })} x:-1499`,
  ],
  ['an exponent', `order-${hash}:1e0`],
  ['no number', `order-${hash}:NaN`],
  ['what has no end', `order-${hash}:Infinity`],
  ['the same twice', `order-${hash}:0.5 order-${hash}:0.5`],
  ['a hash that is none', `order-${'a'.repeat(63)}:1`],
  ['what the app never makes, beside what it makes', `${approvalOfOrder({ contentHash: hash, credits: 1 })} y:0`],
])('%s stands on no button of the app, and nothing is pressed with it (W1)', (_name, approves) => {
  const { presses } = pressesAt()
  presses.take(pressed(approves, 'Make 1 picture 1 cr'))
  for (const each of approves.split(' ')) expect(presses.use(each)).toBeNull()
})

it('what was pressed in a page is not good in the next one (W1)', () => {
  const { presses } = pressesAt()
  presses.take(pressed(six, 'Make 1 picture 6 cr'))
  presses.forget()
  expect(presses.use(six)).toBeNull()
})

it('what was pressed with one engine is not good with the next one, nor with any that comes after (W1)', () => {
  const { presses, clock } = pressesAt()
  const each = ['r1', 'r2'].map((id) => approvalOfChoice({ id, choice: 'accept-price', credits: 3 }))
  presses.take(pressed(each.join(' '), 'Accept and send all 2 6 cr'))
  expect(presses.use(each[0] ?? '')).toMatchObject({ sum: 6 })
  clock.engine = 1
  expect(presses.use(each[1] ?? '')).toBeNull()
  presses.take(pressed(each[1] ?? '', 'Accept and send 3 cr'))
  expect(presses.use(each[1] ?? '')).toMatchObject({ sum: 3 })
})
