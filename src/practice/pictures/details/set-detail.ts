import { Sheet } from '../draw/sheet.ts'
import { openPixels } from '../loaders.ts'
import type { Canvas, DetailRecipe } from '../recipe.ts'
import { cutOf, pictureIn } from '../stage/cut.ts'
import { hueOfProduct, tonesFor } from '../stage/tones.ts'
import { brand } from './brand.ts'
import { detail } from './detail.ts'
import { hero } from './hero.ts'
import { material } from './material.ts'
import { ownModule } from './own-module.ts'
import type { DetailLayout } from './page.ts'
import { scene } from './scene.ts'
import { usage } from './usage.ts'

const layouts: Record<string, DetailLayout> = { hero, detail, scene, material, usage, brand }

/** One module of a product's detail images (§4.11). */
export async function setDetail(recipe: DetailRecipe, source: (id: string) => Buffer, canvas: Canvas): Promise<Buffer> {
  const photo = source(recipe.product)
  const cut = await cutOf(photo)
  const tones = tonesFor(recipe.platform, await hueOfProduct(cut.png))
  const sheet = new Sheet(canvas.width, canvas.height, tones.ground)
  const others = [...recipe.extras, ...(recipe.model === null ? [] : [recipe.model])].map(source)
  const { copy, wishes, seed } = recipe
  const layout = (recipe.layout === null ? undefined : layouts[recipe.layout]) ?? ownModule
  await layout({ sheet, tones, copy, cut, photo, others, wishes, seed })
  if (recipe.logo !== null) {
    const logo = await pictureIn(source(recipe.logo), { width: sheet.unit * 16, height: sheet.unit * 7 }, 'inside')
    sheet.lay(logo, sheet.width - logo.width - sheet.unit * 4, sheet.unit * 3)
  }
  return openPixels(sheet.pixels, sheet.width, sheet.height, 3)
    .jpeg({ quality: 93, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
