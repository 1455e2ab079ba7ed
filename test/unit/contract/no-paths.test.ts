import { expect, it } from 'vitest'
import type { z } from 'zod'
import { calls } from '../../../src/contract/ipc.ts'

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  items?: readonly z.ZodType[]
  options?: readonly z.ZodType[]
  keyType?: z.ZodType
  valueType?: z.ZodType
}

const paths = ['/etc/passwd', 'C:\\Windows\\win.ini', '\\\\host\\share\\a.png', '../a.png']
const lone = new Set(['string', 'lazy', 'any', 'unknown', 'custom', 'pipe', 'transform'])

/** Places of a message where one of these texts could stand, as `call.field.field`. */
function placesOf(schema: z.ZodType, place: string): string[] {
  const {
    type,
    shape = {},
    innerType,
    element,
    items = [],
    options = [],
    keyType,
    valueType,
  } = schema._zod.def as unknown as Definition // What of zod's schemas is read here, of all their kinds.
  if (lone.has(type))
    return paths.some((path) => [path, { a: path }].some((one) => schema.safeParse(one).success)) ? [place] : []
  const parts = [innerType, element, ...items, ...options, keyType, valueType].filter((part) => part !== undefined)
  return [
    ...Object.entries(shape).flatMap(([name, part]) => placesOf(part, `${place}.${name}`)),
    ...parts.flatMap((part) => placesOf(part, place)),
  ]
}

/** Fields that take any text: what they are, wherever they stand. None leads to a file (test/unit/main/paths-from-the-page.test.ts). */
const words = {
  'written by a person': [
    'addTag',
    'field',
    'label',
    'name',
    'project',
    'prompt',
    'removeTag',
    'search',
    'tag',
    'template',
    'text',
    'typed',
    'when',
  ],
  'chosen from what the service lists': [
    'aspectRatio',
    'choice',
    'model',
    'modelId',
    'quality',
    'referenceType',
    'resolution',
    'skill',
    'tier',
  ],
  'sent to the service as it is': ['niji7Options', 'referenceVideo', 'values'],
  'a number of something here': ['before', 'form', 'id', 'ids', 'list', 'order', 'quoteId', 'undo'],
  'an address, or a secret for one': ['address', 'host', 'key', 'proxy', 'service', 'session'],
  'kept, and never read as anything': ['base64', 'value'],
}

it('no call takes a path: where any text may stand it is words, and never the name of a file (W2)', () => {
  const found = Object.entries(calls).flatMap(([name, { input }]) => placesOf(input, name))
  const names = new Set(found.map((place) => place.slice(place.lastIndexOf('.') + 1)))
  expect([...names].sort()).toEqual(Object.values(words).flat().sort())
})

it('a copy beside its source goes by the handle of that picture: the page names no folder for it (W2)', () => {
  const order = { skill: 'cut', files: [`f_${'a'.repeat(22)}`] }
  const to = (named: object) =>
    calls['quote.skill'].input.safeParse({ ...order, alsoTo: { to: named, template: '{n}' } })
  expect(to({ kind: 'beside', folder: '/etc' }).data?.alsoTo?.to).toEqual({ kind: 'beside' })
  for (const folder of ['/etc', `f_${'a'.repeat(22)}`, '']) expect(to({ kind: 'folder', folder }).success).toBe(false)
})
