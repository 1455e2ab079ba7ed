/**
 * A browser caps an element's height (33,554,428 px in Chromium, divided by the pixel ratio; less elsewhere), and a
 * million pictures are taller. So what is scrolled is a canvas of a capped height that stands for a taller one: small
 * moves move as far in both, a jump by the scroll bar lands at the same part of both, and while nothing moves the bar is
 * set right again.
 */
export interface LongScroll {
  /** Where the reader is, in pixels of the tall canvas. */
  top: number
  /** The scroller's own `scrollTop` for it. */
  real: number
}

export interface Heights {
  /** Of the tall canvas. */
  whole: number
  /** Of the element that stands for it. */
  canvas: number
  /** Of what one sees at once. */
  view: number
}

/** Below Chromium's cap with room to spare, on any screen. */
export const canvasCap = (pixelRatio: number): number => Math.floor(24_000_000 / Math.max(1, pixelRatio))

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value))
const wholeEnd = ({ whole, view }: Heights): number => Math.max(0, whole - view)
const canvasEnd = ({ canvas, view }: Heights): number => Math.max(0, canvas - view)

/** So far from both ends a pixel is a pixel, so that a wheel reaches the very end in its usual steps. */
const plainEnd = ({ canvas }: Heights): number => Math.min(1_000_000, canvas / 8)

/** Where the scroll bar stands for a place in the tall canvas. */
export function realFor(top: number, heights: Heights): number {
  const [whole, canvas] = [wholeEnd(heights), canvasEnd(heights)]
  const place = clamp(top, whole)
  const plain = plainEnd(heights)
  if (heights.canvas >= heights.whole || place <= plain) return place
  if (whole - place <= plain) return canvas - (whole - place)
  return plain + ((place - plain) / (whole - 2 * plain)) * (canvas - 2 * plain)
}

/** The place in the tall canvas that the scroll bar stands for. */
function topFor(real: number, heights: Heights): number {
  const [whole, canvas] = [wholeEnd(heights), canvasEnd(heights)]
  const place = clamp(real, canvas)
  const plain = plainEnd(heights)
  if (heights.canvas >= heights.whole || place <= plain) return place
  if (canvas - place <= plain) return whole - (canvas - place)
  return plain + ((place - plain) / (canvas - 2 * plain)) * (whole - 2 * plain)
}

/** The scroller moved by itself: a wheel, a drag of its bar, a key of the browser. */
export function moved(old: LongScroll, real: number, heights: Heights): LongScroll {
  const delta = real - old.real
  const isPlain = heights.canvas >= heights.whole
  if (isPlain || Math.abs(delta) > 2 * heights.view) return { top: topFor(real, heights), real }
  return { top: clamp(old.top + delta, wholeEnd(heights)), real }
}

/** Whether the scroller ran into an end of its own that is none of the tall canvas: its bar must be set right at once. */
export function isStuck({ top, real }: LongScroll, heights: Heights): boolean {
  if (heights.canvas >= heights.whole) return false
  return (real <= 0 && top > 0) || (real >= canvasEnd(heights) - 1 && top < wholeEnd(heights) - 1)
}
