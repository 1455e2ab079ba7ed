import type { Json } from '../json.ts'

/** An entry of the live Skills catalogue (§4.7). */
export interface Skill {
  id: string
  endpoint: string | null
  tool: string | null
  materials: Json
  /** Absent and null both mean "unavailable", never free (O71). */
  pricing: Json
  maxOutputImages: number | null
  inputSchema: { [key: string]: Json }
  /** More than a form can be (skill-limits.ts): nothing is read of it, so it has neither fields nor a price. */
  unreadable?: true
}
