import { film } from '../video/film.ts'
import { cutOut } from './cutout/cut-out.ts'
import { setDetail } from './pages/detail.ts'
import { setPoster } from './pages/poster.ts'
import { paint } from './paint.ts'
import { putOnBackground } from './put-on-background.ts'
import type { Canvas, Recipe } from './recipe.ts'
import { upscale } from './upscale.ts'

export type Make = (recipe: Recipe, source: (id: string) => Buffer, canvas: Canvas) => Promise<Buffer>

/**
 * The bytes of a recipe. The same recipe gives the same bytes, so a picture lost in a crash is simply made again.
 * `source` gives the bytes of the media that `sourcesOf` names.
 */
export const make: Make = async (recipe, source, canvas) => {
  switch (recipe.kind) {
    case 'painting':
      return paint(recipe, canvas)
    case 'film':
      return film(recipe, canvas)
    case 'cutout':
      return cutOut(source(recipe.source))
    case 'white-background':
      return putOnBackground(recipe, source(recipe.source), canvas)
    case 'upscale':
      return upscale(recipe, source(recipe.source), canvas)
    case 'detail':
      return setDetail(recipe, source, canvas)
    case 'poster':
      return setPoster(recipe, source, canvas)
  }
}
