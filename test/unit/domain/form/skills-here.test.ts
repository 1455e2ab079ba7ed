import { expect, it } from 'vitest'
import { isSkillHere } from '../../../../src/domain/form/skills-here.ts'

it('offers neither video enhancement nor AI expand, whatever a catalogue lists (O5)', () => {
  for (const id of ['expand', 'ai-expand', 'enhance', 'video-enhance', 'video-enhancement'])
    expect(isSkillHere(id), id).toBe(false)
  for (const id of ['remove-bg', 'product-detail', 'brand-poster', 'white-bg', 'upscale'])
    expect(isSkillHere(id), id).toBe(true)
})
