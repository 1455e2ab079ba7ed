import { constants, createInflate } from 'node:zlib'
import type { PngHeader } from './png-chunks.ts'

/**
 * How many bytes of the pixel data are the one compressed stream that it should be, with a filter and the bytes of each row
 * and not one byte more. Null where that is not what they are. Nothing of it is kept in memory.
 */
export function endOfPixels(pieces: Buffer[], header: PngHeader): Promise<number | null> {
  const expected = rowBytes(header)
  return new Promise((resolve) => {
    const inflate = createInflate({ chunkSize: 2 ** 18 })
    let made = 0
    let isOver = false
    const settle = (end: number | null) => {
      if (isOver) return
      isOver = true
      inflate.destroy()
      resolve(end)
    }
    inflate.on('data', (data: Buffer) => {
      made += data.length
      if (made > expected) settle(null)
    })
    inflate.on('error', () => settle(null))
    inflate.on('end', () => settle(made === expected ? inflate.bytesWritten : null))
    void feed(pieces, inflate, () => isOver)
  })
}

/** Whether compressed pixel data has all rows of a picture: what is said after them, or beside them, does not matter. */
export function hasAllRows(pieces: Buffer[], header: PngHeader): Promise<boolean> {
  const expected = rowBytes(header)
  return new Promise((resolve) => {
    // Data that stops is no error here: it has the rows that it has.
    const inflate = createInflate({ chunkSize: 2 ** 18, finishFlush: constants.Z_SYNC_FLUSH })
    let made = 0
    let isOver = false
    const settle = () => {
      if (isOver) return
      isOver = true
      inflate.destroy()
      resolve(made >= expected)
    }
    inflate.on('data', (data: Buffer) => {
      made += data.length
      if (made >= expected) settle()
    })
    inflate.on('error', settle)
    inflate.on('end', settle)
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
