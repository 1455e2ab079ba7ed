import type { Colour } from '../colour.ts'
import type { Path } from '../draw/path.ts'
import type { PrintSheet } from '../draw/sheet.ts'
import { advanceOf, kerningOf, shapeOf } from './font.ts'

export interface Hand {
  size: number
  /** 400…900 */
  weight: number
  /** Space between letters, in ems. */
  tracking?: number
  /** From baseline to baseline, in sizes. */
  leading?: number
}

export interface Block extends Required<Hand> {
  lines: string[]
  width: number
  height: number
}

/** Without what cannot be seen: control characters, joiners, variation selectors. */
const lettersOf = (text: string) => Array.from(text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Mn}]/gu, ''))

export function widthOf(text: string, { size, weight, tracking = 0 }: Hand): number {
  const letters = lettersOf(text)
  return letters.reduce((sum, letter, i) => {
    const next = letters[i + 1]
    return sum + (advanceOf(letter, weight) + (next === undefined ? 0 : kerningOf(letter, next) + tracking)) * size
  }, 0)
}

function pathOfLine(text: string, { size, weight, tracking = 0 }: Hand, x: number, baseline: number): Path {
  const letters = lettersOf(text)
  let pen = x
  return letters.flatMap((letter, i) => {
    const next = letters[i + 1]
    const shape = shapeOf(letter, weight, size, pen, baseline)
    pen += (advanceOf(letter, weight) + (next === undefined ? 0 : kerningOf(letter, next) + tracking)) * size
    return shape
  })
}

export function breakLines(text: string, hand: Hand, maxWidth: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const last = lines.at(-1)
      const longer = last === undefined ? word : `${last} ${word}`
      if (last === undefined || widthOf(longer, hand) > maxWidth) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    return lines.flatMap((line) => brokenWithin(line, hand, maxWidth))
  })
}

/** A word that is wider than its column, and text without spaces. */
function brokenWithin(line: string, hand: Hand, maxWidth: number): string[] {
  if (widthOf(line, hand) <= maxWidth) return [line]
  const parts = ['']
  for (const letter of lettersOf(line)) {
    const longer = (parts.at(-1) ?? '') + letter
    if (longer.length > 1 && widthOf(longer, hand) > maxWidth) parts.push(letter)
    else parts[parts.length - 1] = longer
  }
  return parts
}

interface Room {
  width: number
  height: number
  /** The smallest size before text is cut off. */
  least: number
  mostLines?: number
}

/** The text in the largest size, up to the hand's own, in which it fits its room. */
export function fitted(text: string, hand: Hand, { width, height, least, mostLines = 99 }: Room): Block {
  const { weight, tracking = 0, leading = 1.2 } = hand
  const block = (size: number, lines: string[]): Block => ({
    size,
    weight,
    tracking,
    leading,
    lines,
    width: Math.max(0, ...lines.map((line) => widthOf(line, { size, weight, tracking }))),
    height: lines.length * size * leading,
  })
  for (let size = hand.size; size > least; size *= 0.94) {
    const wholeWords = text.split(/\s+/).every((word) => widthOf(word, { size, weight, tracking }) <= width)
    const lines = breakLines(text, { size, weight, tracking }, width)
    if (wholeWords && lines.length <= mostLines && lines.length * size * leading <= height) return block(size, lines)
  }
  const lines = breakLines(text, { size: least, weight, tracking }, width)
  const kept = lines.slice(0, Math.max(1, Math.min(mostLines, Math.floor(height / (least * leading)))))
  if (kept.length < lines.length) kept[kept.length - 1] = `${(kept.at(-1) ?? '').replace(/[\s.,;:]*\S?$/, '')}…`
  return block(least, kept)
}

/** Sets a block with its top left corner at a place; answers where it ends. `x` is the middle where `align` says so. */
export function setBlock(
  sheet: PrintSheet,
  block: Block,
  x: number,
  top: number,
  ink: Colour,
  align: 'left' | 'middle' = 'left',
): number {
  for (const [i, text] of block.lines.entries()) {
    const shift = align === 'left' ? 0 : widthOf(text, block) / 2
    // Capitals are 0.71 of the size: the first line's stand at the top.
    const baseline = top + block.size * (0.5 * (block.leading - 1) + 0.84 + i * block.leading)
    sheet.fill(pathOfLine(text, block, x - shift, baseline), ink)
  }
  return top + block.height
}
