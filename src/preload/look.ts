/** Where it stands in the window. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** What a button that spends stood for and how it looked, at one moment. */
export interface Look {
  element: unknown
  approves: string
  text: string | null
  /** As far as they were to be read. */
  words: string
  /** Whether it was a button, plain and seen, where it was pressed. */
  isThere: boolean
  box: Box
}

type Seen = Pick<Look, 'words' | 'isThere' | 'box'>

/** How it looks while nobody presses it, since when, and when that was seen last. */
export interface Resting extends Seen {
  sinceMs: number
  seenMs: number
}

/** Nobody answers sooner to what they see: a press within it was meant for what stood there before. */
export const restsMs = 200
/** What nobody looked at for longer may have been anything meanwhile: a page that is held busy is painted on, and not looked at. */
export const staleMs = 300

const isSameBox = (one: Box, other: Box): boolean =>
  (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= 1)

const isSameSeen = (one: Seen, other: Seen): boolean =>
  one.words === other.words && one.isThere === other.isThere && isSameBox(one.box, other.box)

/** One that came to look otherwise, to stand elsewhere, or was out of sight, stands there from now on. */
export function rested(before: Resting | undefined, { words, isThere, box }: Seen, nowMs: number): Resting {
  const isKept = before && isSameSeen(before, { words, isThere, box }) && nowMs - before.seenMs <= staleMs
  // Its place is that of the beginning: a pixel at a time it would go anywhere.
  if (isKept) return { ...before, seenMs: nowMs }
  return { words, isThere, box, sinceMs: nowMs, seenMs: nowMs }
}

/**
 * One that became another under the finger is not what was pressed, and one that comes out from under a cover there, or comes
 * after a finger that went away, is not what a person saw.
 */
export const isSame = (begun: Look | null, ended: Look): boolean =>
  begun !== null &&
  begun.element === ended.element &&
  begun.approves === ended.approves &&
  begun.text === ended.text &&
  begun.isThere &&
  isSameSeen(begun, ended)

/**
 * Whether it had looked so, in that very place, for a while before it was pressed, and up to then: as the pointer or the focus
 * comes, and as it goes down, a page can change what is seen (`:hover`, `:focus`, `:active`), or put another in its place.
 * @param pressedMs when the person did it, which a busy page hears of later
 */
export const wasSo = (resting: Resting | undefined, look: Look, pressedMs: number): boolean =>
  resting !== undefined &&
  look.isThere &&
  isSameSeen(resting, look) &&
  pressedMs - resting.sinceMs >= restsMs &&
  pressedMs - resting.seenMs <= staleMs
