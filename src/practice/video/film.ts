import { openPixels } from '../pictures/loaders.ts'
import { paintPixels } from '../pictures/paint.ts'
import type { Canvas, FilmRecipe } from '../pictures/recipe.ts'
import { encode, type Frame, stepPixels } from './h264.ts'
import { mp4 } from './mp4.ts'

const framesPerSecond = 8

/** A small playable film: the eye moves slowly along a painting that is wider than the frame. */
export async function film(recipe: FilmRecipe, { width, height }: Canvas): Promise<Buffer> {
  const count = recipe.seconds * framesPerSecond
  const coded = { width: Math.ceil(width / 16) * 16, height: Math.ceil(height / 16) * 16 }
  const wide = coded.width + (count - 1) * stepPixels
  const painted = await paintPixels(recipe, { width: wide, height: coded.height })
  const exact =
    painted.width === wide && painted.height === coded.height
      ? painted.pixels
      : await openPixels(painted.pixels, painted.width, painted.height, 3)
          .resize(wide, coded.height, { fit: 'fill' })
          .raw()
          .toBuffer()
  const planes = toPlanes(exact, wide, coded.height)
  const frames = Array.from({ length: count }, (_, i) => cropped(planes, i * stepPixels, coded.width))
  return mp4({ width, height, framesPerSecond, ...encode(frames, { width, height }) })
}

/** BT.601, 16…235. */
function toPlanes(pixels: Uint8Array | Uint8ClampedArray, width: number, height: number): Frame {
  const luma = new Uint8Array(width * height)
  const blue = new Uint8Array((width * height) / 4)
  const red = new Uint8Array((width * height) / 4)
  for (let i = 0; i < luma.length; i++) {
    const [r = 0, g = 0, b = 0] = [pixels[i * 3], pixels[i * 3 + 1], pixels[i * 3 + 2]]
    luma[i] = Math.round(16 + 0.257 * r + 0.504 * g + 0.098 * b)
  }
  for (let y = 0; y < height / 2; y++) {
    for (let x = 0; x < width / 2; x++) {
      const mean = [0, 1, 2].map((c) => {
        const at = (dx: number, dy: number) => pixels[((2 * y + dy) * width + 2 * x + dx) * 3 + c] ?? 0
        return (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4
      })
      const [r = 0, g = 0, b = 0] = mean
      blue[(y * width) / 2 + x] = Math.round(128 - 0.148 * r - 0.291 * g + 0.439 * b)
      red[(y * width) / 2 + x] = Math.round(128 + 0.439 * r - 0.368 * g - 0.071 * b)
    }
  }
  return { width, height, luma, blue, red }
}

function cropped(whole: Frame, left: number, width: number): Frame {
  const cut = (plane: Uint8Array, stride: number, x: number, columns: number) => {
    const rows = plane.length / stride
    const out = new Uint8Array(columns * rows)
    for (let y = 0; y < rows; y++) out.set(plane.subarray(y * stride + x, y * stride + x + columns), y * columns)
    return out
  }
  return {
    width,
    height: whole.height,
    luma: cut(whole.luma, whole.width, left, width),
    blue: cut(whole.blue, whole.width / 2, left / 2, width / 2),
    red: cut(whole.red, whole.width / 2, left / 2, width / 2),
  }
}
