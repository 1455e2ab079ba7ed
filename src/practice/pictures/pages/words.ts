import type { Colour } from '../colour.ts'
import type { PrintSheet } from '../draw/sheet.ts'
import { fitted, type Hand, setBlock } from '../type/text.ts'

/** A part of a page, in pixels. */
export interface Room {
  x: number
  y: number
  width: number
  height: number
}

/** Sets words as large as their room allows, in units of the page; answers where they end. */
export function setWords(
  sheet: PrintSheet,
  text: string,
  hand: Hand,
  room: Room,
  ink: Colour,
  align: 'left' | 'middle' = 'left',
): number {
  const { unit } = sheet
  const block = fitted(
    text,
    { ...hand, size: hand.size * unit },
    { width: room.width, height: room.height, least: unit * Math.min(2, hand.size / 2) },
  )
  return setBlock(sheet, block, align === 'left' ? room.x : room.x + room.width / 2, room.y, ink, align)
}
