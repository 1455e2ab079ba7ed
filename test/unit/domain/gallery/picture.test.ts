import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosenPrompt, promptParts } from '../../../../src/domain/gallery/parts.ts'
import { galleryPicture, searchWords } from '../../../../src/domain/gallery/picture.ts'
import { type Json, json } from '../../../../src/domain/json.ts'

const anyJson = fc.jsonValue().map((value) => json.parse(value))

const documented: { [key: string]: Json } = {
  id: 'g',
  text: 'Dunes under a white noon',
  prompt_ready: true,
  prompt_segments: [{ label: 'Subject', text: 'Dunes' }, { text: 'under a white noon' }],
  media_urls: ['https://m.example/1.jpg', 'https://m.example/2.jpg', 'https://m.example/1.jpg'],
  thumbnail_url: 'https://m.example/1.jpg',
  image_width: 1200,
  image_height: null,
  model: 'A family',
  sref: '284',
  created_at: '2026-10-02T17:40:00.000Z',
  likes: 1,
  views: 0,
  retweets: 3,
  author_username: 'ada',
  author_display_name: 'Ada',
  author_avatar_url: 'https://m.example/a.jpg',
}

describe('a curated picture', () => {
  it('is read whole (§2.6, O75, O76)', () => {
    expect(galleryPicture('g', { ...documented, season: 'autumn', extra: [1] })).toEqual({
      id: 'g',
      prompt: 'Dunes under a white noon',
      isReady: true,
      parts: [
        { label: 'Subject', text: 'Dunes' },
        { label: '', text: 'under a white noon' },
      ],
      media: ['https://m.example/1.jpg', 'https://m.example/2.jpg'],
      width: 1200,
      height: null,
      label: 'A family',
      sref: '284',
      createdAt: '2026-10-02T17:40:00.000Z',
      likes: 1,
      views: 0,
      retweets: 3,
      author: { username: 'ada', name: 'Ada', avatar: 'https://m.example/a.jpg' },
      others: [
        { name: 'season', value: 'autumn' },
        { name: 'extra', value: [1] },
      ],
    })
  })

  it('has a prompt to use only where the service says so and there is one', () => {
    const ready = (fields: { [key: string]: Json }): boolean => galleryPicture('g', fields).isReady
    expect(ready({ text: 'a', prompt_ready: true })).toBe(true)
    expect(ready({ text: '', prompt_ready: true, prompt_segments: ['a'] })).toBe(true)
    for (const prompt_ready of [false, null, 'true', 1]) expect(ready({ text: 'a', prompt_ready })).toBe(false)
    expect(ready({ text: ' ', prompt_ready: true })).toBe(false)
    expect(ready({ text: 'a' })).toBe(false)
  })

  it('falls back on the small picture where no other is named', () => {
    expect(galleryPicture('g', { media_urls: [], thumbnail_url: 'https://m.example/t' }).media).toEqual([
      'https://m.example/t',
    ])
  })

  it('is read from any JSON, and no field that is not known is dropped', () => {
    const names = fc.oneof(fc.constantFrom(...Object.keys(documented), '__proto__', 'toString'), fc.string())
    fc.assert(
      fc.property(fc.array(fc.tuple(names, anyJson)), (fields) => {
        const data: { [key: string]: Json } = Object.fromEntries(fields)
        const picture = galleryPicture('mine', data)
        expect(picture.id).toBe('mine')
        expect(picture.others.map(({ name }) => name)).toEqual(
          Object.keys(data).filter((name) => !Object.hasOwn(documented, name)),
        )
        if (picture.isReady) expect(chosenPrompt(picture.prompt, picture.parts, allOf(picture.parts))).not.toBe('')
        expect(searchWords(picture)).toContain('mine')
      }),
    )
  })
})

const allOf = (parts: readonly unknown[]): Set<number> => new Set(parts.keys())

describe('the parts of a prompt', () => {
  it('are those of a prompt that is a JSON object, where none are listed', () => {
    expect(promptParts(null, '{"subject":"fox","lens":50,"colours":["red"],"none":null}')).toEqual([
      { label: 'subject', text: 'fox' },
      { label: 'lens', text: '50' },
      { label: 'colours', text: '["red"]' },
    ])
    expect(promptParts([], 'a {fox|dog}')).toEqual([])
    expect(promptParts(null, '{not json')).toEqual([])
  })

  it('are those of a prompt that is a JSON list, too', () => {
    expect(promptParts(null, ' [{"label":"Subject","text":"fox"},"low sun",{"Lens":"50 mm"},null]')).toEqual([
      { label: 'Subject', text: 'fox' },
      { label: '', text: 'low sun' },
      { label: 'Lens', text: '50 mm' },
    ])
    for (const plain of ['[]', '[cinematic] a fox', '"a"', '7', 'null']) expect(promptParts(null, plain)).toEqual([])
  })

  it('are found in several shapes, since none is shown', () => {
    expect(promptParts(['low sun', { Light: 'low' }, { name: 'Lens', prompt: '50 mm' }, null, {}], '')).toEqual([
      { label: '', text: 'low sun' },
      { label: 'Light', text: 'low' },
      { label: 'Lens', text: '50 mm' },
    ])
  })

  it('give the prompt as it stands when all are chosen, else themselves in their order', () => {
    const parts = promptParts([{ text: 'a' }, { text: 'b' }, { text: 'c' }], '')
    expect(chosenPrompt('a; b; c', parts, allOf(parts))).toBe('a; b; c')
    expect(chosenPrompt('a; b; c', parts, new Set([2, 0]))).toBe('a, c')
    expect(chosenPrompt('a; b; c', parts, new Set())).toBe('')
    expect(chosenPrompt('', parts, allOf(parts))).toBe('a, b, c')
  })
})
