import type { Random } from '../random.ts'

/** One Gaussian of three colour axes. `inverse` is the symmetric inverse covariance: xx, xy, xz, yy, yz, zz. */
interface Cloud {
  share: number
  mean: [number, number, number]
  inverse: [number, number, number, number, number, number]
  /** log(share) − ½ log det − the constant of three dimensions. */
  offset: number
}

/** A mixture of Gaussians over Lab. */
type ColourModel = Cloud[]

/** Differences below this many Lab units are noise. */
const least = 6

/**
 * Fits a mixture to weighted pixels: k-means, then the clouds' covariances. Hard assignment is enough here, since the
 * segmentation around it iterates anyway.
 */
export function fitColours(lab: Float32Array, pixels: Int32Array, count: number, random: Random): ColourModel {
  const means = seedMeans(lab, pixels, count, random)
  const labels = new Uint8Array(pixels.length)
  for (let round = 0; round < 8; round++) {
    assign(lab, pixels, means, labels)
    moveMeans(lab, pixels, means, labels)
  }
  assign(lab, pixels, means, labels)
  return means.flatMap((_, k) => cloudOf(lab, pixels, labels, k) ?? [])
}

/** k-means++: far apart seeds. */
function seedMeans(lab: Float32Array, pixels: Int32Array, count: number, random: Random) {
  const means: [number, number, number][] = []
  const nearest = new Float32Array(pixels.length).fill(Number.MAX_VALUE)
  let chosen = Math.floor(random() * pixels.length)
  while (means.length < count) {
    const at = (pixels[chosen] ?? 0) * 3
    const mean: [number, number, number] = [lab[at] ?? 0, lab[at + 1] ?? 0, lab[at + 2] ?? 0]
    means.push(mean)
    let total = 0
    for (let i = 0; i < pixels.length; i++) {
      const d = distance(lab, (pixels[i] ?? 0) * 3, mean)
      if (d < (nearest[i] ?? 0)) nearest[i] = d
      total += nearest[i] ?? 0
    }
    let left = random() * total
    chosen = 0
    while (chosen < pixels.length - 1 && left > (nearest[chosen] ?? 0)) left -= nearest[chosen++] ?? 0
  }
  return means
}

function distance(lab: Float32Array, at: number, [l, a, b]: [number, number, number]): number {
  return ((lab[at] ?? 0) - l) ** 2 + ((lab[at + 1] ?? 0) - a) ** 2 + ((lab[at + 2] ?? 0) - b) ** 2
}

function assign(lab: Float32Array, pixels: Int32Array, means: [number, number, number][], labels: Uint8Array) {
  for (let i = 0; i < pixels.length; i++) {
    const at = (pixels[i] ?? 0) * 3
    let best = Number.MAX_VALUE
    for (const [k, mean] of means.entries()) {
      const d = distance(lab, at, mean)
      if (d < best) {
        best = d
        labels[i] = k
      }
    }
  }
}

function moveMeans(lab: Float32Array, pixels: Int32Array, means: [number, number, number][], labels: Uint8Array) {
  const sums = new Float64Array(means.length * 4)
  for (let i = 0; i < pixels.length; i++) {
    const at = (pixels[i] ?? 0) * 3
    const k = (labels[i] ?? 0) * 4
    for (let c = 0; c < 3; c++) sums[k + c] = (sums[k + c] ?? 0) + (lab[at + c] ?? 0)
    sums[k + 3] = (sums[k + 3] ?? 0) + 1
  }
  for (const [k, mean] of means.entries()) {
    const n = sums[k * 4 + 3] ?? 0
    if (n > 0) for (let c = 0; c < 3; c++) mean[c] = (sums[k * 4 + c] ?? 0) / n
  }
}

function cloudOf(lab: Float32Array, pixels: Int32Array, labels: Uint8Array, k: number): Cloud | null {
  const sum = new Float64Array(10)
  for (let i = 0; i < pixels.length; i++) {
    if (labels[i] !== k) continue
    const at = (pixels[i] ?? 0) * 3
    const [l, a, b] = [lab[at] ?? 0, lab[at + 1] ?? 0, lab[at + 2] ?? 0]
    const terms = [1, l, a, b, l * l, l * a, l * b, a * a, a * b, b * b]
    for (const [t, term] of terms.entries()) sum[t] = (sum[t] ?? 0) + term
  }
  const [n = 0, l = 0, a = 0, b = 0, ll = 0, la = 0, lb = 0, aa = 0, ab = 0, bb = 0] = sum
  if (n < 4) return null
  const mean: [number, number, number] = [l / n, a / n, b / n]
  const [ml, ma, mb] = mean
  return cloud(n / pixels.length, mean, [
    ll / n - ml * ml + least,
    la / n - ml * ma,
    lb / n - ml * mb,
    aa / n - ma * ma + least,
    ab / n - ma * mb,
    bb / n - mb * mb + least,
  ])
}

function cloud(share: number, mean: Cloud['mean'], [xx, xy, xz, yy, yz, zz]: Cloud['inverse']): Cloud {
  const cxx = yy * zz - yz * yz
  const cxy = xz * yz - xy * zz
  const cxz = xy * yz - xz * yy
  const det = Math.max(1e-6, xx * cxx + xy * cxy + xz * cxz)
  const inverse: Cloud['inverse'] = [
    cxx / det,
    cxy / det,
    cxz / det,
    (xx * zz - xz * xz) / det,
    (xy * xz - xx * yz) / det,
    (xx * yy - xy * xy) / det,
  ]
  return { share, mean, inverse, offset: Math.log(share) - 0.5 * Math.log(det) - 2.7568 }
}

/** The log likelihood of each pixel, into `out`. */
export function logLikelihood(model: ColourModel, lab: Float32Array, out: Float32Array): void {
  for (let i = 0; i < out.length; i++) {
    const [l, a, b] = [lab[i * 3] ?? 0, lab[i * 3 + 1] ?? 0, lab[i * 3 + 2] ?? 0]
    let best = -60
    let rest = 0
    for (const { mean, inverse, offset } of model) {
      const x = l - mean[0]
      const y = a - mean[1]
      const z = b - mean[2]
      const d =
        inverse[0] * x * x +
        inverse[3] * y * y +
        inverse[5] * z * z +
        2 * (inverse[1] * x * y + inverse[2] * x * z + inverse[4] * y * z)
      const value = offset - 0.5 * d
      // log-sum-exp, one term after the other
      if (value > best) {
        rest = rest * Math.exp(best - value) + 1
        best = value
      } else rest += Math.exp(value - best)
    }
    out[i] = best + Math.log(Math.max(rest, 1e-30))
  }
}
