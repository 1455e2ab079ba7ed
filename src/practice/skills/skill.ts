import type { Practice } from '../context.ts'
import type { Fields } from '../http/fields.ts'
import type { Recipe } from '../pictures/recipe.ts'
import type { CatalogueSchema } from './schema.ts'

export type SkillId = 'remove-bg' | 'product-detail' | 'brand-poster' | 'white-bg' | 'upscale'

/** A picture field of a Skill, as the catalogue tells it. The document shows no shape for `materials` (§4.7). */
interface Material {
  field: string
  label: string
  required: boolean
  max: number
}

/** Prices nest by a field's name and then its value; `credits` is the number itself. */
export type Pricing = { credits: number } | { [field: string]: { [value: string]: number | Pricing } }

/** One picture that a run makes. */
export interface PlannedJob {
  module: string | null
  recipe: Recipe
  width: number
  height: number
  contentType: string
  aspectRatio: string
}

export interface PracticeSkill {
  id: SkillId
  tool: string
  materials: Material[]
  /** The price of one picture. */
  pricing: Pricing
  maxOutputImages: number
  inputSchema: CatalogueSchema
  /** What the catalogue's form requires beside, though a run without it is taken over direct HTTP (§4.14). */
  formNeeds?: string[]
  /** What its run answers (§4.9): the picture itself, one job, or one item for each module. */
  answers: 'image' | 'job' | 'items'
  /** How long a job takes, in seconds of practice time. */
  usualSeconds: [number, number]
  /** Rules that the schema cannot say and that need no picture: what is wrong, or null. */
  check?: (input: Fields) => string | null
  /** Looks at the pictures and works out the jobs. */
  plan: (practice: Practice, input: Fields) => Promise<PlannedJob[]>
}

const requestId: CatalogueSchema = {
  type: 'string',
  format: 'uuid',
  title: 'Request id',
  description: 'Names this order for ever. The same id never starts a second job.',
}

export function imageField(title: string): CatalogueSchema {
  return { type: 'string', format: 'uri', title }
}

export function inputSchema(properties: Record<string, CatalogueSchema>, required: string[]): CatalogueSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { requestId, ...properties },
    required: ['requestId', ...required],
    additionalProperties: false,
  }
}

export const offeredRatios = ['1:1', '4:5', '3:4', '2:3', '4:3', '3:2', '16:9', '9:16']
