import type { Fields } from '../http/fields.ts'
import type { PracticeSkill } from './skill.ts'

export interface SkillSubmission {
  accountId: string
  tokenId: string
  skill: PracticeSkill
  requestId: string
  fingerprint: string
  /** The exact body. */
  parameters: string
  /** The body with the schema's defaults. */
  input: Fields
}
