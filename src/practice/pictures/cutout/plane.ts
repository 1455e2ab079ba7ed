/** Mean over a square window, clipped at the edges, by running sums. */
export function boxMean(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) sumLine(plane, rows, y * width, 1, width, radius)
  const out = new Float32Array(plane.length)
  for (let x = 0; x < width; x++) sumLine(rows, out, x, width, height, radius)
  return out
}

function sumLine(from: Float32Array, to: Float32Array, start: number, step: number, length: number, radius: number) {
  let sum = 0
  let count = 0
  for (let i = 0; i < Math.min(radius, length); i++) {
    sum += from[start + i * step] ?? 0
    count++
  }
  for (let i = 0; i < length; i++) {
    if (i + radius < length) {
      sum += from[start + (i + radius) * step] ?? 0
      count++
    }
    if (i - radius - 1 >= 0) {
      sum -= from[start + (i - radius - 1) * step] ?? 0
      count--
    }
    to[start + i * step] = sum / count
  }
}

/** The value below which the given share of a plane lies. */
export function quantile(plane: Float32Array, share: number): number {
  const sorted = plane.toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** Otsu's threshold of values in 0…1: the cut that parts them best. */
export function otsu(plane: Float32Array): number {
  const bins = 128
  const counts = new Float64Array(bins)
  for (const value of plane) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(value * bins)))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const totalSum = counts.reduce((sum, n, bin) => sum + n * bin, 0)
  let [below, belowSum, best, cut] = [0, 0, -1, bins / 2]
  for (let bin = 0; bin < bins - 1; bin++) {
    below += counts[bin] ?? 0
    belowSum += (counts[bin] ?? 0) * bin
    const above = plane.length - below
    if (below === 0 || above === 0) continue
    const gap = belowSum / below - (totalSum - belowSum) / above
    const spread = below * above * gap * gap
    if (spread > best) [best, cut] = [spread, bin + 1]
  }
  return cut / bins
}
