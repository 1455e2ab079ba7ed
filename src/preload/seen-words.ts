import { textsIn, type Written } from './approving.ts'
import { boxOf, createRange, elementAt } from './own.ts'
import { isCutAway } from './plain.ts'
import { inReadingOrder } from './reading-order.ts'

/** Words smaller than this are not there to be read. */
const leastPx = 9
/** Of the square of its size, what a letter takes with its line: narrow ones a quarter, figures two thirds. */
const leastLetter = 0.2
/** Of its size, how wide a figure is at least. */
const leastFigure = 0.25
/** A price and an act have fewer. */
const mostSigns = 100
const within = [0.2, 0.5, 0.8]

interface Point {
  x: number
  y: number
}

export interface Seen {
  words: string
  /** In what they stand. */
  parents: HTMLElement[]
  /** Whether all that is not cut away was read: no more is seen there than these words. */
  isAll: boolean
}

/** The words that are read where they stand, in the order of the eye: a style may put the last of the button first. */
export function seenWords(button: HTMLButtonElement): Seen {
  const shown = textsIn(button).filter(({ parent }) => parent === button || !isCutAway(parent))
  const whole = boxOf(button)
  const read = shown.filter((written) => isRead(written, whole))
  const placed = read.map(({ text }) => ({ text: text.data, box: boxOfText(text) }))
  const isFromRight = getComputedStyle(button).direction === 'rtl'
  return {
    words: inReadingOrder(placed, isFromRight).slice(-2000),
    parents: [...new Set(read.map(({ parent }) => parent))],
    isAll: read.length > 0 && read.length === shown.length,
  }
}

function boxOfText(text: Text, from = 0, end = text.length): DOMRect {
  const range = createRange()
  range.setStart(text, from)
  range.setEnd(text, end)
  return range.getBoundingClientRect()
}

function isRead({ text, parent }: Written, whole: DOMRect): boolean {
  const box = boxOfText(text)
  // Neither beside the button nor cut by what they stand in.
  if (!isIn(box, whole) || !isIn(box, boxOf(parent))) return false
  const fontPx = Number.parseFloat(getComputedStyle(parent).fontSize)
  const letters = text.data.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const isLarge = box.height >= leastPx && fontPx >= leastPx
  const isWide = box.width * box.height >= letters * leastLetter * fontPx ** 2
  return isLarge && isWide && isOnTop(parent, middleOf(box)) && isEachSignRead(text, parent, fontPx)
}

/** A cover over a part of a text leaves another number: each sign is looked at, in its middle and around it. */
function isEachSignRead(text: Text, parent: Element, fontPx: number): boolean {
  const signs = text.data
  if (signs.length > mostSigns) return false
  let before: DOMRect | null = null
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs.charAt(at)
    const box = /[\p{N}\p{P}\p{S}]/u.test(sign) ? boxOfText(text, at, at + 1) : null
    if (box !== null && !isSignRead(box, parent)) return false
    const isFigure = /\p{N}/u.test(sign)
    if (box !== null && isFigure && box.width < leastFigure * fontPx) return false
    // Figures go from left to right in every script, side by side and on one line.
    if (box !== null && before !== null && (box.left < before.right - 1 || box.left > before.right + 2)) return false
    before = isFigure || /[.,]/.test(sign) ? box : null
  }
  return true
}

function isSignRead({ left, top, width, height }: DOMRect, parent: Element): boolean {
  if (height < leastPx) return false
  return within.every((x) => within.every((y) => isOnTop(parent, { x: left + x * width, y: top + y * height })))
}

const isIn = (box: DOMRect, around: DOMRect): boolean =>
  box.left >= around.left - 1 &&
  box.right <= around.right + 1 &&
  box.top >= around.top - 1 &&
  box.bottom <= around.bottom + 1

/** It itself: what lies in it there would lie over its words. */
const isOnTop = (element: Element, { x, y }: Point): boolean => elementAt(x, y) === element

const middleOf = ({ left, top, width, height }: DOMRect): Point => ({ x: left + width / 2, y: top + height / 2 })
