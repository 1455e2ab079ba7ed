import type { Sharp } from 'sharp'
import { toRaw } from './raw-picture.ts'

export interface TrimBox {
  left: number
  top: number
  width: number
  height: number
}

/** Where anything of a picture shows; null where all of it is transparent, or nothing of it is cut off. */
export async function opaqueBox(pipeline: Sharp): Promise<TrimBox | null> {
  const { data, width, height, channels } = await toRaw(pipeline.ensureAlpha().extractChannel('alpha'))
  const row = width * channels
  const isClear = (from: number, end: number, step: number): boolean => {
    for (let at = from; at < end; at += step) if (data[at] !== 0) return false
    return true
  }
  let top = 0
  while (top < height && isClear(top * row, (top + 1) * row, channels)) top += 1
  if (top === height) return null
  let bottom = height
  while (isClear((bottom - 1) * row, bottom * row, channels)) bottom -= 1
  const isColumnClear = (column: number): boolean =>
    isClear(top * row + column * channels, (bottom - 1) * row + column * channels + 1, row)
  let left = 0
  while (isColumnClear(left)) left += 1
  let right = width
  while (isColumnClear(right - 1)) right -= 1
  return right - left === width && bottom - top === height
    ? null
    : { left, top, width: right - left, height: bottom - top }
}
