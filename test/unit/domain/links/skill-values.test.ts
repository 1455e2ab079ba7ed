import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SkillField } from '../../../../src/domain/form/skill-fields.ts'
import { linkedValues } from '../../../../src/domain/links/skill-values.ts'

const common = { required: false, description: null, group: 'main' } as unknown as Pick<
  SkillField,
  'required' | 'description' | 'group'
>
const option = (value: string | number) => ({ value, label: String(value), hint: null, picture: null })
const fields: SkillField[] = [
  { ...common, name: 'imageUrl', label: 'Picture', kind: 'picture', most: 1, makesRequests: true },
  { ...common, name: 'allowDownscale', label: 'Make it smaller', kind: 'consent' },
  {
    ...common,
    name: 'mode',
    label: 'Mode',
    kind: 'choice',
    options: [option('white'), option(2)],
    start: null,
    isRatio: false,
  },
  {
    ...common,
    name: 'modules',
    label: 'Modules',
    kind: 'several',
    options: [option('hero'), option('detail'), option('scene')],
    start: [],
    most: 2,
    countedWith: null,
  },
  { ...common, name: 'brand', label: 'Brand', kind: 'text', least: 1, most: 5, isLong: false },
  { ...common, name: 'hd', label: 'HD', kind: 'switch', start: false },
  { ...common, name: 'scale', label: 'Scale', kind: 'number', least: 1, most: 4, isWhole: true, start: null },
  { ...common, name: 'own', label: 'Own', kind: 'entries', most: 2, members: [] },
  { ...common, name: 'odd', label: 'Odd', kind: 'other' },
]
const read = (field: string, value: string) => linkedValues(fields, [{ field, value }])

describe('the words of a link for a Skill', () => {
  it.each([
    ['mode', 'white', 'white'],
    ['mode', '2', 2],
    ['modules', 'scene,hero', ['hero', 'scene']],
    ['brand', 'Naïve', 'Naïve'],
    ['hd', 'true', true],
    ['hd', 'false', false],
    ['scale', '4', 4],
  ])('%s=%s is %j', (field, value, found) => {
    expect(read(field, value)).toEqual({ values: { [field]: found }, left: [] })
  })

  it.each([
    ['imageUrl', 'file:///etc/passwd', 'picture'],
    ['imageUrl', 'https://a.example/x.png', 'picture'],
    ['allowDownscale', 'true', 'consent'],
    ['own', '[]', 'shape'],
    ['odd', '1', 'shape'],
    ['requestId', 'x', 'unknown'],
    ['confirmedCredits', '1', 'unknown'],
    ['__proto__', '1', 'unknown'],
    ['mode', 'black', 'value'],
    ['modules', 'hero,other', 'value'],
    ['modules', 'hero,detail,scene', 'value'],
    ['brand', 'longer', 'value'],
    ['hd', 'yes', 'value'],
    ['scale', '5', 'value'],
    ['scale', '1.5', 'value'],
    ['scale', '0x2', 'value'],
    ['scale', 'Infinity', 'value'],
  ])('%s=%s is left out: %s', (field, value, why) => {
    expect(read(field, value)).toMatchObject({ values: {}, left: [{ why }] })
  })

  it('name no picture, agree to nothing and fill only fields that the form draws, whatever they are (O92, O109)', () => {
    const name = fc.oneof(fc.constantFrom(...fields.map(({ name }) => name)), fc.string({ maxLength: 12 }))
    const value = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('true', 'white', 'hero', '2', '/etc/passwd'))
    fc.assert(
      fc.property(fc.array(fc.record({ field: name, value }), { maxLength: 12 }), (asked) => {
        const { values, left } = linkedValues(fields, asked)
        for (const [found] of Object.entries(values))
          expect(['mode', 'modules', 'brand', 'hd', 'scale']).toContain(found)
        for (const { field } of asked)
          expect(
            field in values ||
              left.some(
                (one) => one.field === field || fields.some(({ name, label }) => name === field && label === one.field),
              ),
          ).toBe(true)
      }),
    )
  })
})
