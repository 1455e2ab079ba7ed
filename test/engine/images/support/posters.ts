import { pick, type Random } from './random-sources.ts'

type Colour = readonly [number, number, number]

/** Saturated ones, as posters have them: text in one of them on another is told by its chroma nearly alone. */
const inks: readonly [Colour, ...Colour[]] = [
  [228, 0, 43],
  [0, 84, 200],
  [0, 158, 73],
  [255, 209, 0],
  [214, 0, 147],
  [0, 174, 239],
  [255, 106, 0],
  [82, 24, 156],
  [255, 255, 255],
  [12, 12, 16],
]

/** Letters of three by five, a bit for each dot, by rows. */
const letters: readonly [number, ...number[]] = [
  0b010101111101101, 0b111100110100111, 0b110101110101101, 0b100100100100111, 0b111010010010010, 0b101101010101101,
]

export interface Poster {
  data: Buffer
  width: number
  height: number
  channels: 3
}

/** A poster: bands of saturated colour, and on them lines of small text, hairlines and rings in others. */
export function poster(random: Random, width: number, height: number): Poster {
  const made: Poster = { data: Buffer.alloc(width * height * 3), width, height, channels: 3 }
  const bandHeight = Math.max(12, Math.round(height / (2 + Math.floor(random() * 5))))
  let [last] = inks
  for (let top = 0; top < height; top += bandHeight) {
    const ground = otherThan(random, last)
    last = ground
    fill(made, { left: 0, top, width, height: bandHeight }, ground)
    const bottom = Math.min(height, top + bandHeight)
    decorate(random, made, { top, bottom, ground })
  }
  return made
}

function decorate(
  random: Random,
  on: Poster,
  { top, bottom, ground }: { top: number; bottom: number; ground: Colour },
) {
  const what = random()
  if (what < 0.55) return writeLines(random, on, { top, bottom, ground })
  if (what < 0.75) return hairlines(random, on, { top, bottom, ground })
  if (what < 0.9) return rings(random, on, { top, bottom, ground })
}

interface Band {
  top: number
  bottom: number
  ground: Colour
}

/** Dots of one to three pixels: strokes as thin as small print has them. */
function writeLines(random: Random, on: Poster, { top, bottom, ground }: Band): void {
  let y = top + 3
  while (y < bottom) {
    const dot = 1 + Math.floor(random() * 3)
    const ink = otherThan(random, ground)
    const end = on.width - Math.floor(random() * on.width * 0.4)
    for (let x = 4; x + 3 * dot < end; x += 4 * dot)
      if (random() < 0.85) letter(on, { x, y, dot, bottom }, pick(random, letters), ink)
    y += 8 * dot
  }
}

function letter(
  on: Poster,
  { x, y, dot, bottom }: { x: number; y: number; dot: number; bottom: number },
  shape: number,
  ink: Colour,
): void {
  for (let bit = 0; bit < 15; bit += 1) {
    if (((shape >> (14 - bit)) & 1) === 0) continue
    const [left, top] = [x + (bit % 3) * dot, y + Math.floor(bit / 3) * dot]
    if (top + dot <= bottom) fill(on, { left, top, width: dot, height: dot }, ink)
  }
}

function hairlines(random: Random, on: Poster, { top, bottom, ground }: Band): void {
  const [ink, gap, slope] = [otherThan(random, ground), 6 + Math.floor(random() * 14), random() * 2 - 1]
  for (let y = top; y < bottom; y += 1)
    for (let x = Math.floor((y - top) * slope); x < on.width; x += gap) if (x >= 0) paint(on, x, y, ink)
}

function rings(random: Random, on: Poster, { top, bottom, ground }: Band): void {
  const [ink, gap] = [otherThan(random, ground), 7 + Math.floor(random() * 12)]
  const [midX, midY] = [random() * on.width, (top + bottom) / 2]
  for (let y = top; y < bottom; y += 1)
    for (let x = 0; x < on.width; x += 1) {
      // Shaded at its edges, as every program draws a curve.
      const share = 1 - Math.abs((Math.hypot(x - midX, y - midY) % gap) - 2)
      if (share > 0) paint(on, x, y, mixed(ink, ground, share))
    }
}

const mixed = (a: Colour, b: Colour, share: number): Colour => [
  Math.round(a[0] * share + b[0] * (1 - share)),
  Math.round(a[1] * share + b[1] * (1 - share)),
  Math.round(a[2] * share + b[2] * (1 - share)),
]

function otherThan(random: Random, ground: Colour): Colour {
  for (;;) {
    const ink = pick(random, inks)
    if (ink !== ground) return ink
  }
}

function fill(on: Poster, box: { left: number; top: number; width: number; height: number }, colour: Colour): void {
  const right = Math.min(on.width, box.left + box.width)
  const bottom = Math.min(on.height, box.top + box.height)
  for (let y = box.top; y < bottom; y += 1) for (let x = box.left; x < right; x += 1) paint(on, x, y, colour)
}

function paint({ data, width }: Poster, x: number, y: number, [red, green, blue]: Colour): void {
  const at = (y * width + x) * 3
  data[at] = red
  data[at + 1] = green
  data[at + 2] = blue
}
