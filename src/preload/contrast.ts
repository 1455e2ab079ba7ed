/** As WCAG reckons it; 0 where a colour is not known, is darker than black or lighter than white, or lets others through. */
export function contrast(one: string, other: string): number {
  const [a = Number.NaN, b = Number.NaN] = [lightOf(one), lightOf(other)].sort((a, b) => b - a)
  const found = (a + 0.05) / (b + 0.05)
  return Number.isNaN(found) ? 0 : found
}

function lightOf(color: string): number {
  const [, model, r, g, b, alpha = '1'] =
    /^(rgba?|color)\((?:srgb )?([\d.e-]+)[, ]+([\d.e-]+)[, ]+([\d.e-]+)(?:[, /]+([\d.]+))?\)$/.exec(color) ?? []
  if (model === undefined || Number(alpha) < 1) return Number.NaN
  const parts = [r, g, b].map((part) => Number(part) / (model === 'color' ? 1 : 255))
  if (!parts.every((part) => part >= 0 && part <= 1)) return Number.NaN
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
