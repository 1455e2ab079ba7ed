import type { RawPicture } from './raw-picture.ts'

/**
 * As high as an encoder's blocks (16 px with halved chroma), so that many tiles fit into few pixels; wide, since what
 * a block costs depends on the one to its left. Sizes so predicted err by 0.3 %; with square tiles it was 1 %.
 */
export const tile = { width: 128, height: 16 }
/** Tiles begin where blocks do, and so cost what they cost in place. */
const align = 16
const fewTiles = 128
/** WebP holds no line longer than 16,383 px. */
const mostColumns = 127
/** What the seams cost, as a factor, measured on photographs. */
const seams = 1.005

export interface Mosaic {
  raw: RawPicture
  /** A single block of nothing: its encoding is hardly more than what every file begins with, the tables of a JPEG. */
  blank: RawPicture
  /** The bytes that the picture would have, from those of the mosaic and of the blank. */
  wholeFrom(bytes: number, blankBytes: number): number
}

/** A small picture of tiles spread over a large one, on which sizes can be predicted at 2 % of the cost (shared/speed.md). */
export function makeMosaic(picture: RawPicture, share: number, leastTiles = fewTiles): Mosaic {
  const { data, width, height, channels } = picture
  const tiles = Math.max(leastTiles, (width * height * share) / (tile.width * tile.height))
  const columns = Math.min(mostColumns, Math.ceil(Math.sqrt((tiles * width) / height)))
  const rows = Math.ceil(tiles / columns)
  const [across, down] = [columns * tile.width, rows * tile.height]
  const out = Buffer.allocUnsafe(across * down * channels)
  const next = randomFractions()
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = place(column, next(), columns, width - tile.width)
      const top = place(row, next(), rows, height - tile.height)
      for (let line = 0; line < tile.height; line += 1) {
        const from = ((top + line) * width + left) * channels
        const to = ((row * tile.height + line) * across + column * tile.width) * channels
        data.copy(out, to, from, from + tile.width * channels)
      }
    }
  }
  const scale = (width * height) / (across * down) / seams
  return {
    raw: { data: out, width: across, height: down, channels },
    blank: { data: Buffer.alloc(align * align * channels), width: align, height: align, channels },
    wholeFrom: (bytes, blankBytes) => Math.max(0, bytes - blankBytes) * scale + blankBytes,
  }
}

/** Somewhere within its cell of the grid: regular patterns would be met in step otherwise. */
function place(cell: number, jitter: number, cells: number, room: number): number {
  return Math.floor((((cell + jitter) / cells) * room) / align) * align
}

/** The same for the same picture, so that its prepared bytes are too. */
function randomFractions(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) / 0x800000
  }
}
