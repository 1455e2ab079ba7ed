import type { Path } from './path.ts'

interface Coverage {
  left: number
  top: number
  width: number
  height: number
  /** 0…1 for each pixel of the box. */
  shares: Float32Array
}

/** How much of each pixel a shape covers: exact areas, summed up along each row. Null when it lies outside. */
export function coverageOf(path: Path, width: number, height: number): Coverage | null {
  const edges = { left: width, top: height, right: 0, bottom: 0 }
  for (const outline of path) {
    for (const [x, y] of outline) {
      edges.left = Math.min(edges.left, x)
      edges.top = Math.min(edges.top, y)
      edges.right = Math.max(edges.right, x)
      edges.bottom = Math.max(edges.bottom, y)
    }
  }
  const left = Math.max(0, Math.floor(edges.left))
  const top = Math.max(0, Math.floor(edges.top))
  const right = Math.min(width, Math.ceil(edges.right))
  const bottom = Math.min(height, Math.ceil(edges.bottom))
  if (!(right > left && bottom > top)) return null
  const box = { left, top, width: right - left, height: bottom - top }
  // Two columns more than the box: what lies right of it is put there and not looked at.
  const stride = box.width + 2
  const areas = new Float32Array(stride * box.height)
  for (const outline of path) {
    let last = outline.at(-1)
    for (const point of outline) {
      if (last !== undefined)
        addEdge(areas, stride, box.height, last[0] - left, last[1] - top, point[0] - left, point[1] - top)
      last = point
    }
  }
  return { ...box, shares: summed(areas, stride, box) }
}

function summed(areas: Float32Array, stride: number, { width, height }: { width: number; height: number }) {
  const shares = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = 0; x < width; x++) {
      sum += areas[y * stride + x] ?? 0
      // Outlines that overlap in the same direction count once.
      shares[y * width + x] = Math.min(1, Math.abs(sum))
    }
  }
  return shares
}

function addEdge(areas: Float32Array, stride: number, height: number, xa: number, ya: number, xb: number, yb: number) {
  if (ya === yb) return
  const direction = ya < yb ? 1 : -1
  const [x0, y0, x1, y1] = ya < yb ? [xa, ya, xb, yb] : [xb, yb, xa, ya]
  const slope = (x1 - x0) / (y1 - y0)
  const most = stride - 2
  for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, Math.ceil(y1)); y++) {
    const from = Math.max(y, y0)
    const to = Math.min(y + 1, y1)
    const one = Math.min(most, Math.max(0, x0 + (from - y0) * slope))
    const two = Math.min(most, Math.max(0, x0 + (to - y0) * slope))
    addRow(areas, y * stride, Math.min(one, two), Math.max(one, two), (to - from) * direction)
  }
}

/** A piece of an edge within one row of pixels: what it covers of each pixel it crosses, and of all to the right. */
function addRow(areas: Float32Array, row: number, left: number, right: number, share: number) {
  const add = (x: number, value: number) => {
    areas[row + x] = (areas[row + x] ?? 0) + value
  }
  const first = Math.floor(left)
  const last = Math.ceil(right)
  if (last <= first + 1) {
    const middle = (left + right) / 2 - first
    add(first, share * (1 - middle))
    add(first + 1, share * middle)
    return
  }
  const perPixel = 1 / (right - left)
  let covered = 0
  for (let x = first; x < last; x++) {
    const enter = Math.max(left, x)
    const leave = Math.min(right, x + 1)
    // What of the edge was passed before this pixel covers all of it, what lies in it a part.
    const now = (enter - left) * perPixel + (leave - enter) * perPixel * (1 - ((enter + leave) / 2 - x))
    add(x, share * (now - covered))
    covered = now
  }
  add(last, share * (1 - covered))
}
