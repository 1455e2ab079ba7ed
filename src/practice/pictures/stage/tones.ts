import { type Colour, hueOf, oklch } from '../colour.ts'
import { openImage } from '../loaders.ts'

/** The colours of a page by what they are for. */
export interface Tones {
  hue: number
  ground: Colour
  /** A second ground, for discs and panels. */
  panel: Colour
  ink: Colour
  quiet: Colour
  accent: Colour
  /** What is printed on the accent. */
  onAccent: Colour
}

/** The hue a product is remembered by; a warm neutral for one without colour. */
export async function hueOfProduct(png: Buffer): Promise<number> {
  const { data, info } = await openImage(png)
    .resize(48, 48, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [x, y] = [0, 0]
  for (let i = 0; i < info.width * info.height; i++) {
    if ((data[i * 4 + 3] ?? 0) < 128) continue
    const { hue, chroma } = hueOf([data[i * 4] ?? 0, data[i * 4 + 1] ?? 0, data[i * 4 + 2] ?? 0])
    x += chroma * Math.cos((hue * Math.PI) / 180)
    y += chroma * Math.sin((hue * Math.PI) / 180)
  }
  return Math.hypot(x, y) < 2 ? 62 : (Math.atan2(y, x) * 180) / Math.PI
}

/** Each shop looks otherwise: plain, warm, coloured, dark. */
export function tonesFor(platform: string, hue: number): Tones {
  const accent = oklch(0.56, 0.15, hue)
  const common = { hue, accent, onAccent: oklch(0.98, 0.01, hue) }
  switch (platform) {
    case 'etsy':
      return {
        ...common,
        ground: oklch(0.95, 0.022, 78),
        panel: oklch(0.88, 0.04, 70),
        ink: oklch(0.29, 0.04, 45),
        quiet: oklch(0.48, 0.04, 50),
      }
    case 'shopify':
      return {
        ...common,
        ground: oklch(0.91, 0.045, hue),
        panel: oklch(0.82, 0.085, hue),
        ink: oklch(0.25, 0.05, hue),
        quiet: oklch(0.42, 0.06, hue),
      }
    case 'own-shop':
      return {
        ...common,
        accent: oklch(0.76, 0.13, hue),
        onAccent: oklch(0.2, 0.03, hue),
        ground: oklch(0.2, 0.02, hue),
        panel: oklch(0.29, 0.04, hue),
        ink: oklch(0.96, 0.01, hue),
        quiet: oklch(0.76, 0.02, hue),
      }
    default:
      return {
        ...common,
        ground: oklch(0.985, 0.003, hue),
        panel: oklch(0.93, 0.03, hue),
        ink: oklch(0.23, 0.02, hue),
        quiet: oklch(0.47, 0.02, hue),
      }
  }
}
