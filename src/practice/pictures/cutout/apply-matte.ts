import { Breath } from '../breathe.ts'
import type { Matte } from './matte.ts'

/** Lays the matte over the full picture: writes alpha into RGBA pixels, in place. */
export async function applyMatte(pixels: Uint8Array, width: number, height: number, matte: Matte): Promise<void> {
  const breath = new Breath()
  const row = new Float32Array(matte.width * 4)
  const columns = columnsOf(width, matte.width)
  for (let y = 0; y < height; y++) {
    blendRow(matte, ((y + 0.5) / height) * matte.height - 0.5, row)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const left = (columns.left[x] ?? 0) * 4
      const right = (columns.right[x] ?? 0) * 4
      const t = columns.share[x] ?? 0
      const s = 1 - t
      const value =
        (((row[left] ?? 0) * s + (row[right] ?? 0) * t) * (pixels[at] ?? 0) +
          ((row[left + 1] ?? 0) * s + (row[right + 1] ?? 0) * t) * (pixels[at + 1] ?? 0) +
          ((row[left + 2] ?? 0) * s + (row[right + 2] ?? 0) * t) * (pixels[at + 2] ?? 0)) /
          255 +
        ((row[left + 3] ?? 0) * s + (row[right + 3] ?? 0) * t)
      // The ends are pulled in: a veil of a few percent over the whole background is dirt, not an edge.
      const alpha = Math.min(1, Math.max(0, (value - 0.12) / 0.76))
      pixels[at + 3] = Math.round(alpha * (pixels[at + 3] ?? 255))
      if (pixels[at + 3] === 0) pixels.fill(0, at, at + 3)
    }
    await breath.take()
  }
}

function columnsOf(width: number, small: number) {
  const left = new Int32Array(width)
  const right = new Int32Array(width)
  const share = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const at = Math.min(small - 1, Math.max(0, ((x + 0.5) / width) * small - 0.5))
    left[x] = Math.floor(at)
    right[x] = Math.min(small - 1, Math.floor(at) + 1)
    share[x] = at - Math.floor(at)
  }
  return { left, right, share }
}

function blendRow(matte: Matte, at: number, row: Float32Array): void {
  const y = Math.min(matte.height - 1, Math.max(0, at))
  const upper = Math.floor(y) * row.length
  const lower = Math.min(matte.height - 1, Math.floor(y) + 1) * row.length
  const t = y - Math.floor(y)
  for (let i = 0; i < row.length; i++) {
    row[i] = (matte.line[upper + i] ?? 0) * (1 - t) + (matte.line[lower + i] ?? 0) * t
  }
}
