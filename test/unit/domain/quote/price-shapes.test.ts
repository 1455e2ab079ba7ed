import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { skillQuote } from '../../../../src/domain/quote/skill-quote.ts'
import { waysOf } from '../../../../src/domain/quote/ways.ts'
import { skillOf } from '../../../support/catalogue.ts'
import { t0 } from '../../../support/receipts.ts'

type Members = { [name: string]: Json }
type Values = Record<string, string>
type Prices = { fields: { name: string; values: string[] }[]; priceOf: (values: Values) => number }

const skillWith = (pricing: Json, fields: Prices['fields'], more: Members = {}) =>
  skillOf({
    pricing,
    materials: null,
    inputSchema: {
      type: 'object',
      properties: {
        note: { type: 'string' },
        ...Object.fromEntries(fields.map(({ name, values }) => [name, { type: 'string', enum: values }])),
        ...more,
      },
    },
  })

const read = (pricing: Json, { fields }: Prices, values: Values): number | string | null => {
  const { price, credits } = skillQuote(skillWith(pricing, fields), values, t0)
  return price === 'known' ? credits : price
}

const waysIn = ({ fields }: Prices): Values[] => waysOf(fields, 100)

/** A price for every way to set one, two or three fields; some values are offered by two fields. */
const prices: fc.Arbitrary<Prices> = fc
  .record({
    fields: fc.uniqueArray(fc.constantFrom('mode', 'quality', 'ratio'), { minLength: 1, maxLength: 3 }).chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .uniqueArray(fc.constantFrom(`${name}-a`, `${name}-b`, `${name}-c`, 'auto', 'high'), {
              minLength: 1,
              maxLength: 3,
            })
            .map((values) => ({ name, values })),
        ),
      ),
    ),
    table: fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 27, maxLength: 27 }),
  })
  .map(({ fields, table }) => {
    const ways = waysOf(fields, 100)
    const keyOf = (values: Values) => fields.map(({ name }) => values[name]).join()
    const byKey = new Map(ways.map((way, index) => [keyOf(way), (table[index] ?? 0) / 4]))
    return { fields, priceOf: (values) => byKey.get(keyOf(values)) ?? 0 }
  })

/** One way to write a table of prices. */
interface Writing {
  leaf: 'number' | string
  conditions: 'flat' | 'match' | 'when' | 'two' | 'lists'
  wrapped: string | null
  isShuffled: boolean
  label: string | null
}
const memberName = fc.constantFrom('credits', 'price', 'cost', 'amount', 'value', 'perImage', 'each')
const writing: fc.Arbitrary<Writing> = fc.record({
  leaf: fc.oneof(fc.constant('number'), memberName),
  conditions: fc.constantFrom('flat', 'match', 'when', 'two', 'lists'),
  wrapped: fc.option(fc.constantFrom('prices', 'rules', 'pricing', 'credits')),
  isShuffled: fc.boolean(),
  label: fc.option(fc.constantFrom('per image', 'credits', 'Standard price')),
})

const leafOf = ({ leaf }: Writing, credits: number): Json => (leaf === 'number' ? credits : { [leaf]: credits })
const finished = ({ wrapped }: Writing, table: Json): Json => (wrapped === null ? table : { [wrapped]: table })

function asTables(of: Prices, how: Writing, isNamed: boolean): Json {
  const from = (index: number, values: Values): Json => {
    const field = of.fields[index]
    if (!field) return leafOf(how, of.priceOf(values))
    const rows = field.values.map((value) => [value, from(index + 1, { ...values, [field.name]: value })] as const)
    const table = Object.fromEntries(how.isShuffled ? rows.toReversed() : rows)
    return isNamed ? { [field.name]: table } : table
  }
  return finished(how, from(0, {}))
}

function conditionsOf({ fields }: Prices, { conditions }: Writing, values: Values): Members {
  const [first, ...others] = Object.entries(values)
  switch (conditions) {
    case 'flat':
      return values
    case 'lists':
      return { match: Object.fromEntries(fields.map(({ name }) => [name, [values[name] ?? '']])) }
    case 'two':
      return others.length === 0
        ? { when: values }
        : { when: Object.fromEntries([first ?? ['', '']]), also: Object.fromEntries(others) }
    default:
      return { [conditions]: values }
  }
}

function asRows(of: Prices, how: Writing): Json {
  const rows = waysIn(of).map((values) => ({
    ...(how.label === null ? {} : { label: how.label }),
    ...conditionsOf(of, how, values),
    [how.leaf === 'number' ? 'credits' : how.leaf]: of.priceOf(values),
  }))
  return finished(how, how.isShuffled ? rows.toReversed() : rows)
}

/** By one field alone: a list of its values, each with its price. */
function asValues(of: Prices, how: Writing, isNamed: boolean): Json {
  const [field] = of.fields
  const rows = (field?.values ?? []).map((value) => ({
    id: value,
    credits: of.priceOf({ [field?.name ?? '']: value }),
  }))
  return finished(how, isNamed ? { [field?.name ?? '']: rows } : rows)
}

const anyWay = fc.nat()
const pick = (of: Prices, index: number): Values => {
  const ways = waysIn(of)
  return ways[index % ways.length] ?? {}
}
/** No two fields offer one value, so that a value alone says which field it is of. */
const isPlain = ({ fields }: Prices): boolean =>
  new Set(fields.flatMap(({ values }) => values)).size === fields.flatMap(({ values }) => values).length

describe('a price list in whatever shape (M12, O70)', () => {
  it('as rows with their conditions beside the price or under any member gives exactly the price', () => {
    fc.assert(
      fc.property(prices, writing, anyWay, (of, how, index) => {
        const values = pick(of, index)
        expect(read(asRows(of, how), of, values)).toBe(of.priceOf(values))
      }),
      { numRuns: 400 },
    )
  })

  it('as tables by field and value, or by value alone, gives exactly the price, or none where two fields share a value', () => {
    fc.assert(
      fc.property(prices, writing, anyWay, fc.boolean(), (of, how, index, isNamed) => {
        const values = pick(of, index)
        const found = read(asTables(of, how, isNamed), of, values)
        if (isNamed || isPlain(of)) expect(found).toBe(of.priceOf(values))
        else expect([of.priceOf(values), 'unknown']).toContain(found)
      }),
      { numRuns: 400 },
    )
  })

  it('as a list of values with their prices gives exactly the price of the one field', () => {
    fc.assert(
      fc.property(prices, writing, anyWay, fc.boolean(), (all, how, index, isNamed) => {
        const of = { ...all, fields: all.fields.slice(0, 1) }
        const values = pick(of, index)
        const single = { fields: of.fields, priceOf: (by: Values) => all.priceOf({ ...pick(all, 0), ...by }) }
        expect(read(asValues(single, how, isNamed), of, values)).toBe(single.priceOf(values))
      }),
      { numRuns: 200 },
    )
  })
})

/** Ways to write prices whose meaning a reader can only guess, with what they mean. */
const guessed = fc.record({
  base: fc.integer({ min: 1, max: 9 }),
  more: fc.integer({ min: 1, max: 9 }),
  how: fc.constantFrom(
    'base-and-table',
    'base-and-rows',
    'surcharge-rows',
    'default-first',
    'default-last',
    'default-member',
    'except',
    'operator',
    'expression',
    'composite-key',
    'composite-rows',
    'nested-condition',
    'minimum',
    'one-row',
    'named-row',
  ),
  isHigh: fc.boolean(),
})

interface Guessed {
  base: number
  more: number
  how: string
  isHigh: boolean
}

/** @returns the table, and what the service that wrote it would charge */
function writtenOddly({ base, more, how, isHigh }: Guessed): { pricing: Json; charge: number } {
  const match = { quality: 'high' }
  const raised = isHigh ? more : base
  const added = isHigh ? base + more : base
  switch (how) {
    case 'base-and-table':
      return { pricing: { credits: base, quality: { low: 0, high: more } }, charge: added }
    case 'base-and-rows':
      return { pricing: { base, extra: [{ match, credits: more }] }, charge: added }
    case 'surcharge-rows':
      return { pricing: [{ credits: base }, { match, credits: more }], charge: added }
    case 'default-first':
      return {
        pricing: [
          { match: {}, credits: base },
          { match, credits: more },
        ],
        charge: raised,
      }
    case 'default-last':
      return { pricing: [{ match, credits: more }, { credits: base }], charge: raised }
    case 'default-member':
      return { pricing: { default: base, overrides: [{ match, credits: more }] }, charge: raised }
    case 'except':
      return {
        pricing: [
          { except: { quality: 'high' }, credits: base },
          { match, credits: more },
        ],
        charge: raised,
      }
    case 'operator':
      return {
        pricing: [
          { field: 'quality', is: '!=', value: 'high', credits: base },
          { field: 'quality', is: '=', value: 'high', credits: more },
        ],
        charge: raised,
      }
    case 'expression':
      return { pricing: { credits: base, unless: { quality: { in: ['high'] } } }, charge: raised }
    case 'composite-key':
      return { pricing: { 'quality=high': more }, charge: raised }
    case 'composite-rows':
      return { pricing: [{ when: 'quality == "high"', credits: more }], charge: raised }
    case 'nested-condition':
      return { pricing: { match: { quality: { oneOf: ['high'] } }, credits: more }, charge: raised }
    case 'minimum':
      return { pricing: { credits: base, minimum: base + more }, charge: base + more }
    case 'one-row':
      return { pricing: { match, credits: more }, charge: raised }
    default:
      return { pricing: [{ id: 'high', credits: more }], charge: raised }
  }
}

const low = { fields: [{ name: 'quality', values: ['low', 'high'] }], priceOf: () => 0 }

/** What a service may say beside a price that changes what it means, and what it may say that does not. */
const changing = fc.oneof(
  fc.constantFrom<[string, Json]>(
    ['available', false],
    ['active', true],
    ['effectiveFrom', '2027-01-01'],
    ['until', 'noon'],
    ['per', 'second'],
    ['per', '100 images'],
    ['unit', 'megapixel'],
    ['currency', 'USD'],
    ['label', 'from 5 credits'],
    ['label', 'per second'],
    ['note', 'plus a fee'],
    ['schedule', { from: 'noon' }],
    ['regions', ['eu']],
    ['description', 'Ask at the desk'],
  ),
  fc.tuple(
    fc.string({ minLength: 1 }).map((text) => `${text}-x`),
    fc.oneof(fc.boolean(), fc.constantFrom<Json>('2027', 'later', 'zzz', ['a'], { a: 'b' }, { b: true })),
  ),
)
const harmless = fc.constantFrom<[string, Json]>(
  ['currency', 'credits'],
  ['unit', 'image'],
  ['per', 'image'],
  ['remark', 'each'],
  ['label', 'AI background'],
  ['name', 'Standard'],
  ['tags', []],
  ['extra', {}],
)

/** The same list with one member more in one of its objects that hold a price, or in the object around them all. */
function withBeside(table: Json, [key, said]: [string, Json], isOuter: boolean): Json {
  if (Array.isArray(table)) return table.map((row) => withBeside(row, [key, said], isOuter))
  if (typeof table !== 'object' || table === null) return table
  const isLeaf = Object.values(table).some((member) => typeof member === 'number')
  if (isLeaf || isOuter) return { ...table, [key]: said }
  return Object.fromEntries(Object.entries(table).map(([name, one]) => [name, withBeside(one, [key, said], false)]))
}

describe('what stands beside a price (M12, O71)', () => {
  it('and is not understood leaves no price that is known, in rows and in tables', () => {
    fc.assert(
      fc.property(prices, writing, anyWay, changing, fc.boolean(), (of, how, index, beside, isOuter) => {
        const values = pick(of, index)
        for (const table of [asRows(of, { ...how, wrapped: null }), asTables(of, how, true)])
          if (typeof table === 'object')
            expect(read(withBeside(table, beside, isOuter), of, values), JSON.stringify(beside)).toBe('unknown')
      }),
      { numRuns: 600 },
    )
  })

  it('and says nothing more than its name, or that it is for a picture in credits, changes no price', () => {
    fc.assert(
      fc.property(prices, writing, anyWay, harmless, fc.boolean(), (of, how, index, beside, isOuter) => {
        const values = pick(of, index)
        const table = asRows(of, { ...how, label: null, wrapped: null })
        expect(read(withBeside(table, beside, isOuter), of, values), JSON.stringify(beside)).toBe(of.priceOf(values))
      }),
      { numRuns: 400 },
    )
  })

  it.each<[string, Json]>([
    ['that it is not to be had', { credits: 5, available: false }],
    ['from when it holds', { credits: 5, effectiveFrom: '2027-01-01' }],
    ['that it is for each second', { credits: 5, per: 'second' }],
    ['so by its own name', { creditsPerSecond: 5 }],
    ['that it is the least', { from: 5 }],
    ['so beside the values', { low: 5, high: 9, available: false }],
    ['something that may be added', { low: 5, high: 9, fee: 1 }],
    ['so among the values of a field', { quality: { low: 5, high: 9, effectiveFrom: 'noon' } }],
    ['something that may be added, among the values of a field', { quality: { low: 5, high: 9, fee: 1 } }],
    ['so beside a table', { quality: { low: 5, high: 9 }, schedule: { from: 'noon' } }],
    ['so beside a row', [{ quality: 'low', credits: 5, available: false }]],
  ])('such as %s makes it no plain figure', (_, pricing) => {
    expect(read(pricing, low, { quality: 'low' })).toBe('unknown')
  })

  it('such as a value for all others, or another value’s words, takes nothing from the price of this one', () => {
    const lists: Json[] = [
      { quality: { low: 5, default: 9 } },
      { quality: { low: 5, high: 'ask us' } },
      { low: 5, high: 'ask us' },
      { low: 5, other: 9 },
      [
        { quality: 'low', credits: 5 },
        { quality: 'high', credits: 9, available: false },
      ],
    ]
    for (const pricing of lists) expect(read(pricing, low, { quality: 'low' }), JSON.stringify(pricing)).toBe(5)
    expect(read({ credits: null, remark: 'soon' }, low, { quality: 'low' })).toBe('unavailable')
  })
})

describe('a price list that can be read two ways (M12, O71)', () => {
  it('gives what is charged or no price, never another number', () => {
    fc.assert(
      fc.property(guessed, (odd) => {
        const { pricing, charge } = writtenOddly(odd)
        const found = read(pricing, low, { quality: odd.isHigh ? 'high' : 'low' })
        expect(typeof found === 'number' ? found : charge).toBe(charge)
      }),
      { numRuns: 600 },
    )
  })

  it.each<[string, Json]>([
    ['below nothing', -50],
    ['beyond all sense', 1e308],
    ['beyond all sense, and an integer', 1e12],
    ['that would be rounded to nothing', 1e-9],
    ['in words', '5'],
    ['as yes', true],
    ['as a list', [5]],
  ])('or whose figure is %s has no price that is known, in any place (M11)', (_, figure) => {
    const shapes: Json[] = [
      figure,
      { credits: figure },
      { quality: { low: figure } },
      [{ match: { quality: 'low' }, credits: figure }],
      { quality: [{ value: 'low', credits: figure }] },
    ]
    for (const pricing of shapes) expect(['unknown', 'unavailable']).toContain(read(pricing, low, { quality: 'low' }))
  })

  it.each<[string, Json, string | number]>([
    [
      'a condition on a field that nobody set, which the service may fill in',
      [
        { match: { quality: 'low' }, credits: 3 },
        { match: { mode: 'smart' }, credits: 5 },
      ],
      'unknown',
    ],
    ['a value that the field does not offer', [{ match: { mode: '*' }, credits: 3 }], 'unknown'],
    ['rows for other choices only', [{ match: { mode: 'white' }, credits: 3 }], 'unknown'],
    [
      'a row of its own beside rows of others',
      [
        { if: { mode: 'white' }, cost: 3 },
        { if: { mode: 'smart' }, cost: 5 },
      ],
      5,
    ],
    [
      'several values of one field',
      [
        { conditions: { mode: ['smart', 'custom'] }, credits: 5 },
        { conditions: { mode: ['white'] }, credits: 3 },
      ],
      5,
    ],
    ['rows that are null', [null, { match: { mode: 'smart' }, credits: 5 }], 'unknown'],
    ['a null price under its conditions', [{ match: { mode: 'smart' }, credits: null }], 'unavailable'],
    ['words beside it', { currency: 'credits', unit: 'image', credits: 5 }, 5],
    ['words that name a choice beside it', { note: 'custom costs 9', credits: 5 }, 'unknown'],
    ['limits beside it', { credits: 5, limits: { images: 6 } }, 'unknown'],
    ['a hundred levels', Array.from({ length: 100 }).reduce<Json>((inner) => ({ a: inner }), 5), 'unknown'],
  ])('such as %s is read as a careful person would', (_, pricing, expected) => {
    const fields = [
      { name: 'mode', values: ['white', 'smart', 'custom'] },
      { name: 'quality', values: ['low', 'high'] },
    ]
    expect(read(pricing, { fields, priceOf: () => 0 }, { mode: 'smart' })).toBe(expected)
  })
})
