import type { Practice } from '../context.ts'
import type { Fields } from '../http/fields.ts'
import type { Recipe } from '../pictures/recipe.ts'
import type { Schema } from './schema.ts'

export type SkillId = 'remove-bg' | 'product-detail' | 'brand-poster' | 'white-bg' | 'upscale'

/** A picture field of a Skill, as the catalogue tells it. The document shows no shape for `materials` (§4.7). */
interface Material {
  field: string
  label: string
  required: boolean
  max: number
}

/** Prices nest by a field's name and then its value; `credits` is the number itself. */
type Pricing = { credits: number } | { [field: string]: { [value: string]: number | Pricing } }

/** One picture that a run makes. */
interface PlannedJob {
  module: string | null
  recipe: Recipe
  width: number
  height: number
  contentType: string
  aspectRatio: string
}

export interface SkillPlan {
  credits: number
  job: PlannedJob
}

export interface Skill {
  id: SkillId
  tool: string
  materials: Material[]
  pricing: Pricing
  maxOutputImages: number
  inputSchema: Schema
  /** A cutout answers when it is done; the others at once (§4.9). */
  synchronous: boolean
  /** How long a job takes, in seconds of practice time. */
  usualSeconds: [number, number]
  /** Checks what the schema cannot say and works out the job; null while practice cannot run it. */
  plan: ((practice: Practice, input: Fields) => Promise<SkillPlan>) | null
}

export const requestId: Schema = {
  type: 'string',
  format: 'uuid',
  title: 'Request id',
  description: 'Names this order for ever. The same id never starts a second job.',
}

export function imageField(title: string): Schema {
  return { type: 'string', format: 'uri', title }
}

export function inputSchema(properties: Record<string, Schema>, required: string[]): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { requestId, ...properties },
    required: ['requestId', ...required],
    additionalProperties: false,
  }
}

export const ratios = ['1:1', '4:5', '3:4', '2:3', '4:3', '3:2', '16:9', '9:16']
