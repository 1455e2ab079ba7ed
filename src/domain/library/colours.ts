import { okLabOf } from './oklab.ts'
import { type PaletteColour, readPalette } from './palette.ts'

/** The colours that a library is searched by: those that languages have a word for before any other. */
export const colourNames = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'black',
  'grey',
  'white',
] as const
export type ColourName = (typeof colourNames)[number]

/** What else people call them. */
export const colourWords: ReadonlyMap<string, ColourName> = new Map([
  ...colourNames.map((name) => [name, name] as const),
  ['gray', 'grey'],
  ['violet', 'purple'],
  ['turquoise', 'teal'],
])

/** Below this a colour looks grey. */
const leastChroma = 0.035
/** Hues in degrees of OKLCH, each up to the next. */
const hues: readonly (readonly [from: number, name: ColourName])[] = [
  [325, 'pink'],
  [285, 'purple'],
  [222, 'blue'],
  [172, 'teal'],
  [116, 'green'],
  [84, 'yellow'],
  [45, 'orange'],
  [15, 'red'],
  [0, 'pink'],
]

/** The word that most people would have for a colour. */
export function colourNameOf(hex: string): ColourName {
  const value = Number.parseInt(hex.slice(1), 16)
  const [lightness, a, b] = okLabOf((value >> 16) & 255, (value >> 8) & 255, value & 255)
  const chroma = Math.hypot(a, b)
  if (lightness < 0.2) return 'black'
  if (chroma < leastChroma) return lightness < 0.32 ? 'black' : lightness > 0.92 ? 'white' : 'grey'
  const hue = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
  return shaded(hues.find(([from]) => hue >= from)?.[1] ?? 'pink', lightness, chroma)
}

/** A dark orange is brown, a dark pink is red or purple, a pale red is pink. */
function shaded(name: ColourName, lightness: number, chroma: number): ColourName {
  if (name === 'orange' && (lightness < 0.62 || chroma < 0.08)) return 'brown'
  if (name === 'yellow' && lightness < 0.6) return chroma < 0.1 ? 'brown' : 'green'
  if (name === 'red' && lightness < 0.4 && chroma < 0.1) return 'brown'
  if (name === 'red' && lightness > 0.72) return 'pink'
  if (name === 'pink' && lightness < 0.5) return 'purple'
  return name
}

/** A strong colour catches the eye where it is small; a ground of white or grey has to be most of what there is. */
const leastShare = (name: ColourName): number =>
  name === 'white' || name === 'grey' || name === 'black' || name === 'brown' ? 20 : 8

/** The colours that a picture is found by, with the share of each in percent. */
export function coloursOf(palette: string): Map<ColourName, number> {
  const shares = new Map<ColourName, number>()
  for (const { hex, share } of readPalette(palette) satisfies PaletteColour[]) {
    const name = colourNameOf(hex)
    shares.set(name, (shares.get(name) ?? 0) + share)
  }
  return new Map([...shares].filter(([name, share]) => share >= leastShare(name)))
}
