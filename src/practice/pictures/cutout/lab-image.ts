import { openImage } from '../loaders.ts'

/** A small picture as the eye sees differences: three planes of CIE Lab, and its sRGB in 0…1 as a guide. */
export interface LabImage {
  width: number
  height: number
  /** L, a, b after each other for each pixel. */
  lab: Float32Array
  /** r, g, b after each other for each pixel, 0…1. */
  rgb: Float32Array
}

/** Large enough for a shape, small enough for a fraction of a second. */
const workEdge = 320

export async function readLabImage(source: Buffer): Promise<LabImage> {
  const { data, info } = await openImage(source)
    .flatten({ background: '#808080' })
    .resize(workEdge, workEdge, { fit: 'inside', withoutEnlargement: true, kernel: 'lanczos3' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const rgb = Float32Array.from(data, (value) => value / 255)
  return { width, height, rgb, lab: toLab(rgb) }
}

function toLab(rgb: Float32Array): Float32Array {
  const lab = new Float32Array(rgb.length)
  for (let i = 0; i < rgb.length; i += 3) {
    const [r, g, b] = [linear(rgb[i] ?? 0), linear(rgb[i + 1] ?? 0), linear(rgb[i + 2] ?? 0)]
    const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b)
    const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    lab[i] = 116 * y - 16
    lab[i + 1] = 500 * (x - y)
    lab[i + 2] = 200 * (y - z)
  }
  return lab
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function root(value: number): number {
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116
}
