import { type Art, put, type Scene } from '../art.ts'
import { mix, scaled, smooth } from '../colour.ts'
import { between } from '../random.ts'

/** Nothing but a wall and a table in soft light: what a product is put in front of. */
export const paintBackdrop: Scene = async (art) => {
  const table = Math.round(art.height * between(art.random, 0.66, 0.74))
  await paintRoom(art, table, art.random() < 0.5)
}

export async function paintRoom(art: Art, table: number, fromLeft: boolean): Promise<void> {
  const { width, height, palette, noise, mood, breath } = art
  const dim = mood === 'night' ? 0.45 : 1
  const wall = mix(palette.sky[1], palette.steps[3] ?? palette.far, 0.45)
  const board = mix(mix(palette.steps[4] ?? wall, palette.light, 0.25), palette.sky[2], 0.3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = fromLeft ? x / width : 1 - x / width
      const glow = Math.exp(-(((u - 0.24) / 0.5) ** 2) - ((y / height - 0.3) / 0.55) ** 2)
      const plaster = 1 + 0.035 * noise.fractal((x / height) * 5, (y / height) * 5, 4)
      if (y < table) {
        // A window's light falls slantwise on the wall.
        const beam =
          smooth(0.015, 0, Math.abs(((u * 1.3 + y / height - 0.35) % 0.42) - 0.2) - 0.14) * smooth(0.75, 0.1, u)
        const lit = mix(scaled(wall, 0.62), mix(wall, palette.light, 0.5), glow * 0.8 + beam * 0.16)
        put(art, x, y, scaled(lit, plaster * dim))
      } else {
        const d = (y - table) / (height - table)
        const weave =
          1 + 0.02 * noise.at(x * 0.5, y * 0.1) + 0.03 * noise.fractal((x / height) * 3, (y / height) * 14, 3)
        put(
          art,
          x,
          y,
          scaled(mix(scaled(board, 0.8), mix(board, palette.light, 0.3), glow * (1 - d * 0.4)), weave * dim),
        )
      }
    }
    await breath.take()
  }
  for (let x = 0; x < width; x++) {
    for (let y = table - 3; y < table + 5; y++)
      put(art, x, y, scaled(wall, 0.4 * dim), 0.3 * (1 - Math.abs(y - table) / 6))
  }
}
