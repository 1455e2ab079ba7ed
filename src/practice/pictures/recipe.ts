import type { Copy } from '../copy/wording.ts'

export type Rgb = [number, number, number]

/** A picture made from words: the same recipe always gives the same bytes. */
export interface PaintingRecipe {
  kind: 'painting'
  prompt: string
  seed: string
  /** The leading colours of the reference pictures. */
  tints: Rgb[]
}

interface CutoutRecipe {
  kind: 'cutout'
  source: string
}

export interface WhiteBackgroundRecipe {
  kind: 'white-background'
  source: string
  /** What the subject is put on; null is plain white. */
  scene: { prompt: string; seed: string } | null
}

export interface UpscaleRecipe {
  kind: 'upscale'
  source: string
  creative: boolean
}

/** One module of a product's detail images; pictures are ids of media. */
export interface DetailRecipe {
  kind: 'detail'
  /** Null for a module of the caller's own. */
  layout: string | null
  copy: Copy
  platform: string
  wishes: string
  seed: string
  product: string
  extras: string[]
  model: string | null
  logo: string | null
}

export interface PosterRecipe {
  kind: 'poster'
  style: PosterStyle
  copy: Copy
  wishes: string
  seed: string
  products: string[]
  styleImage: string | null
  logo: string | null
}

export const posterStyles = ['swiss', 'riso', 'deco', 'brutal', 'botanical'] as const
export type PosterStyle = (typeof posterStyles)[number]

/** A film: a slow look along a painting that is wider than the frame. */
export interface FilmRecipe {
  kind: 'film'
  prompt: string
  seed: string
  tints: Rgb[]
  seconds: number
}

export type Recipe =
  | PaintingRecipe
  | CutoutRecipe
  | WhiteBackgroundRecipe
  | UpscaleRecipe
  | DetailRecipe
  | PosterRecipe
  | FilmRecipe

/** The earlier media that a recipe is made from. */
export function recipeSources(recipe: Recipe): string[] {
  const present = (ids: (string | null)[]) => ids.filter((id) => id !== null)
  switch (recipe.kind) {
    case 'painting':
    case 'film':
      return []
    case 'detail':
      return present([recipe.product, ...recipe.extras, recipe.model, recipe.logo])
    case 'poster':
      return present([...recipe.products, recipe.styleImage, recipe.logo])
    default:
      return [recipe.source]
  }
}

/** What a recipe is made into. */
export interface Canvas {
  width: number
  height: number
  contentType: string
}
