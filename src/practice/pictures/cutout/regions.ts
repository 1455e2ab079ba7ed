/** Connected parts (four neighbours) of the pixels that `inside` says belong together. */
interface Regions {
  /** The part of each pixel, or -1. */
  labels: Int32Array
  sizes: number[]
  touchesBorder: boolean[]
}

function regionsOf(width: number, height: number, inside: (i: number) => boolean): Regions {
  const size = width * height
  const labels = new Int32Array(size).fill(-1)
  const sizes: number[] = []
  const touchesBorder: boolean[] = []
  const stack = new Int32Array(size)
  for (let start = 0; start < size; start++) {
    if (labels[start] !== -1 || !inside(start)) continue
    const label = sizes.length
    let depth = 0
    let count = 0
    let atBorder = false
    const push = (i: number) => {
      if (labels[i] !== -1 || !inside(i)) return
      labels[i] = label
      stack[depth++] = i
    }
    push(start)
    while (depth > 0) {
      const i = stack[--depth] ?? 0
      const x = i % width
      count++
      if (x === 0 || x === width - 1 || i < width || i >= size - width) atBorder = true
      if (x > 0) push(i - 1)
      if (x < width - 1) push(i + 1)
      if (i >= width) push(i - width)
      if (i + width < size) push(i + width)
    }
    sizes.push(count)
    touchesBorder.push(atBorder)
  }
  return { labels, sizes, touchesBorder }
}

/** Drops crumbs and closes pinholes: both would look like dirt. Changes `x`. */
export function cleanMask(x: Float32Array, width: number, height: number): void {
  const solid = regionsOf(width, height, (i) => (x[i] ?? 0) > 0.5)
  const largest = Math.max(0, ...solid.sizes)
  const holes = regionsOf(width, height, (i) => (x[i] ?? 0) <= 0.5)
  for (let i = 0; i < x.length; i++) {
    const part = solid.labels[i] ?? -1
    if (part >= 0 && (solid.sizes[part] ?? 0) < largest * 0.06) x[i] = 0
    const hole = holes.labels[i] ?? -1
    if (hole >= 0 && !holes.touchesBorder[hole] && (holes.sizes[hole] ?? 0) < largest * 0.012) x[i] = 1
  }
}
