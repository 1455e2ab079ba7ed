/** Colour arithmetic from the standards, sharing nothing with lcms: the independent opinion of the colour tests. */
export type Triple = [number, number, number]
export type Matrix = [Triple, Triple, Triple]

export const multiply = (m: Matrix, v: Triple): Triple =>
  m.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as Triple

function times(a: Matrix, b: Matrix): Matrix {
  const column = (index: 0 | 1 | 2): Triple => multiply(a, [b[0][index], b[1][index], b[2][index]])
  const [x, y, z] = [column(0), column(1), column(2)]
  return [
    [x[0], y[0], z[0]],
    [x[1], y[1], z[1]],
    [x[2], y[2], z[2]],
  ]
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const rows: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ]
  return rows.map((row) => row.map((value) => value / determinant)) as Matrix
}

const d65: Triple = [0.95047, 1, 1.08883]
export const d50: Triple = [0.9642, 1, 0.8249]
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

const d65ToD50 = (() => {
  const [from, to] = [multiply(bradford, d65), multiply(bradford, d50)]
  const scale: Matrix = [
    [to[0] / from[0], 0, 0],
    [0, to[1] / from[1], 0],
    [0, 0, to[2] / from[2]],
  ]
  return times(inverse(bradford), times(scale, bradford))
})()

/** Linear RGB to XYZ under D50, from the primaries' chromaticities (white D65, but where it is D50 already). */
function rgbToXyz(
  [r, g, b]: [[number, number], [number, number], [number, number]],
  { white, adapt } = { white: d65, adapt: d65ToD50 },
): Matrix {
  const toXyz = ([x, y]: [number, number]): Triple => [x / y, 1, (1 - x - y) / y]
  const [red, green, blue] = [toXyz(r), toXyz(g), toXyz(b)]
  const columns: Matrix = [
    [red[0], green[0], blue[0]],
    [red[1], green[1], blue[1]],
    [red[2], green[2], blue[2]],
  ]
  const amount = multiply(inverse(columns), white)
  const scaled = columns.map((row) => row.map((value, index) => value * (amount[index] ?? 0))) as Matrix
  return times(adapt, scaled)
}

export const srgbMatrix = rgbToXyz([
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
])
export const p3Matrix = rgbToXyz([
  [0.68, 0.32],
  [0.265, 0.69],
  [0.15, 0.06],
])
export const adobeMatrix = rgbToXyz([
  [0.64, 0.33],
  [0.21, 0.71],
  [0.15, 0.06],
])

export const rec2020Matrix = rgbToXyz([
  [0.708, 0.292],
  [0.17, 0.797],
  [0.131, 0.046],
])
const unchanged: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
export const proPhotoMatrix = rgbToXyz(
  [
    [0.734699, 0.265301],
    [0.159597, 0.840403],
    [0.036598, 0.000105],
  ],
  { white: d50, adapt: unchanged },
)

export const srgbToLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const linearToSrgb = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

/** XYZ under D50 to 8-bit sRGB, clipped channel by channel. */
export function xyzToSrgb(xyz: Triple): Triple {
  return multiply(inverse(srgbMatrix), xyz).map((v) =>
    Math.round(255 * linearToSrgb(Math.min(1, Math.max(0, v)))),
  ) as Triple
}

export function srgbToLab(rgb: Triple): Triple {
  return xyzToLab(multiply(srgbMatrix, rgb.map((v) => srgbToLinear(v / 255)) as Triple))
}

export function xyzToLab(xyz: Triple): Triple {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116)
  const [x, y, z] = [f(xyz[0] / d50[0]), f(xyz[1] / d50[1]), f(xyz[2] / d50[2])]
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

export function labToXyz([l, a, b]: Triple): Triple {
  const y = (l + 16) / 116
  const g = (t: number) => (t ** 3 > 216 / 24389 ? t ** 3 : ((116 * t - 16) * 27) / 24389)
  return [d50[0] * g(y + a / 500), d50[1] * g(y), d50[2] * g(y - b / 200)]
}

/** CIEDE2000 (Sharma, Wu, Dalal 2005). */
export function deltaE2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const radians = Math.PI / 180
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7)))
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)]
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)]
  const hue = (b: number, a: number) => (b === 0 && a === 0 ? 0 : (Math.atan2(b, a) / radians + 360) % 360)
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)]
  const gray = c1 * c2 === 0
  const turn = gray ? 0 : ((h2 - h1 + 540) % 360) - 180
  const [dl, dc, dh] = [l2 - l1, c2 - c1, 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * radians)]
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const h = gray ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2
  const cos = (degrees: number) => Math.cos(degrees * radians)
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63)
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t]
  const rotation =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * radians)
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh))
}

/** Black point compensation: the source's black becomes none, white stays (Adobe, 2006; with its colour, as lcms 2.19 does it). */
export function compensateBlack(black: Triple): (xyz: Triple) => Triple {
  return (xyz) =>
    xyz.map((v, i) => ((v - (black[i] ?? 0)) * (d50[i] ?? 1)) / ((d50[i] ?? 1) - (black[i] ?? 0))) as Triple
}
