import { inflateSync } from 'node:zlib'
import type { Path } from '../draw/path.ts'
import { glyphData } from './glyph-data.ts'

/** Coordinates of both weights side by side, y upwards, 1000 to the em. */
interface Glyph {
  advance: [light: number, heavy: number]
  outlines: { on: boolean; light: [number, number]; heavy: [number, number] }[][]
}

interface Font {
  glyphs: Map<number, Glyph>
  /** Left and right letter, each below 128: `left * 128 + right`. */
  kerning: Map<number, number>
}

const lightWeight = 400
const heavyWeight = 900

let font: Font | null = null

function read(): Font {
  const bytes = inflateSync(Buffer.from(glyphData, 'base64'))
  let at = 0
  const unsigned = (): number => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
  const signed = (): number => {
    const value = unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
  const glyphs = new Map(Array.from({ length: unsigned() }, () => [unsigned(), readGlyph(unsigned, signed)]))
  const kerning = new Map(Array.from({ length: unsigned() }, () => [unsigned() * 128 + unsigned(), signed()]))
  return { glyphs, kerning }
}

function readGlyph(unsigned: () => number, signed: () => number): Glyph {
  const light = unsigned()
  const advance: Glyph['advance'] = [light, light + signed()]
  const lengths = Array.from({ length: unsigned() }, unsigned)
  const count = lengths.reduce((sum, length) => sum + length, 0)
  let [x, y] = [0, 0]
  const points = Array.from({ length: count }, () => {
    // Bit 0: on the curve; bit 1: to the left.
    const step = unsigned()
    x += (step & 2 ? -1 : 1) * Math.floor(step / 4)
    y += signed()
    const [px, py]: [number, number] = [x, y]
    return { on: (step & 1) === 1, light: [px, py] as [number, number], heavy: [px, py] as [number, number] }
  })
  for (const { light: from, heavy } of points) {
    heavy[0] = from[0] + signed()
    heavy[1] = from[1] + signed()
  }
  let start = 0
  const outlines = lengths.map((length) => {
    start += length
    return points.slice(start - length, start)
  })
  return { advance, outlines }
}

/** A letter that is not there becomes its plain form, and else an empty box. */
function glyphOf(character: string): Glyph | null {
  font ??= read()
  const [plain = ''] = character.normalize('NFKD')
  return font.glyphs.get(character.codePointAt(0) ?? 0) ?? font.glyphs.get(plain.codePointAt(0) ?? 0) ?? null
}

const boxAdvance = 760

function blend([light, heavy]: [number, number], weight: number): number {
  return light + ((heavy - light) * (weight - lightWeight)) / (heavyWeight - lightWeight)
}

/** In ems. */
export function advanceOf(character: string, weight: number): number {
  const glyph = glyphOf(character)
  return (glyph === null ? boxAdvance : blend(glyph.advance, weight)) / 1000
}

/** In ems. */
export function kerningOf(left: string, right: string): number {
  font ??= read()
  const [a = 0, b = 0] = [left.charCodeAt(0), right.charCodeAt(0)]
  return a < 128 && b < 128 ? (font.kerning.get(a * 128 + b) ?? 0) / 1000 : 0
}

/** The shape of a letter whose foot stands at a point. */
export function shapeOf(character: string, weight: number, size: number, x: number, baseline: number): Path {
  const glyph = glyphOf(character)
  const at = (px: number, py: number): [number, number] => [x + (px * size) / 1000, baseline - (py * size) / 1000]
  if (glyph === null) {
    const box = (inset: number) =>
      [
        [60 + inset, inset],
        [700 - inset, inset],
        [700 - inset, 700 - inset],
        [60 + inset, 700 - inset],
      ].map(([px = 0, py = 0]) => at(px, py))
    return [box(0), box(60).toReversed()]
  }
  return glyph.outlines.map((outline) => {
    const points = outline.map(({ on, light, heavy }) => ({
      on,
      point: at(blend([light[0], heavy[0]], weight), blend([light[1], heavy[1]], weight)),
    }))
    return flattened(points, size)
  })
}

interface CurvePoint {
  on: boolean
  point: [number, number]
}

/** TrueType outlines: between two points off the curve lies one on it, in the middle. */
function flattened(points: CurvePoint[], size: number): [number, number][] {
  const whole = points.flatMap((current, i): CurvePoint[] => {
    const next = points[(i + 1) % points.length] ?? current
    if (current.on || next.on) return [current]
    const middle: [number, number] = [(current.point[0] + next.point[0]) / 2, (current.point[1] + next.point[1]) / 2]
    return [current, { on: true, point: middle }]
  })
  const first = whole.findIndex(({ on }) => on)
  const ordered = [...whole.slice(first), ...whole.slice(0, first)]
  const steps = Math.max(3, Math.min(10, Math.round(Math.sqrt(size) / 2)))
  return ordered.flatMap(({ on, point }, i): [number, number][] => {
    if (on) return [point]
    const from = ordered[i - 1]?.point ?? point
    const to = ordered[(i + 1) % ordered.length]?.point ?? point
    return Array.from({ length: steps - 1 }, (_, step) => {
      const t = (step + 1) / steps
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
      return [a * from[0] + b * point[0] + c * to[0], a * from[1] + b * point[1] + c * to[1]]
    })
  })
}
