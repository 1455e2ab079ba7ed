import { expect, test } from 'vitest'
import { settingName, settingWords } from '../../../src/renderer/format/setting-words.ts'

test('a list is read without its brackets; anything else stays letter for letter', () => {
  expect(settingWords('["hero","detail"]')).toBe('hero, detail')
  for (const kept of ['3:2', '[]', '[1,2]', '["cut', '[a photograph]', '{"a":["b"]}', ''])
    expect(settingWords(kept)).toBe(kept)
})

test('a field of a Skill is called in words; what is in words already stays', () => {
  expect(settingName('productImage')).toBe('Product image')
  expect(settingName('modules')).toBe('Modules')
  for (const kept of ['Aspect ratio', 'Model', '']) expect(settingName(kept)).toBe(kept)
})
