/** What the form says about the fields that a price may hang on. */
export interface PricedForm {
  /** Whether the form has such a field, set or not. */
  isField: (name: string) => boolean
  /** Whether the field's value is one of a set, not words that somebody wrote: only then may it be a price's key. */
  isChoice: (name: string) => boolean
  /** Names of the fields that offer this text as a value: a table with such a key is keyed by them. */
  offering: (key: string) => string[]
}

export const isNoNumber = (word: string): boolean => !Number.isFinite(Number(word))

/** The words that a name or a sentence is made of: `perImage` is two. Numbers are none of them. */
export const wordsIn = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}:]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    .filter(isNoNumber)
    .map((word) => word.toLowerCase())
