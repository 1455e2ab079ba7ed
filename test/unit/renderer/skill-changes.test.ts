import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { changesSince } from '../../../src/renderer/forms/skill-changes.ts'
import { draftOf, readDraft, seenOf } from '../../../src/renderer/forms/skill-draft.ts'
import { file } from './requests.ts'
import { background, skillView } from './skills.ts'

const table = (white: number | null, fast: number, hd: number): Json => ({
  mode: { white, smart: { quality: { fast, hd } }, custom: { quality: { fast, hd } } },
})
const seen = (properties: { [name: string]: Json } = background, pricing: Json = table(3, 4, 8)) =>
  seenOf(skillView(properties, ['productImage'], pricing))

describe('what changed since a form was touched', () => {
  it('is nothing where all is as it was', () => {
    expect(changesSince(seen(), seen(), { mode: 'white' })).toEqual([])
  })

  it('is the price of what is set first, and how many others (O70)', () => {
    expect(changesSince(seen(), seen(background, table(3, 5, 9)), { mode: 'custom' })).toEqual([
      'Custom, Fast is now 5 credits (was 4).',
      '3 other prices changed too.',
    ])
  })

  it('says a price that is gone as gone, never as nothing (O71)', () => {
    expect(changesSince(seen(), seen(background, table(null, 4, 8)), { mode: 'white', quality: 'hd' })).toEqual([
      'White, HD has no price now (was 3).',
      'One other price changed too.',
    ])
  })

  it('names fields that came, fields that went with what was set, and choices that are no more', () => {
    const { ratio: _, ...others } = background
    const now = seen(
      { ...others, mode: { type: 'string', enum: ['smart'] }, shadow: { type: 'boolean', title: 'Shadow' } },
      5,
    )
    const changes = changesSince(seen(background, 5), now, { ratio: '4:5', mode: 'white' })
    expect(changes).toContain('New on the form: “Shadow”.')
    expect(changes).toContain('No longer on the form: “Ratio”. Your values are kept but not sent.')
    expect(changes).toContain('“Mode” no longer offers White.')
    expect(changesSince(seen(background, 5), now, {})).toEqual(['New on the form: “Shadow”.'])
  })
})

describe('a form on the disk', () => {
  it('comes back as it was written, with the catalogue it was written under', () => {
    const form = {
      values: { mode: 'white' },
      files: [file('a.jpg')],
      pictures: { logo: [file('logo.png')] },
      reencode: ['f_a.jpg'],
      clearedAt: '2026-11-20T14:00:00.000Z',
    }
    expect(readDraft(JSON.parse(JSON.stringify(draftOf(form, seen()))))).toEqual({
      ...form,
      files: [{ file: 'f_a.jpg', name: 'a.jpg' }],
      pictures: { logo: [{ file: 'f_logo.png', name: 'logo.png' }] },
      seen: seen(),
    })
  })

  it('of an earlier version keeps what it has', () => {
    expect(readDraft({ files: ['f_a'], clearedAt: null })).toEqual({
      values: {},
      files: [{ file: 'f_a', name: 'a picture' }],
      pictures: {},
      reencode: [],
      clearedAt: null,
      seen: null,
    })
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a word', 'x'],
    [
      'wrong members',
      { values: [], files: [1, {}, { file: 'f_a' }], pictures: 3, reencode: null, clearedAt: 4, seen: { fields: 1 } },
    ],
  ])('that holds %s is an empty form', (_, draft) => {
    expect(readDraft(draft)).toEqual({ values: {}, files: [], pictures: {}, reencode: [], clearedAt: null, seen: null })
  })
})
