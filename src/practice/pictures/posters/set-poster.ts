import { hueOf, oklch } from '../colour.ts'
import { Sheet } from '../draw/sheet.ts'
import { leadingColour } from '../leading-colour.ts'
import { openPixels } from '../loaders.ts'
import { randomFrom } from '../random.ts'
import type { Canvas, PosterRecipe, PosterStyle } from '../recipe.ts'
import { cutOf, pictureIn } from '../stage/cut.ts'
import { hueInWords } from '../theme.ts'
import { botanical } from './botanical.ts'
import { brutal } from './brutal.ts'
import { deco } from './deco.ts'
import type { PosterLayout } from './page.ts'
import { riso } from './riso.ts'
import { swiss } from './swiss.ts'

const layouts: Record<PosterStyle, PosterLayout> = { swiss, riso, deco, brutal, botanical }

/** One poster (§4.12). */
export async function setPoster(recipe: PosterRecipe, source: (id: string) => Buffer, canvas: Canvas): Promise<Buffer> {
  const sheet = new Sheet(canvas.width, canvas.height, oklch(0.97, 0.005, 90))
  const products = []
  for (const id of recipe.products) products.push(await cutOf(source(id)))
  const { copy, wishes } = recipe
  await layouts[recipe.style]({
    sheet,
    copy,
    products,
    hue: hueInWords(wishes) ?? (recipe.styleImage === null ? null : await hueOfStyle(source(recipe.styleImage))),
    wishes,
    random: randomFrom(recipe.seed),
  })
  if (recipe.logo !== null) {
    const { unit } = sheet
    const logo = await pictureIn(source(recipe.logo), { width: unit * 14, height: unit * 6 }, 'inside')
    sheet.lay(logo, sheet.width - logo.width - unit * 6, unit * 6)
  }
  return openPixels(sheet.pixels, sheet.width, sheet.height, 3)
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Of a style reference only its colour is taken (§4.12: not its products, text or layout). */
async function hueOfStyle(image: Buffer): Promise<number | null> {
  const seen = await leadingColour(image)
  if (seen === null) return null
  const { hue, chroma } = hueOf(seen.tint)
  return chroma < 0.02 ? null : hue
}
