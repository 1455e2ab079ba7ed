import type { Fields } from '../http/fields.ts'
import type { Skill } from './skill.ts'

export interface SkillSubmission {
  accountId: string
  tokenId: string
  skill: Skill
  requestId: string
  fingerprint: string
  /** The exact body. */
  parameters: string
  /** The body with the schema's defaults. */
  input: Fields
}
