/** Something that stands in the way of sending: which field (null: the whole), and the rule with the way out. */
export interface Problem {
  field: string | null
  message: string
}
