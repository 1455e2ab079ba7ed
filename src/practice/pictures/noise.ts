import type { Random } from './random.ts'

/** Gradient noise about -1…1 over a plane, and sums of it. */
export interface Noise {
  at(x: number, y: number): number
  /** Octaves of it: each twice as fine and half as strong. */
  fractal(x: number, y: number, octaves: number): number
  /** The same, folded at zero: sharp crests, 0…1. */
  ridged(x: number, y: number, octaves: number): number
}

export function makeNoise(random: Random): Noise {
  const order = new Uint8Array(512)
  const shuffled = Array.from({ length: 256 }, (_, i) => ({ i, key: random() })).toSorted((a, b) => a.key - b.key)
  for (let i = 0; i < 512; i++) order[i] = shuffled[i & 255]?.i ?? 0
  const slopeX = Float32Array.from({ length: 256 }, (_, i) => Math.cos((i / 256) * 2 * Math.PI) * 1.5)
  const slopeY = Float32Array.from({ length: 256 }, (_, i) => Math.sin((i / 256) * 2 * Math.PI) * 1.5)

  const at = (x: number, y: number): number => {
    const fx = Math.floor(x)
    const fy = Math.floor(y)
    const dx = x - fx
    const dy = y - fy
    const left = order[fx & 255] ?? 0
    const right = order[(fx + 1) & 255] ?? 0
    const a = order[(left + fy) & 511] ?? 0
    const b = order[(right + fy) & 511] ?? 0
    const c = order[(left + fy + 1) & 511] ?? 0
    const d = order[(right + fy + 1) & 511] ?? 0
    const va = (slopeX[a] ?? 0) * dx + (slopeY[a] ?? 0) * dy
    const vb = (slopeX[b] ?? 0) * (dx - 1) + (slopeY[b] ?? 0) * dy
    const vc = (slopeX[c] ?? 0) * dx + (slopeY[c] ?? 0) * (dy - 1)
    const vd = (slopeX[d] ?? 0) * (dx - 1) + (slopeY[d] ?? 0) * (dy - 1)
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10)
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10)
    const top = va + (vb - va) * u
    return top + (vc + (vd - vc) * u - top) * v
  }

  return {
    at,
    fractal(x, y, octaves) {
      let [sum, scale, weight] = [0, 1, 0.5]
      for (let i = 0; i < octaves; i++) {
        sum += at(x * scale + i * 17.3, y * scale - i * 9.1) * weight
        scale *= 2
        weight *= 0.5
      }
      return sum
    },
    ridged(x, y, octaves) {
      let [sum, scale, weight, total] = [0, 1, 0.5, 0]
      for (let i = 0; i < octaves; i++) {
        const crest = 1 - Math.abs(at(x * scale + i * 31.7, y * scale + i * 11.9))
        sum += crest * crest * weight
        total += weight
        scale *= 2.1
        weight *= 0.48
      }
      return sum / total
    },
  }
}
