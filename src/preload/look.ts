/** What a button that spends stood for and how it looked, at one moment. */
export interface Look {
  element: unknown
  approves: string
  text: string | null
  /** As far as they were to be read. */
  words: string
  /** Whether it was a button, plain and seen, where it was pressed. */
  isThere: boolean
}

/** How it looks while nobody presses it, and since when. */
export interface Resting extends Pick<Look, 'words' | 'isThere'> {
  sinceMs: number
}

/** Nobody answers sooner to what they see: a press within it was meant for what stood there before. */
export const restsMs = 200

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

/**
 * Whether it looked so before anybody came to it: as the pointer or the focus comes, and as it goes down, a page can change
 * what is seen (`:hover`, `:focus`, `:active`). What changed since then must have stood there for a while.
 */
export const wasSo = (resting: Resting | undefined, look: Look, cameMs: number, nowMs: number): boolean =>
  resting !== undefined &&
  resting.words === look.words &&
  resting.isThere &&
  look.isThere &&
  (resting.sinceMs < cameMs || nowMs - resting.sinceMs >= restsMs)
