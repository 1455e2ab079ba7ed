import { type Colour, hueOf, oklch } from './colour.ts'
import { between, pick, type Random } from './random.ts'
import type { Rgb } from './recipe.ts'

export type SceneName =
  | 'mountains'
  | 'ridges'
  | 'sea'
  | 'dunes'
  | 'forest'
  | 'city'
  | 'paper'
  | 'flow'
  | 'still-life'
  | 'backdrop'
type Mood = 'dawn' | 'day' | 'dusk' | 'night' | 'fog'

/** The colours of a picture by what they are for. */
interface Palette {
  /** From the top of the sky to the horizon. */
  sky: [Colour, Colour, Colour]
  light: Colour
  far: Colour
  near: Colour
  accent: Colour
  /** A ramp from dark to light for pictures without a horizon. */
  steps: Colour[]
}

export interface Theme {
  scene: SceneName
  mood: Mood
  palette: Palette
}

const sceneWords: [RegExp, [SceneName, ...SceneName[]]][] = [
  [/\b(backdrop)\b/i, ['backdrop']],
  [/\b(sea|ocean|wave|waves|beach|coast|boat|sail|ship|harbou?r|lake|river|island|lighthouse|water)\b/i, ['sea']],
  [/\b(desert|dunes?|sand|sahara|mars|canyon|terracotta)\b/i, ['dunes']],
  [/\b(forest|trees?|pines?|woods?|jungle|fox|deer|bear)\b/i, ['forest']],
  [/\b(city|street|skyline|tower|buildings?|architecture|neon|tokyo|paris|house)\b/i, ['city']],
  [
    /\b(vase|cup|bottle|lamp|product|watch|perfume|still|ceramic|fruit|apple|pot|jar|glass|table|mug|candle|bowl|studio|portrait)\b/i,
    ['still-life'],
  ],
  [/\b(abstract|paper|poster|collage|geometric|pattern|illustration|minimal|logo|flowers?|cat|dog)\b/i, ['paper']],
  [/\b(marble|smoke|silk|liquid|galaxy|space|nebula|fire|aurora|dream|clouds?|storm)\b/i, ['flow']],
  [/\b(mountains?|alps|peaks?|snow|cliffs?|volcano)\b/i, ['mountains', 'ridges']],
  [/\b(hills?|valley|landscape|meadow|fields?|sky|horizon|sun(rise|set)?)\b/i, ['ridges', 'mountains']],
]

const moodWords: [RegExp, Mood][] = [
  [/\b(night|moon|moonlit|midnight|stars?|black|dark|neon)\b/i, 'night'],
  [/\b(dawn|sunrise|morning|spring|pastel|soft)\b/i, 'dawn'],
  [/\b(dusk|sunset|evening|autumn|golden|warm|fire)\b/i, 'dusk'],
  [/\b(fog|mist|misty|rain|winter|white|grey|gray|pale)\b/i, 'fog'],
  [/\b(day|noon|summer|bright|sunny)\b/i, 'day'],
]

const colourWords: [RegExp, number][] = [
  [/\b(red|crimson|scarlet|ruby)\b/i, 25],
  [/\b(orange|terracotta|copper|rust)\b/i, 48],
  [/\b(yellow|gold|golden|amber)\b/i, 88],
  [/\b(green|emerald|moss|olive)\b/i, 148],
  [/\b(teal|turquoise|cyan|mint)\b/i, 195],
  [/\b(blue|azure|navy|cobalt|indigo)\b/i, 258],
  [/\b(purple|violet|lavender)\b/i, 300],
  [/\b(pink|rose|magenta|fuchsia)\b/i, 352],
]

/** Lightness, chroma and hue for: sky top, sky middle, horizon, light, far, near, accent. */
const moods: Record<Mood, [number, number, number][]> = {
  dawn: [
    [0.7, 0.065, 275],
    [0.83, 0.07, 10],
    [0.93, 0.06, 70],
    [0.98, 0.04, 85],
    [0.76, 0.055, 310],
    [0.36, 0.06, 285],
    [0.68, 0.15, 20],
  ],
  day: [
    [0.6, 0.105, 248],
    [0.77, 0.07, 232],
    [0.94, 0.03, 95],
    [0.99, 0.02, 95],
    [0.74, 0.045, 235],
    [0.35, 0.065, 160],
    [0.67, 0.15, 45],
  ],
  dusk: [
    [0.36, 0.09, 285],
    [0.6, 0.125, 15],
    [0.84, 0.12, 68],
    [0.97, 0.07, 88],
    [0.56, 0.08, 340],
    [0.19, 0.045, 295],
    [0.7, 0.17, 40],
  ],
  night: [
    [0.15, 0.045, 268],
    [0.26, 0.06, 262],
    [0.46, 0.06, 240],
    [0.96, 0.025, 95],
    [0.35, 0.05, 252],
    [0.1, 0.025, 265],
    [0.75, 0.12, 75],
  ],
  fog: [
    [0.8, 0.02, 230],
    [0.87, 0.015, 220],
    [0.94, 0.015, 80],
    [0.99, 0.01, 90],
    [0.82, 0.02, 220],
    [0.32, 0.03, 200],
    [0.62, 0.12, 35],
  ],
}

/** The hue that a text names, in degrees. */
export function hueInWords(text: string): number | null {
  return colourWords.find(([words]) => words.test(text))?.[1] ?? null
}

/** What to paint and in which colours: from the words where they say it, else by chance of the seed. */
export function themeOf(prompt: string, tints: Rgb[], random: Random): Theme {
  const anyScene: [SceneName, ...SceneName[]] = [
    'mountains',
    'ridges',
    'sea',
    'dunes',
    'forest',
    'paper',
    'flow',
    'still-life',
    'city',
  ]
  const scenes = sceneWords.find(([words]) => words.test(prompt))?.[1] ?? anyScene
  const scene = pick(random, scenes)
  const wordMood = moodWords.find(([words]) => words.test(prompt))?.[1]
  const byChance: [Mood, ...Mood[]] =
    scene === 'dunes' ? ['dawn', 'day', 'dusk'] : ['dawn', 'day', 'dusk', 'dusk', 'night', 'fog']
  const mood = wordMood ?? pick(random, byChance)
  const wordHue = hueInWords(prompt)
  return { scene, mood, palette: paletteOf(mood, pull(wordHue, tints), random) }
}

interface Pull {
  hue: number
  /** How far every colour goes towards that hue, 0…1. */
  share: number
}

function pull(wordHue: number | null, tints: Rgb[]): Pull | null {
  if (wordHue !== null) return { hue: wordHue, share: 0.72 }
  const [first] = tints.map(hueOf).toSorted((a, b) => b.chroma - a.chroma)
  return first === undefined || first.chroma < 0.02 ? null : { hue: first.hue, share: 0.8 }
}

function paletteOf(mood: Mood, towards: Pull | null, random: Random): Palette {
  const turn = between(random, -28, 28)
  const colourOf = ([lightness, chroma, hue]: [number, number, number]): Colour => {
    const turned = hue + turn
    if (towards === null) return oklch(lightness, chroma, turned)
    const way = ((towards.hue - turned + 540) % 360) - 180
    return oklch(lightness, chroma * 1.15, turned + way * towards.share)
  }
  const [top, middle, horizon, light, far, near, accent] = moods[mood].map(colourOf)
  const base = towards?.hue ?? between(random, 0, 360)
  const second = base + pick(random, [28, 45, 70, 160, -40, -70])
  const dark = mood === 'night' ? -0.12 : 0
  const black: Colour = [0, 0, 0]
  return {
    sky: [top ?? black, middle ?? black, horizon ?? black],
    light: light ?? black,
    far: far ?? black,
    near: near ?? black,
    accent: accent ?? black,
    steps: [
      oklch(0.24 + dark, 0.06, base - 15),
      oklch(0.4 + dark, 0.1, base),
      oklch(0.58 + dark, 0.13, base + 12),
      oklch(0.72 + dark / 2, 0.12, second),
      oklch(0.86, 0.07, second + 18),
      oklch(0.95, 0.025, second + 30),
    ],
  }
}
