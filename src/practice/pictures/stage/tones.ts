import { type Colour, hueOf, oklch } from '../colour.ts'
import { openImage } from '../loaders.ts'

/** The colours of a page by what they are for. */
export interface Tones {
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

/** Lightness and chroma, each in the product's own hue. */
type Shades = Record<keyof Tones, [lightness: number, chroma: number]>

const plain: Shades = {
  ground: [0.985, 0.003],
  panel: [0.93, 0.03],
  ink: [0.23, 0.02],
  quiet: [0.47, 0.02],
  accent: [0.56, 0.15],
  onAccent: [0.98, 0.01],
}

/** Each shop looks otherwise: plain, warm, coloured, dark. */
const shops: Record<string, { shades: Shades; hue?: number }> = {
  etsy: { shades: { ...plain, ground: [0.95, 0.022], panel: [0.88, 0.04], ink: [0.29, 0.04] }, hue: 70 },
  shopify: {
    shades: { ...plain, ground: [0.91, 0.045], panel: [0.82, 0.085], ink: [0.25, 0.05], quiet: [0.42, 0.06] },
  },
  'own-shop': {
    shades: {
      ground: [0.2, 0.02],
      panel: [0.29, 0.04],
      ink: [0.96, 0.01],
      quiet: [0.76, 0.02],
      accent: [0.76, 0.13],
      onAccent: [0.2, 0.03],
    },
  },
}

export function tonesFor(platform: string, productHue: number): Tones {
  const { shades, hue = productHue } = shops[platform] ?? { shades: plain }
  const tone = (name: keyof Tones): Colour => oklch(...shades[name], hue)
  return {
    ground: tone('ground'),
    panel: tone('panel'),
    ink: tone('ink'),
    quiet: tone('quiet'),
    accent: tone('accent'),
    onAccent: tone('onAccent'),
  }
}
