import { pick, type Random } from './random.ts'

/** What the bundled paintings show; of each there are two. */
const subjects: [name: string, words: RegExp][] = [
  ['backdrop', /\b(backdrop)\b/i],
  ['sea', /\b(sea|ocean|waves?|beach|coast|boat|sail|ship|harbou?r|lake|river|island|lighthouse|water)\b/i],
  ['dunes', /\b(desert|dunes?|sand|sahara|mars|canyon|terracotta)\b/i],
  ['forest', /\b(forest|trees?|pines?|woods?|jungle|fox|deer|bear)\b/i],
  ['city', /\b(city|street|skyline|tower|buildings?|architecture|neon|tokyo|paris|house)\b/i],
  [
    'still-life',
    /\b(vase|cup|bottle|lamp|product|watch|perfume|still|ceramic|fruit|apple|pot|jar|glass|table|mug|candle|bowl|studio|portrait)\b/i,
  ],
  ['paper', /\b(abstract|paper|poster|collage|geometric|pattern|illustration|minimal|logo|flowers?|cat|dog)\b/i],
  ['flow', /\b(marble|smoke|silk|liquid|galaxy|space|nebula|fire|aurora|dream|clouds?|storm)\b/i],
  ['mountains', /\b(mountains?|alps|peaks?|snow|cliffs?|volcano)\b/i],
  ['hills', /\b(hills?|valley|landscape|meadow|fields?|sky|horizon|sun(rise|set)?)\b/i],
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

/** The file of a painting that the words are about, and any where they name nothing that is there. */
export function paintingFor(prompt: string, random: Random): string {
  const named = subjects.find(([, words]) => words.test(prompt))
  // Nobody means a backdrop who does not say so.
  const [name] = named ?? subjects[1 + Math.floor(random() * (subjects.length - 1))] ?? ['sea']
  return `${name}-${pick(random, [1, 2])}.webp`
}

/** The hue that a text names, in degrees. */
export function hueInWords(text: string): number | null {
  return colourWords.find(([words]) => words.test(text))?.[1] ?? null
}
