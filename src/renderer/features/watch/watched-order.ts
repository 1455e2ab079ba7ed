import type { SkillView } from '../../../contract/catalogue.ts'
import type { SkillWork } from '../../stores/skills/state.ts'

/** The form whose settings a watch folder takes over. */
export interface WatchedOrder {
  id: string
  /** Null while the list of Skills is not there. */
  skill: SkillView | null
  work: SkillWork
}
