/** A colour as people see it: lightness from 0 to 1, and how far it leans to red (a) and to yellow (b). */
export type OkLab = readonly [lightness: number, a: number, b: number]

/** Linear light of each 8-bit value of sRGB. */
const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const v = value / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

/** Björn Ottosson's OKLab of 8-bit sRGB: distances in it are as far as colours look apart. */
export function okLabOf(red: number, green: number, blue: number): OkLab {
  const [r, g, b] = [linear[red] ?? 0, linear[green] ?? 0, linear[blue] ?? 0]
  const l = Math.cbrt(0.412_221_4708 * r + 0.536_332_5363 * g + 0.051_445_9929 * b)
  const m = Math.cbrt(0.211_903_4982 * r + 0.680_699_5451 * g + 0.107_396_9566 * b)
  const s = Math.cbrt(0.088_302_4619 * r + 0.281_718_8376 * g + 0.629_978_7005 * b)
  return [
    0.210_454_2553 * l + 0.793_617_785 * m - 0.004_072_0468 * s,
    1.977_998_4951 * l - 2.428_592_205 * m + 0.450_593_7099 * s,
    0.025_904_0371 * l + 0.782_771_7662 * m - 0.808_675_766 * s,
  ]
}
