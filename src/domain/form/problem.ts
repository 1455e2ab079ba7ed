/** Something that stands in the way of sending: which field (null: the whole), and the rule with the way out. */
export interface Problem {
  field: string | null
  message: string
  /** Nothing was entered where something has to be: the window then asks for it by the field's label. */
  isMissing?: true
}
