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

export type Recipe = PaintingRecipe | CutoutRecipe | WhiteBackgroundRecipe | UpscaleRecipe

/** What a recipe is made into; sources are the bytes of earlier media. */
export interface Canvas {
  width: number
  height: number
  contentType: string
}
