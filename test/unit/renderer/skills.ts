import type { SkillView } from '../../../src/contract/catalogue.ts'
import { skillFields } from '../../../src/domain/form/skill-fields.ts'
import { takesOriginal } from '../../../src/domain/form/skill-rules.ts'
import type { Json } from '../../../src/domain/json.ts'
import { priceList } from '../../../src/domain/quote/skill-prices.ts'
import { skillOf } from '../../support/catalogue.ts'

const picture: Json = { type: 'string', format: 'uri' }

/** A Skill as the engine shows it, from a schema of these properties. */
export function skillView(properties: { [name: string]: Json }, required: string[] = [], pricing: Json = 5): SkillView {
  const skill = skillOf({
    id: 'a-skill',
    materials: null,
    pricing,
    maxOutputImages: 6,
    inputSchema: { type: 'object', properties, required },
  })
  return {
    id: skill.id,
    tool: null,
    supported: true,
    credits: null,
    price: 'unknown',
    maxOutputImages: 6,
    fields: skillFields(skill, (text) => text),
    prices: priceList(skill),
    asOriginal: takesOriginal(skill),
  }
}

export const background = {
  productImage: picture,
  mode: { type: 'string', enum: ['white', 'smart', 'custom'], default: 'smart' },
  customPrompt: { type: 'string', maxLength: 300, title: 'Scene' },
  ratio: { type: 'string', enum: ['auto', '4:5'], default: 'auto' },
  quality: { type: 'string', enum: ['fast', 'hd'], default: 'fast' },
} satisfies { [name: string]: Json }

export const set = {
  productImage: picture,
  modules: { type: 'array', items: { enum: ['hero', 'detail', 'scene'] }, default: ['hero', 'detail'] },
  customModules: {
    type: 'array',
    items: { properties: { name: { type: 'string' }, description: { type: 'string' } } },
  },
  logo: picture,
  extras: { type: 'array', items: picture, maxItems: 2 },
} satisfies { [name: string]: Json }
