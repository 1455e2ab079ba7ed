import type { Skill } from '../../src/domain/catalogue/skill.ts'
import type { Json } from '../../src/domain/json.ts'
import { skillOf } from './catalogue.ts'

const picture: Json = { type: 'string', format: 'uri' }
const pictures: Json = { type: 'array', items: picture }
const text: Json = { type: 'string' }

/**
 * Skills with the fields of service.md §4.11–4.14 under other ids, in schemas that say no more than the fields' types:
 * every rule that is found against them comes from the document.
 */
const bare = (id: string, properties: { [name: string]: Json }, required: string[]): Skill =>
  skillOf({
    id,
    materials: null,
    inputSchema: {
      type: 'object',
      properties: { requestId: { type: 'string', format: 'uuid' }, ...properties },
      required: ['requestId', ...required],
    },
  })

export const details = bare(
  'details',
  {
    productImage: picture,
    modules: { type: 'array' },
    customModules: { type: 'array' },
    productName: text,
    sellingPoints: text,
    autoCopy: { type: 'boolean' },
    platform: text,
    aspectRatio: text,
    language: text,
    uiLocale: text,
    quality: { type: 'string', enum: ['low', 'medium'] },
    modelImage: picture,
    logo: picture,
    extraProductImages: pictures,
    extraRequirements: text,
  },
  ['productImage'],
)

export const poster = bare(
  'poster',
  {
    brand: text,
    content: text,
    autoCopy: { type: 'boolean' },
    extraNotes: text,
    ratio: text,
    language: text,
    uiLocale: text,
    quality: { type: 'string', enum: ['low', 'medium'] },
    logo: picture,
    styleImage: picture,
    productImages: pictures,
    styleId: text,
    customStyle: text,
  },
  ['brand'],
)

export const background = bare(
  'background',
  {
    productImage: picture,
    mode: { type: 'string', enum: ['white', 'smart', 'custom'] },
    customPrompt: text,
    ratio: text,
    quality: { type: 'string', enum: ['fast', 'hd'] },
  },
  ['productImage'],
)

export const larger = bare(
  'larger',
  {
    imageUrl: picture,
    mode: { type: 'string', enum: ['crisp', 'creative'] },
    allowDownscale: { type: 'boolean' },
    confirmedCredits: { type: 'integer' },
  },
  ['imageUrl'],
)
