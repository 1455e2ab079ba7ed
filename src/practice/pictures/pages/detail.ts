import type { Copy } from '../../copy/wording.ts'
import { type Colour, mix } from '../colour.ts'
import { ellipse, rectangle } from '../draw/path.ts'
import { PrintSheet } from '../draw/sheet.ts'
import { paintingOf } from '../paint.ts'
import type { Canvas, DetailRecipe } from '../recipe.ts'
import { type CutProduct, cutOf, pictureIn } from '../stage/cut.ts'
import { stand } from '../stage/stand.ts'
import { hueOfProduct, type Tones, tonesFor } from '../stage/tones.ts'
import { type Room, setWords } from './words.ts'

/** How one module is set. */
interface Layout {
  /** What the page is: a colour of the shop's, or a place, out of focus. */
  ground: 'ground' | 'panel' | 'accent' | 'place'
  /** The product on the page or before a disc, its surface from near, or the photograph as it is. */
  shows: 'product' | 'disc' | 'surface' | 'photo'
  /** How much of the page is the picture's. */
  share: number
  /** Above the words, or left of them; otherwise below, or right. */
  isFirst: boolean
  isNumbered?: boolean
}

const layouts: Record<string, Layout> = {
  hero: { ground: 'ground', shows: 'disc', share: 0.66, isFirst: false },
  detail: { ground: 'panel', shows: 'product', share: 0.56, isFirst: true, isNumbered: true },
  scene: { ground: 'place', shows: 'product', share: 0.66, isFirst: false },
  material: { ground: 'ground', shows: 'surface', share: 0.62, isFirst: true },
  usage: { ground: 'panel', shows: 'disc', share: 0.46, isFirst: false, isNumbered: true },
  brand: { ground: 'accent', shows: 'product', share: 0.56, isFirst: false },
}
/** A module of the caller's own: its name, its description, and the photograph as it is. */
const ownModule: Layout = { ground: 'ground', shows: 'photo', share: 0.52, isFirst: true }

/** One module of a product's detail images (§4.11). */
export async function setDetail(recipe: DetailRecipe, source: (id: string) => Buffer, canvas: Canvas): Promise<Buffer> {
  const photo = source(recipe.product)
  const cut = await cutOf(photo)
  const tones = tonesFor(recipe.platform, await hueOfProduct(cut.png))
  const layout = (recipe.layout === null ? undefined : layouts[recipe.layout]) ?? ownModule
  const sheet = await groundOf(layout, tones, recipe, canvas)
  const { picture, words } = roomsOf(layout, sheet)
  // Further angles, then the model.
  const others = [...recipe.extras, ...(recipe.model === null ? [] : [recipe.model])].map(source)
  if (layout.shows === 'surface') await fillWith(sheet, others[0] ?? cut.png, picture, 1.7)
  else if (layout.shows === 'photo') await fillWith(sheet, others.at(-1) ?? photo, picture, 1)
  else await standIn(sheet, layout.shows === 'disc' ? tones : null, cut, picture)
  setCopy(sheet, layout, tones, words, recipe.copy)
  if (recipe.logo !== null) {
    const logo = await pictureIn(source(recipe.logo), { width: sheet.unit * 16, height: sheet.unit * 7 }, 'inside')
    sheet.lay(logo, sheet.width - logo.width - sheet.unit * 4, sheet.unit * 3)
  }
  return sheet.jpeg()
}

async function groundOf({ ground }: Layout, tones: Tones, recipe: DetailRecipe, canvas: Canvas): Promise<PrintSheet> {
  if (ground !== 'place') return PrintSheet.plain(canvas.width, canvas.height, tones[ground])
  const place = paintingOf({ prompt: `${recipe.wishes} soft backdrop`, seed: recipe.seed, tints: [] }, canvas)
  const sheet = await PrintSheet.on(place.blur(Math.max(1, canvas.width / 280)))
  // White words are read on it.
  sheet.fill(rectangle(0, 0, canvas.width, canvas.height), [0.03, 0.03, 0.05], 0.22)
  return sheet
}

/** Side by side on a wide page, else one above the other. The picture's reaches to three edges of the page. */
function roomsOf({ share, isFirst }: Layout, { width, height, unit }: PrintSheet): { picture: Room; words: Room } {
  const margin = unit * 7
  const isWide = width > height * 1.15
  const length = isWide ? width : height
  const size = length * (isWide ? Math.min(share, 0.56) : share)
  const across = (from: number, to: number): Room =>
    isWide ? { x: from, y: 0, width: to - from, height } : { x: 0, y: from, width, height: to - from }
  const picture = isFirst ? across(0, size) : across(length - size, length)
  const rest = isFirst ? across(size, length) : across(0, length - size)
  const words = {
    x: rest.x + margin,
    y: rest.y + margin,
    width: rest.width - 2 * margin,
    height: rest.height - 1.4 * margin,
  }
  return { picture, words }
}

async function fillWith(sheet: PrintSheet, source: Buffer, room: Room, zoom: number): Promise<void> {
  sheet.lay(await pictureIn(source, room, 'cover', zoom), room.x, room.y)
}

/** @param disc its colours where one stands behind the product */
async function standIn(
  sheet: PrintSheet,
  disc: Tones | null,
  cut: CutProduct,
  { x, y, width, height }: Room,
): Promise<void> {
  const [cx, cy, r] = [x + width / 2, y + height / 2, Math.min(width, height) * 0.44]
  if (disc !== null) sheet.fill(ellipse(cx, cy, r), mix(disc.panel, disc.accent, 0.3))
  await stand(sheet, cut, { x: cx, foot: y + height * 0.92, width: width * 0.84, height: height * 0.84 })
}

function setCopy(
  sheet: PrintSheet,
  { ground, isNumbered = false }: Layout,
  tones: Tones,
  room: Room,
  copy: Copy,
): void {
  const ink = ground === 'accent' ? tones.onAccent : ground === 'place' ? white : tones.ink
  const quiet = ground === 'ground' || ground === 'panel' ? tones.quiet : ink
  const { unit } = sheet
  const title = { size: 10, weight: 780, tracking: -0.035, leading: 1.04 }
  const below = setWords(sheet, copy.headline, title, { ...room, height: room.height * 0.5 }, ink) + unit * 1.6
  sheet.fill(rectangle(room.x, below, unit * 9, unit * 0.6), ground === 'accent' ? ink : tones.accent)
  const points = copy.points.map((point, i) => (isNumbered ? `${i + 1}  ${point}` : point))
  const words = [...points, ...(copy.closing === null ? [] : [copy.closing])].join('\n')
  const left = { ...room, y: below + unit * 2.4, height: room.y + room.height - below - unit * 2.4 }
  setWords(sheet, words, { size: 3.8, weight: 450, leading: 1.34 }, left, quiet)
}

const white: Colour = [1, 1, 1]
