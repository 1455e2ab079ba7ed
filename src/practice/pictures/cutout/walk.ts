import type { LabImage } from './lab-image.ts'

/** How easily a decision flows to the right and downward neighbour of each pixel: freely in flat parts, hardly over edges. */
interface Flow {
  right: Float32Array
  down: Float32Array
}

export function flowOf({ width, height, lab }: LabImage): Flow {
  const size = width * height
  const right = new Float32Array(size)
  const down = new Float32Array(size)
  let sum = 0
  let count = 0
  const gap = (i: number, j: number) => {
    const d =
      ((lab[i * 3] ?? 0) - (lab[j * 3] ?? 0)) ** 2 +
      ((lab[i * 3 + 1] ?? 0) - (lab[j * 3 + 1] ?? 0)) ** 2 +
      ((lab[i * 3 + 2] ?? 0) - (lab[j * 3 + 2] ?? 0)) ** 2
    sum += d
    count++
    return d
  }
  for (let i = 0; i < size; i++) {
    right[i] = i % width < width - 1 ? gap(i, i + 1) : -1
    down[i] = i + width < size ? gap(i, i + width) : -1
  }
  const beta = 1 / (2 * Math.max(0.5, sum / count))
  const ease = (d: number) => (d < 0 ? 0 : Math.exp(-beta * d) + 0.004)
  return { right: right.map(ease), down: down.map(ease) }
}

/**
 * Solves for the smoothest answer that still agrees with each pixel's own opinion: a random walker with priors.
 * Over-relaxed Gauss-Seidel, started from `x`, which it changes.
 */
export function walk(
  flow: Flow,
  width: number,
  opinion: Float32Array,
  trust: Float32Array,
  x: Float32Array,
  rounds: number,
) {
  const { right, down } = flow
  const size = x.length
  for (let round = 0; round < rounds; round++) {
    const backward = round % 2 === 1
    for (let n = 0; n < size; n++) {
      const i = backward ? size - 1 - n : n
      const wr = right[i] ?? 0
      const wd = down[i] ?? 0
      const wl = i % width > 0 ? (right[i - 1] ?? 0) : 0
      const wu = i >= width ? (down[i - width] ?? 0) : 0
      const own = trust[i] ?? 0
      const sum =
        own * (opinion[i] ?? 0) +
        wr * (x[i + 1] ?? 0) +
        wd * (x[i + width] ?? 0) +
        wl * (x[i - 1] ?? 0) +
        wu * (x[i - width] ?? 0)
      const old = x[i] ?? 0
      x[i] = old + 1.6 * (sum / (own + wr + wd + wl + wu + 1e-9) - old)
    }
  }
  for (let i = 0; i < size; i++) x[i] = Math.min(1, Math.max(0, x[i] ?? 0))
}
