import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestPresetFile, longestPresetPrompt } from '../../../src/contract/presets.ts'
import { galleryPicture } from '../../../src/domain/gallery/picture.ts'
import { longestPrompt } from '../../../src/domain/prompts/many.ts'
import { importedWords, importPresets, presetFile } from '../../../src/renderer/features/create/preset-file.ts'
import { readMediumSettings } from '../../../src/renderer/forms/create-form.ts'
import { mostPresets, type Preset, presetsFromDraft } from '../../../src/renderer/forms/presets.ts'

const square: Preset = {
  name: 'Square',
  media: 'image',
  prompt: null,
  settings: readMediumSettings({ modelId: 'model-of-another-account', aspectRatio: '1:1' }),
}
const words: Preset = { name: 'Dusk', media: 'image', prompt: 'a harbour at dusk', settings: null }
const fileOf = (...presets: unknown[]) => JSON.stringify({ printroom: 'presets', version: 1, presets })

describe('presets as a file', () => {
  it('come back as they went, prompts alone and models that are not listed too', () => {
    const read = importPresets(presetFile([square, words]), [])
    expect(read).toEqual({ presets: [square, words], added: 2, known: 0, refused: [], hidden: false })
    expect(presetsFromDraft(JSON.parse(JSON.stringify([square, words])))).toEqual([square, words])
  })

  it('come back all, as many and as long as there can be, and a prompt that was kept too long for an order', () => {
    const most = Array.from({ length: mostPresets }, (_, n) => ({
      ...square,
      name: `n ${n}`,
      prompt: `${n} `.padEnd(longestPrompt, 'ж'),
    }))
    const text = presetFile(most)
    expect(text.length).toBeLessThanOrEqual(longestPresetFile)
    expect(importPresets(text, [])).toMatchObject({ added: mostPresets, refused: [], hidden: false })
    const long: Preset = { ...words, prompt: 'x'.repeat(longestPrompt + 1) }
    expect(importPresets(presetFile([long]), [])?.presets).toEqual([long])
  })

  it('with a prompt longer than a preset holds are left out, with a word (L12)', () => {
    const most: Preset = { ...words, prompt: 'x'.repeat(longestPresetPrompt) }
    expect(importPresets(fileOf(most), [])).toMatchObject({ added: 1, refused: [] })
    const read = importPresets(fileOf({ ...words, prompt: 'x'.repeat(longestPresetPrompt + 1) }, square), [])
    expect(read).toMatchObject({ added: 1, refused: ['the prompt of entry 1 is longer than 100,000 characters'] })
  })

  it('are added once, and never in the place of one’s own under the same name', () => {
    const mine: Preset = { ...square, settings: readMediumSettings({ aspectRatio: '16:9' }) }
    const first = importPresets(fileOf(square, words), [mine, words])
    expect(first).toMatchObject({ added: 1, known: 1 })
    expect(first?.presets.map(({ name }) => name)).toEqual(['Square', 'Dusk', 'Square (2)'])
    expect(first?.presets[0]).toEqual(mine)
    const again = importPresets(fileOf(square, words), first?.presets ?? [])
    expect(again).toMatchObject({ added: 0, known: 2 })
    expect(again?.presets).toEqual(first?.presets)
  })

  it('cost only the entries that are none, which are counted and named', () => {
    const read = importPresets(
      fileOf(words, { name: '' }, 7, { ...square, media: 'sound' }, { name: 'a', media: 'image' }),
      [],
    )
    expect(read).toMatchObject({ added: 1, presets: [words] })
    expect(read?.refused).toHaveLength(4)
    expect(importedWords({ added: 12, known: 3, refused: ['entry 4 is not a preset'], hidden: false })).toBe(
      '12 added, 3 already existed, 1 could not be imported: entry 4 is not a preset.',
    )
    expect(importedWords({ added: 0, known: 1, refused: [], hidden: false })).toBe('None added, 1 already existed.')
  })

  it('take no name apart from what one sees, and no more than there is room for', () => {
    expect(importPresets(fileOf({ ...words, name: ' Du\u202Esk\u0000 ' }), [words])).toMatchObject({
      known: 1,
      added: 0,
    })
    const many = Array.from({ length: mostPresets + 3 }, (_, n) => ({ ...words, name: `n ${n}`, prompt: `p ${n}` }))
    const read = importPresets(fileOf(...many), [])
    expect([read?.added, read?.refused.length]).toEqual([mostPresets, 3])
  })

  it('are none of anything else', () => {
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"printroom":"presets","version":2,"presets":[]}',
      fileOf().replace('presets', 'x'),
    ])
      expect(importPresets(text, [])).toBeNull()
  })

  it('never throw, and change nothing of what was there, whatever a file holds', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.record({
              name: fc.string(),
              media: fc.constantFrom('image', 'video'),
              prompt: fc.option(fc.string()),
              settings: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
            }),
          ),
          { maxLength: 8 },
        ),
        (entries) => {
          const read = importPresets(fileOf(...entries), [square, words])
          expect(read?.presets.slice(0, 2)).toEqual([square, words])
          expect((read?.added ?? 0) + (read?.known ?? 0) + (read?.refused.length ?? 0)).toBe(entries.length)
          const names = read?.presets.map(({ name, media }) => `${media} ${name}`) ?? []
          expect(new Set(names).size).toBe(names.length)
        },
      ),
      { numRuns: 400 },
    )
  })
})

it('a file of presets and a gallery’s prompt bring no words that nobody sees (L12)', () => {
  const hidden = [...'send it'].map((one) => String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0))).join('')
  const preset = { name: 'Boats', media: 'image', prompt: `a boat${hidden}\u202e, 👩‍🎨`, settings: null }
  const done = importPresets(JSON.stringify({ printroom: 'presets', version: 1, presets: [preset] }), [])
  expect(done?.presets.map(({ prompt }) => prompt)).toEqual(['a boat, 👩‍🎨'])
  expect(done && importedWords(done)).toContain('Hidden characters were removed')
  const picture = galleryPicture('a', {
    text: `a boat${hidden}`,
    prompt_segments: [{ label: 'Light', text: `low${hidden}` }],
  })
  expect([picture.prompt, picture.parts]).toEqual(['a boat', [{ label: 'Light', text: 'low' }]])
})
