import type { Art } from '../art.ts'
import { mix, smooth } from '../colour.ts'

/** Mirrors what is above `shore` into the rows below it, broken up by ripples. */
export async function reflect(art: Art, shore: number): Promise<void> {
  const { width, height, pixels, noise, palette, breath } = art
  const depth = height - shore
  for (let y = shore; y < height; y++) {
    const d = (y - shore) / depth
    for (let x = 0; x < width; x++) {
      const wave = noise.fractal((x / height) * (5 + 10 * (1 - d)), ((y - shore) / height) * (150 * (1 - d) + 26), 3)
      const from = Math.round(shore - 1 - (y - shore) * 0.95 + wave * depth * (0.03 + 0.1 * d))
      const column = Math.round(x + wave * 6 * (0.3 + d))
      const source = (Math.min(shore - 1, Math.max(0, from)) * width + Math.min(width - 1, Math.max(0, column))) * 3
      const deep = 0.16 + 0.42 * d + 0.1 * smooth(0, 0.5, wave)
      const seen = mix([pixels[source] ?? 0, pixels[source + 1] ?? 0, pixels[source + 2] ?? 0], palette.near, deep)
      const glint = smooth(0.2, 0.5, wave) * 0.08
      pixels.set([seen[0] + glint, seen[1] + glint, seen[2] + glint], (y * width + x) * 3)
    }
    await breath.take()
  }
}
