import { paperWhite, pqCurve, toPq } from './transfer-curves.ts'

/** What a display of high dynamic range shows at most, in cd/m²: where masters are mostly made, and HLG's nominal peak. */
const sourcePeak = 1000

/** ITU-R BT.2100, HLG's way from the scene's light to that of a display of 1,000 cd/m²; paper white becomes 1. */
export function shownByHlg(out: [number, number, number], red: number, green: number, blue: number): void {
  const luminance = 0.2627 * red + 0.678 * green + 0.0593 * blue
  const gain = luminance <= 0 ? 0 : (luminance ** 0.2 * sourcePeak) / paperWhite
  out[0] = red * gain
  out[1] = green * gain
  out[2] = blue * gain
}

const brightest = toPq(sourcePeak / paperWhite)
const white = toPq(1) / brightest
const knee = 1.5 * white - 0.5

/** ITU-R BT.2390, 5.4.1: up to the knee light stays as it is, above it bends until the display's peak becomes white. */
function bent(linear: number): number {
  const level = Math.min(1, toPq(linear) / brightest)
  if (level < knee) return linear
  const t = (level - knee) / (1 - knee)
  const spline =
    (2 * t ** 3 - 3 * t ** 2 + 1) * knee + (t ** 3 - 2 * t ** 2 + t) * (1 - knee) + (-2 * t ** 3 + 3 * t ** 2) * white
  return pqCurve(spline * brightest)
}

const kneeLight = pqCurve(knee * brightest)
/** More than PQ's 10,000 cd/m² of one colour become in a narrower space. */
const most = 96
const steps = 8192
/** By the fourth root, which is fine where light is low. */
const gains = Float64Array.from({ length: steps + 1 }, (_, index) => {
  const linear = most * (index / steps) ** 4
  return linear === 0 ? 1 : bent(linear) / linear
})

/** In place, by the strongest of the three channels, so that hues stay. White is 1. */
export function rollOff(light: [number, number, number]): void {
  const strongest = Math.max(light[0], light[1], light[2])
  if (strongest <= kneeLight) return
  const gain = gains[Math.min(steps, Math.round(steps * Math.sqrt(Math.sqrt(strongest / most))))] ?? 0
  light[0] *= gain
  light[1] *= gain
  light[2] *= gain
}
