import type { Art } from '../art.ts'
import { type Colour, mix } from '../colour.ts'

/** A landscape that can be walked through: heights over a plane, and what the ground looks like. */
interface Terrain {
  heightAt(x: number, z: number): number
  /** `light` is how far the slope faces the lamp, -1…1; `steep` how steep it is, 0…1. */
  colourAt(x: number, z: number, height: number, light: number, steep: number): Colour
  /** The eye above the ground, and the far end, in units of the plane. */
  eye: number
  far: number
  horizon: number
  /** How strongly heights show. */
  lift: number
  sun: [number, number]
  air: Colour
  airDensity: number
}

/**
 * Draws it column by column from near to far: what is behind something nearer is never drawn. Each step gives every
 * row just the share of it that it covers, so crests have no stairs.
 */
export async function paintTerrain(art: Art, terrain: Terrain): Promise<void> {
  const { width, height, breath } = art
  const eye = terrain.heightAt(0, 0.6) + terrain.eye
  const rows = new Float32Array((height + 1) * 3)
  for (let column = 0; column < width; column++) {
    rows.fill(0)
    const aside = ((column - width / 2) / height) * 1.25
    let covered = height
    for (let z = 0.35; z < terrain.far && covered > 0; z *= 1.0042) {
      const h = terrain.heightAt(aside * z, z)
      const y = Math.max(0, terrain.horizon + ((eye - h) / z) * terrain.lift)
      if (y >= covered) continue
      addShare(rows, groundColour(terrain, aside * z, z, h), y, covered)
      covered = y
    }
    finishColumn(art, column, rows, covered)
    await breath.take()
  }
}

function groundColour(terrain: Terrain, x: number, z: number, h: number): Colour {
  const [sunX, sunZ] = terrain.sun
  const step = 0.012 + z * 0.004
  const slopeX = (terrain.heightAt(x + step, z) - h) / step
  const slopeZ = (terrain.heightAt(x, z + step) - h) / step
  const norm = Math.hypot(slopeX, slopeZ, 1)
  const light = (-slopeX * sunX - slopeZ * sunZ + 0.55) / norm
  return mix(terrain.colourAt(x, z, h, light, 1 - 1 / norm), terrain.air, 1 - Math.exp(-z * terrain.airDensity))
}

/** Adds a colour to the rows from `top` to `bottom`, to the first and last by the part of them that lies between. */
function addShare(rows: Float32Array, colour: Colour, top: number, bottom: number): void {
  for (let row = Math.floor(top); row < bottom; row++) {
    const share = Math.min(row + 1, bottom) - Math.max(row, top)
    for (let c = 0; c < 3; c++) rows[row * 3 + c] = (rows[row * 3 + c] ?? 0) + (colour[c] ?? 0) * share
  }
}

function finishColumn({ width, height, pixels }: Art, column: number, rows: Float32Array, covered: number): void {
  for (let row = Math.floor(covered); row < height; row++) {
    const sky = Math.max(0, covered - row)
    const at = (row * width + column) * 3
    for (let c = 0; c < 3; c++) pixels[at + c] = (pixels[at + c] ?? 0) * sky + (rows[row * 3 + c] ?? 0)
  }
}
