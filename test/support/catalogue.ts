import type { Model } from '../../src/domain/catalogue/model.ts'
import type { Skill } from '../../src/domain/catalogue/skill.ts'
import type { Json } from '../../src/domain/json.ts'

export const modelOf = (changes: Partial<Model> = {}): Model => ({
  id: 'model-1',
  name: 'Model',
  provider: 'house',
  mediaType: 'image',
  ratios: ['1:1', '4:5'],
  maxReferences: 2,
  nominalCredits: 8,
  extra: { resolutions: ['1K', '2K'] },
  ...changes,
})

/** A Skill whose form is not in any document: what the app knows of it is this schema. */
export const skillOf = (changes: Partial<Skill> = {}): Skill => ({
  id: 'a-skill',
  endpoint: '/api/skills/a-skill/run',
  tool: null,
  materials: [{ field: 'picture', required: true }],
  pricing: { credits: 6 },
  maxOutputImages: 1,
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['requestId', 'picture'],
    properties: {
      requestId: { type: 'string', format: 'uuid' },
      picture: { type: 'string', format: 'uri' },
      mode: { type: 'string', enum: ['white', 'smart'], default: 'smart' },
      note: { type: 'string', maxLength: 10 },
      extras: { type: 'array', items: { type: 'string', format: 'uri' }, maxItems: 2 },
    } satisfies Json,
  },
  ...changes,
})
