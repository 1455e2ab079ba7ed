import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLocalFile, isNamedForPicture } from '../../../../src/domain/form/local-file.ts'
import { checkSkill } from '../../../../src/domain/form/skill-form.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { skillOf } from '../../../support/catalogue.ts'

const ending = fc.constantFrom(
  'jpg',
  'JPEG',
  'jpe',
  'jfif',
  'png',
  'webp',
  'gif',
  'avif',
  'heic',
  'tif',
  'bmp',
  'svg',
  'jxl',
)
const word = fc.stringMatching(/^[a-zäöüß\d_-]{1,8}$/)
const name = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), ending)
  .map(([words, end]) => `${words.join(' ')}.${end}`)
const below = fc
  .tuple(fc.array(word, { maxLength: 3 }), fc.constantFrom('/', '\\'), name)
  .map(([folders, slash, file]) => [...folders, file].join(slash))
const root = fc.constantFrom(
  ...[
    '/',
    '/home/me/',
    '~/',
    '~me/',
    './',
    '../',
    '../../',
    'C:\\',
    'c:/',
    '\\\\host\\share\\',
    '$HOME/',
    '\x24{HOME}/',
  ],
  ...['%USERPROFILE%\\', 'file:', 'file:/', 'FILE:///', 'file://host/', 'file:\\'],
)
const behind = fc.constantFrom('', '?1', '#1', '?w=1#a', '  ', '\n')
const around = fc.constantFrom(
  (path: string) => path,
  (path: string) => `"${path}"`,
  (path: string) => `'${path}'`,
  (path: string) => `“${path}”`,
  (path: string) => ` @${path} `,
  (path: string) => `@"${path}"`,
)
const inside = fc.constantFrom<(path: string) => Json>(
  (path) => path,
  (path) => [path],
  (path) => ({ style: path }),
  (path) => [{ a: 'b', parts: [{ any: path }] }],
)

describe('a value that is, as a whole, the path of a picture', () => {
  it('is known in whatever spelling, beside or in whatever else (O94)', () => {
    fc.assert(
      fc.property(root, below, behind, around, inside, (from, path, more, put, within) => {
        // Of `file:` without a slash no blank follows.
        fc.pre(from !== 'file:' || !/\s/.test(path))
        expect(isLocalFile(within(put(`${from}${path}${more.trim()}`)))).toBe(true)
      }),
    )
  })

  it.each(['C:a.jpg', 'file:a.jpg', 'FILE:///home/me/a', './a #1.jpg', '/home/me/a.jpe', '/a.svg', './a.jfif'])(
    'is known as %s (O94)',
    (path) => expect(isLocalFile(path)).toBe(true),
  )

  it('is a bare name too, and one with any end, where an address belongs, and there alone (O94)', () => {
    fc.assert(
      fc.property(below, around, behind, (path, put, more) => {
        fc.pre(/^(?![a-z]:)/i.test(path))
        expect(isLocalFile(put(path + more.trim()), true)).toBe(true)
        expect(isLocalFile({ image_url: [put(path)] })).toBe(true)
        expect(isLocalFile(put(path))).toBe(false)
        expect(isLocalFile({ caption: put(path) })).toBe(false)
      }),
    )
    expect(isLocalFile('/home/me/a', true)).toBe(true)
    expect(isLocalFile('/home/me/a')).toBe(false)
  })
})

describe('what a person writes', () => {
  it('is no path where it speaks of files among words (O94)', () => {
    const said = fc.constantFrom(
      'a fox',
      'like',
      'in the style of',
      'as in',
      'file: notes on',
      '50/50, see',
      'A:',
      '$5 a piece,',
      'no.',
    )
    fc.assert(
      fc.property(
        said,
        below,
        fc.constantFrom('', ' at dusk', ', softer', '.'),
        inside,
        (before, path, after, within) => {
          expect(isLocalFile(within(`${before} ${path}${after}`))).toBe(false)
        },
      ),
    )
  })

  it.each([
    'like photo.jpg',
    'and/or .png',
    '~',
    '/',
    'file: photo.jpg',
    'profile:a',
    'a: b.jpg',
    '1/2',
    '.jpg',
    'A fox.\n/home/a.jpg',
  ])('is no path as %s (O94)', (text) => expect(isLocalFile(text)).toBe(false))

  it.each([
    'https://a.example/b.jpg',
    'data:image/png;base64,AAAA',
    'http://a.example/?f=/home/a.jpg',
    'blob:a.png',
    '',
  ])('is an address as %s, where one belongs (O94)', (text) => expect(isLocalFile(text, true)).toBe(false))
})

it('a field takes a picture where its name ends so (O94)', () => {
  const are = [
    'imageUrl',
    'image',
    'styleImages',
    'logo',
    'mask_url',
    'photo2',
    'URL',
    'reference-pictures',
    'input_file',
  ]
  expect(are.filter((one) => !isNamedForPicture(one))).toEqual([])
  const none = ['profile', 'imagePrompt', 'curl', 'prompt', 'pictureStyle', 'files_note', 'caption', '', '1']
  expect(none.filter(isNamedForPicture)).toEqual([])
})

it('a Skill is not sent a bare name in a field for pictures by schema or name, and what its schema offers stays (O94)', () => {
  const skill = skillOf({
    materials: null,
    inputSchema: {
      type: 'object',
      properties: {
        source: { type: 'string', format: 'uri-reference' },
        cover_image: { type: 'string' },
        prompt: { type: 'string' },
        styleImage: { enum: ['poster.png', 'card.png'] },
        masks: { type: 'array', items: { enum: ['round.svg'] } },
        layers: { type: 'array', items: { type: 'object' } },
      },
    },
  })
  const refused = (fields: Record<string, Json>) => checkSkill(skill, fields, ['source']).map(({ field }) => field)
  expect(refused({ source: 'a.jpg', cover_image: 'pictures/a.jpg', layers: [{ url: 'a.jpg' }] })).toEqual([
    'source',
    'cover_image',
    'layers',
  ])
  expect(
    refused({ prompt: 'a.jpg', styleImage: 'poster.png', masks: ['round.svg'], layers: [{ title: 'a.jpg' }] }),
  ).toEqual([])
})

it('a text longer than any path is none, however many quotes are in it, and is not looked through (W7)', () => {
  for (const forPictures of [false, true]) {
    expect(isLocalFile(`./${'a'.repeat(5000)}.jpg`, forPictures)).toBe(false)
    expect(isLocalFile(`x${'"'.repeat(4_000_000)}x`, forPictures)).toBe(false)
    expect(isLocalFile(`${'"'.repeat(2000)}./a.jpg${"'".repeat(2000)}`, forPictures)).toBe(true)
  }
})
