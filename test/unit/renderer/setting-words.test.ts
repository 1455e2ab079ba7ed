import { expect, test } from 'vitest'
import { settingWords } from '../../../src/renderer/lib/setting-words.ts'

test('a list is read without its brackets; anything else stays letter for letter', () => {
  expect(settingWords('["hero","detail"]')).toBe('hero, detail')
  for (const kept of ['3:2', '[]', '[1,2]', '["cut', '[a photograph]', '{"a":["b"]}', ''])
    expect(settingWords(kept)).toBe(kept)
})
