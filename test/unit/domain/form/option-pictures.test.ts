import { describe, expect, it } from 'vitest'
import { pictureOf } from '../../../../src/domain/form/option-pictures.ts'
import { skillFields } from '../../../../src/domain/form/skill-fields.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { skillOf } from '../../../support/catalogue.ts'

const address = 'https://media.test/swiss.jpg'
const other = 'https://media.test/riso.jpg'

describe('the picture of a choice', () => {
  it.each<[string, Json]>([
    ['keyed by the value', { enum: ['swiss'], samples: { swiss: address, riso: other } }],
    ['keyed by the value, in an object', { pictures: { riso: { url: other }, swiss: { size: 3, url: address } } }],
    [
      'beside the value',
      {
        oneOf: [
          { const: 'riso', image: other },
          { const: 'swiss', title: 'Swiss', image: address },
        ],
      },
    ],
    ['in a list somewhere', [{ field: 'styleId', list: [{ id: 'swiss', thumbnail: address }] }]],
  ])('is found %s', (_, place) => {
    expect(pictureOf('swiss', null, place)).toBe(address)
  })

  it.each<[string, Json]>([
    ['words', { swiss: 'clean and calm' }],
    ['no picture of its own', { riso: other }],
    ['the default of the field', { default: 'swiss', enum: ['swiss', 'riso'] }],
    ['something too deep to be one', [[[[[[[[{ swiss: address }]]]]]]]]],
  ])('is none where there is only %s', (_, place) => {
    expect(pictureOf('swiss', place)).toBeNull()
  })

  it('comes to the window only as the app shows it, never by its own address', () => {
    const styleId: Json = { enum: ['swiss', 'riso'], samples: { swiss: address } }
    const skill = skillOf({ materials: null, inputSchema: { properties: { styleId } } })
    const pictures = (show?: (found: string) => string | null) =>
      skillFields(skill, (text) => text, show).flatMap((field) =>
        field.kind === 'choice' ? field.options.map(({ picture }) => picture) : [],
      )
    expect(pictures()).toEqual([null, null])
    expect(pictures((found) => `printroom://${found.length}`)).toEqual([`printroom://${address.length}`, null])
  })
})
