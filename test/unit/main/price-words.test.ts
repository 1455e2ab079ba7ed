import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  heldActs,
  kindOfSkill,
  type OrderKind,
  orderActs,
  type SpendText,
  togetherActs,
} from '../../../src/contract/spend-acts.ts'
import { approvalDecision } from '../../../src/domain/request/questions.ts'
import { choiceIds, maySpend } from '../../../src/domain/request/receipt.ts'
import { decisionOf } from '../../../src/domain/request/transitions.ts'
import { readWords } from '../../../src/main/consent/price-words.ts'
import { creditWords, figure } from '../../../src/renderer/format/format.ts'
import { languageTags } from '../../../src/renderer/format/languages.ts'
import { setLanguage, t } from '../../../src/renderer/format/messages.ts'
import { knownSkills, skillLabels } from '../../../src/renderer/format/skill-names.ts'
import { choiceAct, spendAct } from '../../../src/renderer/format/spend-act.ts'

afterAll(() => setLanguage('en'))

const act = (text: SpendText, count: number): string => {
  const name = /\{(\w+)/.exec(text)?.[1]
  return spendAct(text, name === undefined ? {} : { [name]: count })
}

/** What the window's buttons for an order of so many say before the price, by its kind. */
const actsOfOrder = (count: number): [words: string, kind: OrderKind][] => [
  ...(Object.keys(orderActs) as OrderKind[]).flatMap((kind) =>
    [...orderActs[kind][count === 1 ? 'one' : 'several'], ...orderActs[kind].any].map((text): [string, OrderKind] => [
      act(text, count),
      kind,
    ]),
  ),
  ...[...knownSkills, 'a-new-one']
    .filter((skill) => count === 1 || skill !== 'brand-poster')
    .map((skill): [string, OrderKind] => [skillLabels(skill).act(count), kindOfSkill(skill)]),
]

const priceWords = (sum: number): [words: string, isPractice: boolean][] => [
  [t('{credits} cr', { credits: figure(sum) }), false],
  [t('max {credits} cr', { credits: figure(sum) }), false],
  [t('{credits} (practice)', { credits: creditWords(sum) }), true],
]

/** All that may stand on a button, with what it stands for. */
function* buttons(count: number, sum: number) {
  for (const [price, isPractice] of priceWords(sum)) {
    for (const [words, kind] of actsOfOrder(count))
      yield { words: `${words} ${price}`, bought: { choice: null, kinds: [kind], count, sum }, isPractice }
    for (const [choice, text] of Object.entries(togetherActs))
      if (count > 1)
        yield { words: `${act(text, count)} ${price}`, bought: { choice, kinds: [], count, sum }, isPractice }
    for (const choice of choiceIds.filter(maySpend))
      for (const decision of [decisionOf('other', '', [choice], sum), approvalDecision(sum, '')])
        for (const { label } of decision.choices.filter(({ id }) => id === choice))
          yield { words: `${choiceAct(label)} ${price}`, bought: { choice, kinds: [], count: 1, sum }, isPractice }
  }
}

const counts = [1, 2, 3, 20, 1234]
const sums = [0, 1, 2, 0.5, 12, 999, 1018.5, 1_234_567, 0.000001]

describe.each(languageTags)('what the app’s own buttons say in “%s”', (language) => {
  beforeEach(() => setLanguage(language))

  it('is read whole, with its price, in each form and of each engine’s choice (W1, W2)', () => {
    let looked = 0
    for (const count of counts)
      for (const sum of sums)
        for (const { words, bought, isPractice } of buttons(count, sum)) {
          expect(readWords(words, bought), words).toEqual({ isPractice })
          looked += 1
        }
    expect(looked).toBeGreaterThan(500)
  })

  it('is read of no other number, choice or sum (W1, W2)', () => {
    for (const { words, bought } of buttons(3, 6)) {
      for (const other of [{ count: 2 }, { count: 33 }, { sum: 5 }, { sum: 60 }, { sum: null }, { choice: 'leave' }])
        expect(readWords(words, { ...bought, ...other }), words).toBeNull()
    }
  })

  it('is not read with a sign more, less or moved: other words, another figure, one that turns the direction (W1, W2)', () => {
    const all = [...buttons(1, 16), ...buttons(21, 1018.5)]
    const signs = ['\u061c', '\u200b', '\u200e', '\u200f', '\u00ad', ' ', '.', ',', '1', '0', 'a', '٣', '\n', '\u0301']
    const bidi = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.nat(), fc.constantFrom('', ...signs, ...bidi), (one, at, sign) => {
        const { words, bought } = one
        const place = at % words.length
        const changed = [
          words.slice(0, place) + sign + words.slice(place),
          words.slice(0, place) + sign + words.slice(place + 1),
          words.slice(0, place) + sign,
          sign + words.slice(place),
          words.slice(place) + words.slice(0, place),
        ]
        const known = new Set(all.filter((other) => isSame(other.bought, bought)).map((other) => other.words))
        for (const other of changed) if (!known.has(other)) expect(readWords(other, bought), other).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it('is no price where none stands, and one that is not known is told from one that is (W1)', () => {
    const bought = { choice: null, kinds: ['product-detail'] as const, count: 3 }
    for (const price of [t('unavailable'), '–'])
      for (const sum of [null, 0, 6])
        expect(readWords(`${act('Make {requests} sets', 3)} ${price}`, { ...bought, sum })).toBeNull()
    const unknown = `${act('Make {requests} sets', 3)} ${t('price unknown')}`
    expect(readWords(unknown, { ...bought, sum: null })).toEqual({ isPractice: false })
    expect(readWords(unknown, { ...bought, sum: 0 })).toBeNull()
  })

  it('is no words of a button that cannot be pressed (W1)', () => {
    for (const text of heldActs)
      for (const count of [0, 1, 2])
        for (const [price] of priceWords(6))
          expect(
            readWords(`${act(text, count)} ${price}`, {
              choice: null,
              kinds: Object.keys(orderActs) as OrderKind[],
              count,
              sum: 6,
            }),
          ).toBeNull()
  })
})

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

it.each([
  ['words of a thing that is stopped', 'Cancel, and keep my 6 cr'],
  ['words of a thing that is free', 'Close 6 cr'],
  ['a second figure', 'Make 1 picture 3 cr 6 cr'],
  ['a second figure with its unit before', '3 cr Make 1 picture 6 cr'],
  ['a lower price that isolates put beside the unit', 'Make 1 picture \u20676 \u20663\u2069 cr\u2069'],
  ['a price in isolates', 'Make 1 picture \u20686\u2069 cr'],
  ['a word from right to left', 'Make 1 picture \u202e6 cr\u202c'],
  ['half of a trial language', '[\u202eṀááķéé\u202c 1 \u202eþîîçţûûŕéé\u202c] 6 cr'],
  ['a model’s name', 'Make 1 Flux picture 6 cr'],
  ['a file’s name', 'Send “cat.png” 6 cr'],
  ['an act of another order', 'Make 2 pictures 6 cr'],
  ['an act of another kind of order', 'Send 1 cutout 6 cr'],
  ['an act for one that is ordered anew', 'Reorder 6 cr'],
  ['an act for a request', 'Accept and send 6 cr'],
  ['figures of another script', 'Make 1 picture ６ cr'],
  ['a price without an act', '6 cr'],
  ['an act without a price', 'Make 1 picture'],
  ['nothing', ''],
  ['an act that the app does not have', 'Order it 6 cr'],
])('%s is not what the app says: “%s” (W1, W2)', (_what, words) => {
  const bought = { choice: null, kinds: ['generation'] as const, count: 1, sum: 6 }
  expect(readWords('Make 1 picture 6 cr', bought)).toEqual({ isPractice: false })
  expect(readWords(words, bought)).toBeNull()
})

it('only the one button carries what is approved, and its words come from where main knows them (W1, W2)', () => {
  const folder = join(import.meta.dirname, '../../../src/renderer')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const has = (text: string): string[] =>
    sources
      .filter((name) => readFileSync(join(folder, name), 'utf8').includes(text))
      .map((name) => name.replaceAll('\\', '/'))
  expect(has('data-approves')).toEqual(['components/spend-button.tsx'])
  // The type does the rest: a text that is not in the contract's list does not compile there.
  expect(has('as SpendAct')).toEqual(['format/spend-act.ts'])
})
