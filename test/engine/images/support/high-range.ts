import { multiply, type Triple, xyzToSrgb } from './colour-science.ts'

/** ITU-R BT.2100 and BT.2390 once more, by their formulas and without tables: in cd/m², where the worker counts in white. */
const [whiteNits, peakNits] = [203, 1000]

const rec2020ToXyzD50: [Triple, Triple, Triple] = [
  [0.673459, 0.165661, 0.1251],
  [0.279033, 0.675338, 0.0456287],
  [-0.00193107, 0.0299794, 0.797162],
]

const pqToNits = (v: number): number => {
  const p = v ** (1 / 78.84375)
  return 10_000 * (Math.max(p - 0.8359375, 0) / (18.8515625 - 18.6875 * p)) ** (1 / 0.1593017578125)
}
const nitsToPq = (nits: number): number => {
  const y = (nits / 10_000) ** 0.1593017578125
  return ((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y)) ** 78.84375
}

function hlgToNits(rgb: Triple): Triple {
  const scene = rgb.map((v) => (v <= 0.5 ? (v * v) / 3 : (Math.exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12))
  const [r = 0, g = 0, b = 0] = scene
  const luminance = 0.2627 * r + 0.678 * g + 0.0593 * b
  return scene.map((v) => (luminance > 0 ? peakNits * luminance ** 0.2 * v : 0)) as Triple
}

/** BT.2390-11, 5.4.1, from 0–1,000 to 0–203 cd/m². */
function bentNits(nits: number): number {
  const most = nitsToPq(whiteNits) / nitsToPq(peakNits)
  const start = 1.5 * most - 0.5
  const e = Math.min(1, nitsToPq(nits) / nitsToPq(peakNits))
  if (e < start) return nits
  const t = (e - start) / (1 - start)
  const bent =
    (2 * t ** 3 - 3 * t ** 2 + 1) * start + (t ** 3 - 2 * t ** 2 + t) * (1 - start) + (-2 * t ** 3 + 3 * t ** 2) * most
  return pqToNits(bent * nitsToPq(peakNits))
}

/** 8-bit sRGB of an encoded colour of Rec. 2100, 0 to 1: rolled off by the strongest of sRGB's channels. */
export function highRangeInSrgb(encoded: Triple, curve: 'PQ' | 'HLG'): Triple {
  const nits = curve === 'PQ' ? (encoded.map(pqToNits) as Triple) : hlgToNits(encoded)
  const linear = linearSrgb(multiply(rec2020ToXyzD50, nits))
  const strongest = Math.max(...linear)
  const gain = strongest <= 0 ? 1 : bentNits(strongest) / strongest
  return xyzToSrgb(multiply(rec2020ToXyzD50, nits.map((v) => (v * gain) / whiteNits) as Triple))
}

/** ICC's sRGB, XYZ under D50. */
function linearSrgb([x, y, z]: Triple): Triple {
  return [
    3.1341 * x - 1.6174 * y - 0.4907 * z,
    -0.9788 * x + 1.9163 * y + 0.0334 * z,
    0.072 * x - 0.229 * y + 1.4054 * z,
  ]
}
