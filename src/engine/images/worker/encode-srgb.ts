/** Steps of linear light from black to white, fine enough for sRGB's steep start: a fifth of an 8-bit step. */
export const top = 1 << 14

/** sRGB's curve. */
export const encodedSrgb = Uint8Array.from({ length: top + 1 }, (_, index) => {
  const linear = index / top
  return Math.round(255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055))
})

export const encodeSrgb = (linear: number): number =>
  encodedSrgb[linear <= 0 ? 0 : linear >= 1 ? top : Math.round(linear * top)] ?? 0
