import { describe, expect, it } from 'vitest'
import type { ModelView } from '../../../src/contract/catalogue.ts'
import { isUnwritten, linkedForm } from '../../../src/renderer/app/links/link-fill.ts'
import { emptyForm } from '../../../src/renderer/forms/create-form.ts'

const model = (id: string, mediaType: string, ratios: string[]): ModelView => ({
  id,
  name: id,
  provider: '',
  mediaType,
  ratios,
  resolutions: [],
  tiers: [],
  durations: [],
  adapts: false,
  continuesVideo: false,
  maxReferences: 0,
  nominalCredits: null,
  listPrice: null,
})
const models = [model('one', 'image', ['1:1', '3:2']), model('film', 'video', ['16:9'])]
const asked = { to: 'create', prompt: null, model: null, ratio: null } as const

describe('a link in the form of Create', () => {
  it('puts its prompt there and leaves every other choice', () => {
    const before = {
      ...emptyForm,
      prompt: 'mine',
      count: 4,
      many: 'lines' as const,
      lines: 'a',
      references: ['/a.png'],
    }
    const { form, left } = linkedForm(before, { ...asked, prompt: 'a boat' }, models)
    expect(form).toEqual({ ...before, prompt: 'a boat', many: 'off' })
    expect(left).toEqual([])
  })

  it('chooses a listed model with its medium, and keeps the other medium’s settings aside', () => {
    const before = { ...emptyForm, modelId: 'one', count: 3 }
    const { form, model } = linkedForm(before, { ...asked, model: 'film', ratio: '16:9' }, models)
    expect(form).toMatchObject({
      media: 'video',
      modelId: 'film',
      aspectRatio: '16:9',
      aside: { modelId: 'one', count: 3 },
    })
    expect(model?.id).toBe('film')
  })

  it('leaves a model that is not listed and a ratio that is not offered, and says so (O1, O28)', () => {
    const before = { ...emptyForm, modelId: 'one' }
    expect(linkedForm(before, { ...asked, prompt: 'x', model: 'retired', ratio: '16:9' }, models)).toEqual({
      form: { ...before, prompt: 'x' },
      model: null,
      left: ['model', 'ratio'],
    })
    expect(linkedForm(emptyForm, { ...asked, ratio: '3:2' }, models).form.aspectRatio).toBe('3:2')
    expect(linkedForm(emptyForm, { ...asked, ratio: '3:2' }, []).left).toEqual(['ratio'])
  })

  it('takes nothing away unasked where something was written', () => {
    expect(isUnwritten(emptyForm)).toBe(true)
    expect(isUnwritten({ ...emptyForm, modelId: 'one', count: 3, lines: 'kept', many: 'off' })).toBe(true)
    expect(isUnwritten({ ...emptyForm, prompt: ' \n' })).toBe(true)
    expect(isUnwritten({ ...emptyForm, prompt: 'x' })).toBe(false)
    expect(isUnwritten({ ...emptyForm, references: ['/a.png'] })).toBe(false)
    expect(isUnwritten({ ...emptyForm, many: 'lines', lines: 'x' })).toBe(false)
    expect(isUnwritten({ ...emptyForm, many: 'table', table: 'x' })).toBe(false)
  })
})
