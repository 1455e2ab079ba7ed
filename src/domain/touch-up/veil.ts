import type { TouchUpMode, TouchUpStroke } from './stroke.ts'

/**
 * What strokes make of a picture's opacity without knowing it: below `least` it is raised, above `most` it is lowered, 0 to
 * 255. Untouched pixels have the whole range, so nothing changes there, and a stroke drawn twice is one stroke.
 */
export interface Veil {
  width: number
  height: number
  least: Uint8ClampedArray
  most: Uint8ClampedArray
}

export interface PixelBox {
  left: number
  top: number
  /** Not in it any more. */
  right: number
  bottom: number
}

const full = 255

export function clearVeil(width: number, height: number): Veil {
  const veil = {
    width,
    height,
    least: new Uint8ClampedArray(width * height),
    most: new Uint8ClampedArray(width * height),
  }
  veil.most.fill(full)
  return veil
}

export function emptyVeil({ least, most }: Veil): void {
  least.fill(0)
  most.fill(full)
}

/**
 * Draws a stroke on it.
 * @param scale the veil's pixels for one of the picture's
 * @param from first point that is new: what was drawn before it stays
 * @returns where something may have changed; null: nowhere
 */
export function drawStroke(veil: Veil, stroke: TouchUpStroke, scale = 1, from = 0): PixelBox | null {
  const { points, mode } = stroke
  const at = (index: number): number => (points[index] ?? 0) * scale
  let box: PixelBox | null = null
  const count = points.length / 2
  for (let point = Math.max(0, from - 1); point < count; point += 1) {
    // A single point is a line that ends where it begins.
    const next = Math.min(point + 1, count - 1)
    if (next === point && count > 1) break
    const line = { x0: at(2 * point), y0: at(2 * point + 1), x1: at(2 * next), y1: at(2 * next + 1) }
    const touched = drawLine(veil, line, { mode, radius: stroke.radius * scale, hardness: stroke.hardness })
    box = touched === null ? box : joined(box, touched)
  }
  return box
}

interface Line {
  x0: number
  y0: number
  x1: number
  y1: number
}

interface Brush {
  mode: TouchUpMode
  radius: number
  hardness: number
}

/** Half a pixel more than the radius, over which the rim of a hard brush fades. */
const reachOf = (radius: number): number => radius + 0.5

function boxOf({ x0, y0, x1, y1 }: Line, reach: number, { width, height }: Pick<Veil, 'width' | 'height'>): PixelBox {
  return {
    left: Math.max(0, Math.floor(Math.min(x0, x1) - reach)),
    top: Math.max(0, Math.floor(Math.min(y0, y1) - reach)),
    right: Math.min(width, Math.ceil(Math.max(x0, x1) + reach)),
    bottom: Math.min(height, Math.ceil(Math.max(y0, y1) + reach)),
  }
}

/** How many pixels drawing them looks at, which is the work: each piece of a stroke looks at all that lies around it. */
export function workOf(strokes: readonly TouchUpStroke[], size: Pick<Veil, 'width' | 'height'>): number {
  let pixels = 0
  for (const { points, radius } of strokes)
    for (let at = 0; at < points.length; at += 2) {
      // The last point of several begins no line.
      if (at + 2 === points.length && at > 0) break
      const [x0 = 0, y0 = 0, x1 = x0, y1 = y0] = points.slice(at, at + 4)
      const { left, top, right, bottom } = boxOf({ x0, y0, x1, y1 }, reachOf(radius), size)
      pixels += Math.max(0, right - left) * Math.max(0, bottom - top)
    }
  return pixels
}

/** The bounds of what a mode has covered wholly. */
const covered: Record<TouchUpMode, readonly [least: number, most: number]> = {
  keep: [full, full],
  erase: [0, 0],
  reset: [0, full],
}

function drawLine(veil: Veil, line: Line, { mode, radius, hardness }: Brush): PixelBox | null {
  const { x0, y0, x1, y1 } = line
  const reach = reachOf(radius)
  const box = boxOf(line, reach, veil)
  if (box.left >= box.right || box.top >= box.bottom) return null
  const fade = Math.max(1, radius * (1 - hardness))
  const [across, down] = [x1 - x0, y1 - y0]
  const square = across * across + down * down
  const { width, least, most } = veil
  // What is wholly covered stays as it is; where a brush goes over and over, that is most of it.
  const [lowDone, highDone] = covered[mode]
  for (let y = box.top; y < box.bottom; y += 1) {
    const py = y + 0.5 - y0
    for (let x = box.left, at = y * width + x; x < box.right; x += 1, at += 1) {
      if (least[at] === lowDone && most[at] === highDone) continue
      const px = x + 0.5 - x0
      const part = square === 0 ? 0 : Math.min(1, Math.max(0, (px * across + py * down) / square))
      const dx = px - part * across
      const dy = py - part * down
      // No hypot: it guards against sums that no picture has, at many times the time.
      const distance = Math.sqrt(dx * dx + dy * dy)
      if (distance < reach) bound(veil, at, mode, coverage(reach - distance, fade))
    }
  }
  return box
}

function coverage(depth: number, fade: number): number {
  const share = Math.min(1, depth / fade)
  // Both ends of a wide fade are smooth; over a single pixel it is a straight rim.
  return Math.round(full * (fade > 1 ? share * share * (3 - 2 * share) : share))
}

/** Each bound only ever moves towards what the mode wants, by how much the brush covers: that makes twice once. */
function bound({ least, most }: Veil, at: number, mode: TouchUpMode, part: number): void {
  const low = least[at] ?? 0
  const high = most[at] ?? full
  const rest = full - part
  switch (mode) {
    case 'keep':
      least[at] = Math.max(low, part)
      most[at] = Math.max(high, part)
      break
    case 'erase':
      least[at] = Math.min(low, rest)
      most[at] = Math.min(high, rest)
      break
    case 'reset':
      least[at] = Math.min(low, rest)
      most[at] = Math.max(high, part)
      break
  }
}

const joined = (a: PixelBox | null, b: PixelBox): PixelBox =>
  a === null
    ? b
    : {
        left: Math.min(a.left, b.left),
        top: Math.min(a.top, b.top),
        right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom),
      }

/** Pixels of 8 or of 16 bits, colours and opacity by turns. */
export type Pixels = Uint8Array | Uint8ClampedArray | Uint16Array

/**
 * What a picture's pixels become under a veil. Where opacity is added it is the colour of `source` that comes in; null: the
 * colour that the pixel has already, seen or not. Where none is added no colour changes.
 * @param pixels four values each; changed where they are
 * @param source three or four values each, of the same kind and the same size
 */
export function liftVeil(
  pixels: Pixels,
  source: { data: Pixels; channels: number } | null,
  { least, most }: Pick<Veil, 'least' | 'most'>,
): boolean {
  const unit = pixels instanceof Uint16Array ? 257 : 1
  let isChanged = false
  for (let at = 0; at < least.length; at += 1) {
    const [low, high] = [least[at] ?? 0, most[at] ?? full]
    if (low === 0 && high === full) continue
    const was = pixels[4 * at + 3] ?? 0
    const is = Math.min(high * unit, Math.max(low * unit, was))
    if (is === was) continue
    isChanged = true
    pixels[4 * at + 3] = is
    if (source === null || is <= was) continue
    for (let channel = 0; channel < 3; channel += 1) {
      const own = pixels[4 * at + channel] ?? 0
      const theirs = source.data[source.channels * at + channel] ?? 0
      pixels[4 * at + channel] = Math.round((own * was + theirs * (is - was)) / is)
    }
  }
  return isChanged
}
