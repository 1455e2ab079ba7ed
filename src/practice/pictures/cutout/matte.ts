import type { LabImage } from './lab-image.ts'
import { boxMean } from './plane.ts'

/** At each small pixel, alpha as a straight line of the colour: alpha = r·red + g·green + b·blue + base. */
export interface Matte {
  width: number
  height: number
  /** r, g, b, base after each other for each pixel. */
  line: Float32Array
}

const radius = 2
const noise = 2e-4

/**
 * The colour guided filter (He et al., 2010) on the small picture. Its lines, unlike the small alpha itself, can be
 * enlarged and laid over the full picture: then edges follow the picture's own pixels.
 */
export function matteOf({ width, height, rgb }: LabImage, alpha: Float32Array): Matte {
  const size = width * height
  const mean = (pixel: (i: number) => number) =>
    boxMean(
      Float32Array.from({ length: size }, (_, i) => pixel(i)),
      width,
      height,
      radius,
    )
  const colour = (c: number) => (i: number) => rgb[i * 3 + c] ?? 0
  const product = (c: number, d: number) => (i: number) => (rgb[i * 3 + c] ?? 0) * (rgb[i * 3 + d] ?? 0)
  const withAlpha = (c: number) => (i: number) => (rgb[i * 3 + c] ?? 0) * (alpha[i] ?? 0)
  const [r, g, b] = [mean(colour(0)), mean(colour(1)), mean(colour(2))]
  const p = mean((i) => alpha[i] ?? 0)
  const [rr, rg, rb] = [mean(product(0, 0)), mean(product(0, 1)), mean(product(0, 2))]
  const [gg, gb, bb] = [mean(product(1, 1)), mean(product(1, 2)), mean(product(2, 2))]
  const [rp, gp, bp] = [mean(withAlpha(0)), mean(withAlpha(1)), mean(withAlpha(2))]
  const lines = [0, 1, 2, 3].map(() => new Float32Array(size))
  for (let i = 0; i < size; i++) {
    const [mr, mg, mb, mp] = [r[i] ?? 0, g[i] ?? 0, b[i] ?? 0, p[i] ?? 0]
    const slope = solve(
      [
        (rr[i] ?? 0) - mr * mr + noise,
        (rg[i] ?? 0) - mr * mg,
        (rb[i] ?? 0) - mr * mb,
        (gg[i] ?? 0) - mg * mg + noise,
        (gb[i] ?? 0) - mg * mb,
        (bb[i] ?? 0) - mb * mb + noise,
      ],
      [(rp[i] ?? 0) - mr * mp, (gp[i] ?? 0) - mg * mp, (bp[i] ?? 0) - mb * mp],
    )
    const parts = [...slope, mp - slope[0] * mr - slope[1] * mg - slope[2] * mb]
    for (const [c, part] of parts.entries()) (lines[c] ?? lines[0])?.set([part], i)
  }
  const smooth = lines.map((plane) => boxMean(plane, width, height, radius))
  const line = new Float32Array(size * 4)
  for (let i = 0; i < size; i++) for (let c = 0; c < 4; c++) line[i * 4 + c] = smooth[c]?.[i] ?? 0
  return { width, height, line }
}

type Symmetric = [number, number, number, number, number, number]

/** Solves a symmetric 3×3 system by its adjugate. */
function solve([xx, xy, xz, yy, yz, zz]: Symmetric, [u, v, w]: [number, number, number]): [number, number, number] {
  const cxx = yy * zz - yz * yz
  const cxy = xz * yz - xy * zz
  const cxz = xy * yz - xz * yy
  const cyy = xx * zz - xz * xz
  const cyz = xy * xz - xx * yz
  const czz = xx * yy - xy * xy
  const det = xx * cxx + xy * cxy + xz * cxz
  return [(cxx * u + cxy * v + cxz * w) / det, (cxy * u + cyy * v + cyz * w) / det, (cxz * u + cyz * v + czz * w) / det]
}
