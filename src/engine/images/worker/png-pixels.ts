import { createInflate } from 'node:zlib'
import type { PngHeader } from './png-chunks.ts'

/**
 * How many bytes of the pixel data are the one compressed stream that it should be, with a filter and the bytes of each row
 * and not one byte more. Null where that is not what they are.
 */
export async function endOfPixels(pieces: Buffer[], header: PngHeader): Promise<number | null> {
  const expected = rowBytes(header)
  const { made, end } = await inflated(pieces, expected)
  return made === expected ? end : null
}

/** Whether compressed pixel data has all rows of a picture: what is said after them, or beside them, does not matter. */
export async function hasAllRows(pieces: Buffer[], header: PngHeader): Promise<boolean> {
  const expected = rowBytes(header)
  return (await inflated(pieces, expected)).made >= expected
}

/**
 * What compressed data comes to: how many bytes it makes, as far as it can be read and just past `most` at the furthest, and
 * the end of its stream in it, null where it has none or was not read so far. Nothing of it is kept in memory.
 */
function inflated(pieces: Buffer[], most: number): Promise<{ made: number; end: number | null }> {
  return new Promise((resolve) => {
    const inflate = createInflate({ chunkSize: 2 ** 18 })
    let made = 0
    let isOver = false
    const settle = (end: number | null) => {
      if (isOver) return
      isOver = true
      inflate.destroy()
      resolve({ made, end })
    }
    inflate.on('data', (data: Buffer) => {
      made += data.length
      if (made > most) settle(null)
    })
    inflate.on('error', () => settle(null))
    inflate.on('end', () => settle(inflate.bytesWritten))
    void feed(pieces, inflate, () => isOver)
  })
}

async function feed(pieces: Buffer[], inflate: ReturnType<typeof createInflate>, isOver: () => boolean): Promise<void> {
  for (const piece of pieces) {
    if (isOver() || inflate.destroyed) return
    await new Promise((done) => inflate.write(piece, done))
  }
  if (!isOver()) inflate.end()
}

/** The passes of an interlaced picture: where each begins and how far its pixels lie apart (PNG third edition, 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** All rows, each with its filter's byte. */
function rowBytes({ width, height, depth, samples, isInterlaced }: PngHeader): number {
  const rows = (across: number, down: number) =>
    across > 0 && down > 0 ? down * (1 + Math.ceil((across * depth * samples) / 8)) : 0
  if (!isInterlaced) return rows(width, height)
  return passes.reduce(
    (sum, [x, y, dx, dy]) => sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
    0,
  )
}
