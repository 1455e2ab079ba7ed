import { cutOut } from './cutout/cut-out.ts'
import { paint } from './paint.ts'
import { putOnBackground } from './put-on-background.ts'
import type { Canvas, Recipe } from './recipe.ts'
import { upscale } from './upscale.ts'

/** The bytes of a recipe. The same recipe gives the same bytes, so a picture lost in a crash is simply made again. */
export async function make(recipe: Recipe, source: Buffer | null, canvas: Canvas): Promise<Buffer> {
  if (recipe.kind === 'painting') return paint(recipe, canvas)
  if (source === null) throw new Error(`a ${recipe.kind} needs its source`)
  switch (recipe.kind) {
    case 'cutout':
      return cutOut(source)
    case 'white-background':
      return putOnBackground(recipe, source, canvas)
    case 'upscale':
      return upscale(recipe, source, canvas)
  }
}
