/** What a button that spends stood for and how it looked, at one moment of a press. */
export interface Look {
  element: unknown
  approves: string
  text: string | null
  /** As far as they were to be read. */
  words: string
  /** Whether it was a button, and seen, where it was pressed. */
  isThere: boolean
}

/**
 * One that became another under the finger is not what was pressed, and one that comes out from under a cover there is not
 * what a person saw.
 */
export const isSame = (begun: Look | null, ended: Look): boolean =>
  begun !== null &&
  begun.element === ended.element &&
  begun.approves === ended.approves &&
  begun.text === ended.text &&
  begun.words === ended.words &&
  begun.isThere &&
  ended.isThere
