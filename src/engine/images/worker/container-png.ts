import type { Container } from './container.ts'
import { join } from './join.ts'

/** What decides how the pixels look, and their density. Time, text, EXIF and the rest go. */
const harmless = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
  'cICP',
  'mDCV',
  'cLLI',
])

export function readPng(bytes: Buffer): Container | null {
  const kept: [number, number][] = [[0, 8]]
  let dropped = false
  let animated = false
  let at = 8
  for (let type = ''; type !== 'IEND'; ) {
    type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    if (type === 'acTL') animated = true
    if (harmless.has(type)) kept.push([at, end])
    else dropped = true
    at = end
  }
  return { hasPrivate: dropped || at !== bytes.length, animated, withoutPrivate: () => join(bytes, kept) }
}
