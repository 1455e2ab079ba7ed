import type { SkillField } from '../../../domain/form/skill-fields.ts'
import type { SkillOrderState } from './use-skill-order.ts'

export interface FieldProps<F extends SkillField = SkillField> {
  field: F
  order: SkillOrderState
  /** Why the service would pass this field over as the form stands; null where it counts. */
  why: string | null
}
