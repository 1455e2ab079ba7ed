/** From an encoded value, 0 to 1, to linear light. */
export type Curve = (encoded: number) => number

/** IEC 61966-2-1. */
export const srgbCurve: Curve = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)

export const power =
  (exponent: number): Curve =>
  (v) =>
    v ** exponent

/** ITU-R BT.2408: what white paper has in a picture of high dynamic range, in cd/m². White here is 1. */
export const paperWhite = 203

const [m1, m2, c1, c2, c3] = [2610 / 16384, (2523 / 4096) * 128, 3424 / 4096, (2413 / 4096) * 32, (2392 / 4096) * 32]

/** ITU-R BT.2100, perceptual quantization: up to 10,000 cd/m². */
export const pqCurve: Curve = (v) => {
  const root = v ** (1 / m2)
  return ((Math.max(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1) * 10_000) / paperWhite
}

/** Its inverse. */
export const toPq = (linear: number): number => {
  const root = ((linear * paperWhite) / 10_000) ** m1
  return ((c1 + c2 * root) / (1 + c3 * root)) ** m2
}

/** ITU-R BT.2100, hybrid log-gamma: the scene's light, 0 to 1; what a display makes of it is another step. */
export const hlgCurve: Curve = (v) =>
  v <= 0.5 ? v ** 2 / 3 : (Math.exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12
