import { bundled } from '../bundled.ts'
import { hueOf, oklch } from '../colour.ts'
import { PrintSheet } from '../draw/sheet.ts'
import { leadingColour } from '../leading-colour.ts'
import { openImage } from '../loaders.ts'
import type { Canvas, PosterRecipe, PosterStyle } from '../recipe.ts'
import { cutOf, pictureIn } from '../stage/cut.ts'
import { standAll } from '../stage/stand.ts'
import { hueInWords } from '../subject.ts'
import type { Hand } from '../type/text.ts'
import { type Room, setWords } from './words.ts'

/** In shares of the bundled picture: left, top, width, height. */
type Part = [number, number, number, number]
/** Lightness, chroma, and how many degrees from the poster's hue. */
type Ink = [number, number, number]

/** What a style has beside its two bundled pictures, one upright and one lying. */
interface Style {
  /** Of those pictures: they are turned to the one that is asked for. */
  hue: number
  name: { part: Part; ink: Ink; hand: Hand; isUpper?: true }
  words: { part: Part; ink: Ink; hand: Hand }
  align: 'left' | 'middle'
  /** Where products stand in each of the two. */
  upright: Part
  lying: Part
}

const small: Hand = { size: 3.2, weight: 480, leading: 1.36 }

const styles: Record<PosterStyle, Style> = {
  swiss: {
    hue: 27,
    name: { part: [0.06, 0.64, 0.88, 0.2], ink: [0.18, 0.01, 0], hand: { size: 24, weight: 860, tracking: -0.05 } },
    words: { part: [0.06, 0.86, 0.88, 0.1], ink: [0.18, 0.01, 0], hand: small },
    align: 'left',
    upright: [0.32, 0.11, 0.58, 0.48],
    lying: [0.54, 0.14, 0.39, 0.6],
  },
  riso: {
    hue: 8,
    name: { part: [0.06, 0.75, 0.88, 0.14], ink: [0.46, 0.19, 250], hand: { size: 16, weight: 880, tracking: -0.035 } },
    words: { part: [0.06, 0.895, 0.88, 0.08], ink: [0.46, 0.19, 250], hand: small },
    align: 'middle',
    upright: [0.17, 0.19, 0.66, 0.53],
    lying: [0.32, 0.19, 0.36, 0.53],
  },
  deco: {
    hue: 84,
    name: {
      part: [0.12, 0.08, 0.76, 0.17],
      ink: [0.82, 0.11, 0],
      hand: { size: 10.5, weight: 500, tracking: 0.14 },
      isUpper: true,
    },
    words: { part: [0.12, 0.79, 0.76, 0.14], ink: [0.93, 0.03, 0], hand: small },
    align: 'middle',
    upright: [0.28, 0.33, 0.44, 0.38],
    lying: [0.38, 0.33, 0.24, 0.38],
  },
  brutal: {
    hue: 100,
    name: {
      part: [0.07, 0.06, 0.86, 0.16],
      ink: [0.88, 0.185, 0],
      hand: { size: 34, weight: 900, tracking: -0.055, leading: 0.9 },
      isUpper: true,
    },
    words: { part: [0.05, 0.81, 0.9, 0.16], ink: [0.2, 0.01, 0], hand: { ...small, size: 4, weight: 720 } },
    align: 'left',
    upright: [0.22, 0.305, 0.56, 0.405],
    lying: [0.22, 0.35, 0.56, 0.335],
  },
  botanical: {
    hue: 148,
    name: { part: [0.08, 0.69, 0.84, 0.14], ink: [0.31, 0.06, 0], hand: { size: 11, weight: 560, tracking: -0.02 } },
    words: { part: [0.08, 0.83, 0.84, 0.14], ink: [0.31, 0.06, 0], hand: small },
    align: 'middle',
    upright: [0.27, 0.21, 0.46, 0.38],
    lying: [0.375, 0.21, 0.25, 0.38],
  },
}

/** One poster (§4.12): a bundled picture in the hue that is asked for, the products on it, and the words. */
export async function setPoster(recipe: PosterRecipe, source: (id: string) => Buffer, canvas: Canvas): Promise<Buffer> {
  const style = styles[recipe.style]
  const isLying = canvas.width > canvas.height
  const picture = bundled(`poster-${recipe.style}-${isLying ? 'lying' : 'upright'}.webp`)
  const asked =
    hueInWords(recipe.wishes) ?? (recipe.styleImage === null ? null : await hueOfStyle(source(recipe.styleImage)))
  const hue = asked ?? style.hue
  const turned = openImage(picture).resize(canvas.width, canvas.height, { fit: 'cover' })
  const sheet = await PrintSheet.on(asked === null ? turned : turned.modulate({ hue: Math.round(hue - style.hue) }))
  const place = await placesIn(picture, canvas)
  const cuts = await Promise.all(recipe.products.map((id) => cutOf(source(id))))
  const stage = place(isLying ? style.lying : style.upright)
  await standAll(sheet, cuts, { ...stage, x: stage.x + stage.width / 2, foot: stage.y + stage.height })
  const { name, words, align } = style
  const { headline, points, closing } = recipe.copy
  const inkOf = ([lightness, chroma, from]: Ink) => oklch(lightness, chroma, hue + from)
  const title = name.isUpper ? headline.toLocaleUpperCase() : headline
  setWords(sheet, title, name.hand, place(name.part), inkOf(name.ink), align)
  const rest = [...points.slice(0, 4), ...(closing === null ? [] : [closing])].join('\n')
  const below = place(words.part)
  // Down to the foot of the page, however much of the picture it shows.
  const y = Math.min(below.y, sheet.height * 0.87)
  setWords(sheet, rest, words.hand, { ...below, y, height: sheet.height * 0.97 - y }, inkOf(words.ink), align)
  if (recipe.logo !== null) {
    const { unit } = sheet
    const logo = await pictureIn(source(recipe.logo), { width: unit * 14, height: unit * 6 }, 'inside')
    sheet.lay(logo, sheet.width - logo.width - unit * 6, unit * 6)
  }
  return sheet.jpeg()
}

/** Where a part of the picture lies on a page whose middle it covers; never over the page's edge. */
async function placesIn(picture: Buffer, page: Canvas): Promise<(part: Part) => Room> {
  const { width = 1, height = 1 } = await openImage(picture).metadata()
  const scale = Math.max(page.width / width, page.height / height)
  const margin = Math.min(page.width, page.height) * 0.04
  const span = (from: number, share: number, whole: number, shown: number): [number, number] => {
    const shift = (whole * scale - shown) / 2
    const start = Math.max(margin, from * whole * scale - shift)
    return [start, Math.max(margin, Math.min(shown - margin, (from + share) * whole * scale - shift) - start)]
  }
  return ([left, top, wide, high]) => {
    const [x, roomWidth] = span(left, wide, width, page.width)
    const [y, roomHeight] = span(top, high, height, page.height)
    return { x, y, width: roomWidth, height: roomHeight }
  }
}

/** Of a style reference only its colour is taken (§4.12: not its products, text or layout). */
async function hueOfStyle(image: Buffer): Promise<number | null> {
  const seen = await leadingColour(image)
  if (seen === null) return null
  const { hue, chroma } = hueOf(seen.tint)
  return chroma < 0.02 ? null : hue
}
