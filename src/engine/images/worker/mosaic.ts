import type { RawPicture } from './raw-picture.ts'

const tile = 128
/** Tiles begin where an encoder's blocks do (16 px with halved chroma), so they cost what they cost in place. */
const align = 16

export interface Mosaic {
  raw: RawPicture
  /** How many times the mosaic's pixels the picture has. */
  scale: number
}

/** A small picture of tiles spread over a large one, on which sizes can be predicted at 2 % of the cost (shared/speed.md). */
export function makeMosaic({ data, width, height, channels }: RawPicture, share: number): Mosaic {
  const side = Math.ceil(Math.sqrt(Math.max(64, (width * height * share) / (tile * tile))))
  const edge = side * tile
  const out = Buffer.allocUnsafe(edge * edge * channels)
  const next = randomFractions()
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const left = placeTile(column, next(), side, width)
      const top = placeTile(row, next(), side, height)
      for (let line = 0; line < tile; line += 1) {
        const from = ((top + line) * width + left) * channels
        data.copy(out, ((row * tile + line) * edge + column * tile) * channels, from, from + tile * channels)
      }
    }
  }
  const raw: RawPicture = { data: out, width: edge, height: edge, channels }
  return { raw, scale: (width * height) / (edge * edge) }
}

/** Somewhere within its cell of the grid: regular patterns would be met in step otherwise. */
function placeTile(cell: number, jitter: number, side: number, length: number): number {
  const wanted = Math.floor((((cell + jitter) / side) * length) / align) * align
  return Math.min(wanted, length - tile)
}

/** The same for the same picture, so that its prepared bytes are too. */
function randomFractions(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) / 0x800000
  }
}
