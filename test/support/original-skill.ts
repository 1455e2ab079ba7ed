import type { Json } from '../../src/domain/json.ts'
import type { Priced } from './strange-service.ts'

const uri: Json = { type: 'string', format: 'uri' }

/** A Skill that takes the original itself, known by its fields alone (service.md §4.14). */
export const originalSkill: Priced = {
  charge: () => 5,
  entry: {
    pricing: 5,
    inputSchema: {
      type: 'object',
      required: ['imageUrl'],
      properties: { imageUrl: uri, allowDownscale: { type: 'boolean' }, confirmedCredits: { type: 'integer' } },
    },
  },
}
