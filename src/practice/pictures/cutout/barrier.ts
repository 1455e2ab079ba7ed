import type { LabImage } from './lab-image.ts'

/**
 * Minimum barrier distance to the ground at the border (Zhang et al., 2015, by raster scans): how much a colour must change on the
 * best way to the edge of the picture. Flat and gradual backgrounds stay near zero, enclosed things rise, whatever
 * their colour.
 */
export function barrierFrom({ width, height, lab }: LabImage, isGround: (i: number) => boolean): Float32Array {
  const total = new Float32Array(width * height)
  for (let channel = 0; channel < 3; channel++) {
    const distance = scanChannel(lab, channel, width, height, isGround)
    for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + (distance[i] ?? 0)
  }
  return total
}

function scanChannel(
  lab: Float32Array,
  channel: number,
  width: number,
  height: number,
  isGround: (i: number) => boolean,
): Float32Array {
  const size = width * height
  const value = Float32Array.from({ length: size }, (_, i) => lab[i * 3 + channel] ?? 0)
  const high = value.slice()
  const low = value.slice()
  const distance = new Float32Array(size).fill(1e6)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const atBorder = x === 0 || y === 0 || x === width - 1 || y === height - 1
      if (atBorder && isGround(i)) distance[i] = 0
    }
  }
  const relax = (i: number, from: number) => {
    const v = value[i] ?? 0
    const h = Math.max(high[from] ?? 0, v)
    const l = Math.min(low[from] ?? 0, v)
    if (h - l >= (distance[i] ?? 0)) return
    distance[i] = h - l
    high[i] = h
    low[i] = l
  }
  for (let pass = 0; pass < 4; pass++) {
    const forward = pass % 2 === 0
    for (let n = 0; n < size; n++) {
      const i = forward ? n : size - 1 - n
      const x = i % width
      if (forward) {
        if (x > 0) relax(i, i - 1)
        if (i >= width) relax(i, i - width)
      } else {
        if (x < width - 1) relax(i, i + 1)
        if (i + width < size) relax(i, i + width)
      }
    }
  }
  return distance
}
