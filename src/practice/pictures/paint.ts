import type { Art, Scene } from './art.ts'
import { Breath } from './breathe.ts'
import { openPixels } from './loaders.ts'
import { makeNoise } from './noise.ts'
import { randomFrom } from './random.ts'
import type { Canvas, PaintingRecipe } from './recipe.ts'
import { paintCity } from './scenes/city.ts'
import { paintDunes } from './scenes/dunes.ts'
import { paintFlow } from './scenes/flow.ts'
import { paintForest } from './scenes/forest.ts'
import { paintMountains } from './scenes/mountains.ts'
import { paintPaper } from './scenes/paper.ts'
import { paintRidges } from './scenes/ridges.ts'
import { paintBackdrop } from './scenes/room.ts'
import { paintSea } from './scenes/sea.ts'
import { paintStillLife } from './scenes/still-life.ts'
import { type SceneName, themeOf } from './theme.ts'

const scenes: Record<SceneName, Scene> = {
  mountains: paintMountains,
  ridges: paintRidges,
  sea: paintSea,
  dunes: paintDunes,
  forest: paintForest,
  city: paintCity,
  paper: paintPaper,
  flow: paintFlow,
  'still-life': paintStillLife,
  backdrop: paintBackdrop,
}

/** Painted at one megapixel at most, and enlarged from there: pixels in plain JavaScript cost time. */
const paintedPixels = 1_080_000

/** A picture for a prompt: the words choose scene, mood and colours, the seed everything else. */
export async function paint(recipe: PaintingRecipe, canvas: Canvas): Promise<Buffer> {
  const { pixels, width, height } = await paintPixels(recipe, canvas)
  const raw = openPixels(pixels, width, height, 3)
  const sized =
    width === canvas.width ? raw : raw.resize(canvas.width, canvas.height, { kernel: 'lanczos3', fit: 'fill' })
  return canvas.contentType === 'image/png'
    ? sized.png({ compressionLevel: 6 }).toBuffer()
    : sized.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
}

export async function paintPixels(
  recipe: Omit<PaintingRecipe, 'kind'>,
  size: { width: number; height: number },
): Promise<{ pixels: Uint8ClampedArray; width: number; height: number }> {
  const shrink = Math.min(1, Math.sqrt(paintedPixels / (size.width * size.height)))
  const width = Math.round(size.width * shrink)
  const height = Math.round(size.height * shrink)
  const random = randomFrom(`${recipe.prompt}\n${recipe.seed}`)
  const art: Art = {
    ...themeOf(recipe.prompt, recipe.tints, random),
    width,
    height,
    pixels: new Float32Array(width * height * 3),
    random,
    noise: makeNoise(random),
    breath: new Breath(),
  }
  await scenes[art.scene](art)
  return { pixels: await develop(art), width, height }
}

/** The last touch: corners a little darker, a little contrast, and grain, which also hides the steps of gradients. */
async function develop({ width, height, pixels, breath, random }: Art): Promise<Uint8ClampedArray> {
  const out = new Uint8ClampedArray(pixels.length)
  let state = Math.floor(random() * 2 ** 31)
  for (let y = 0; y < height; y++) {
    const dy = (y / height - 0.5) ** 2
    for (let x = 0; x < width; x++) {
      const corner = 1 - 0.42 * ((x / width - 0.5) ** 2 + dy) ** 1.4
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
      const grain = ((state >>> 9) & 4095) / 4095 + ((state >>> 20) & 4095) / 4095 - 1
      const at = (y * width + x) * 3
      for (let c = 0; c < 3; c++) {
        const value = Math.min(1, Math.max(0, (pixels[at + c] ?? 0) * corner))
        const contrast = value + 0.1 * (value * value * (3 - 2 * value) - value)
        out[at + c] = contrast * 255 + grain * 4.2
      }
    }
    await breath.take()
  }
  return out
}
