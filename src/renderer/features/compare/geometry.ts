import type { Placement } from '../../grid/placement.ts'

/** Zoom, pan and fit of several pictures in step: pure, in pixels of the screen unless said otherwise. */

export interface PictureSize {
  width: number
  height: number
}

/**
 * What makes two pictures comparable. `frame`: their long edges are equally long, whatever they were made of, so that an
 * enlarged picture lies on its original. `pixels`: one pixel of each is as large as one of the others.
 */
export type ScaleMatch = 'frame' | 'pixels'

/** What all pictures share: how large the shared measure is drawn, and how far from the middle of a cell it was moved. */
export interface ViewRect {
  scale: number
  across: number
  down: number
}

export interface Arrangement {
  columns: number
  rows: number
  cell: PictureSize
}

const longEdge = ({ width, height }: PictureSize): number => Math.max(width, height)

/** Around a fitted picture. */
export const margin = 16
const leastScale = 0.02
const mostScale = 16
/** So much of the nearest picture stays in sight, however far it is moved. */
const leastSeen = 48

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** For each picture: how many units of the shared measure one of its pixels has. The largest picture's has one. */
export function measuresOf(sizes: readonly PictureSize[], match: ScaleMatch): number[] {
  if (match === 'pixels') return sizes.map(() => 1)
  const most = Math.max(...sizes.map(longEdge))
  return sizes.map((size) => most / longEdge(size))
}

/** Where a picture is drawn in its cell. Every picture's middle lies where the others' do. */
export function placementIn(
  cell: PictureSize,
  size: PictureSize,
  measure: number,
  { scale, across, down }: ViewRect,
): Placement {
  const own = scale * measure
  return {
    scale: own,
    left: cell.width / 2 + across - (size.width * own) / 2,
    top: cell.height / 2 + down - (size.height * own) / 2,
  }
}

/** The box of the shared measure that all pictures are in when their middles meet. */
function boxOf(sizes: readonly PictureSize[], match: ScaleMatch): PictureSize {
  const measures = measuresOf(sizes, match)
  const most = (edge: 'width' | 'height'): number =>
    Math.max(...sizes.map((size, at) => size[edge] * (measures[at] ?? 1)))
  return { width: most('width'), height: most('height') }
}

/** All of them whole, in the middle, and the largest no larger than itself. */
export function fittedSight(cell: PictureSize, sizes: readonly PictureSize[], match: ScaleMatch): ViewRect {
  const box = boxOf(sizes, match)
  const room = (edge: 'width' | 'height'): number => Math.max(1, cell[edge] - 2 * margin) / box[edge]
  return { scale: Math.min(room('width'), room('height'), 1), across: 0, down: 0 }
}

/** Zooms so that what lies under a point stays under it, in every cell. The point is told from the middle of a cell. */
export function zoomedAt(sight: ViewRect, scale: number, x: number, y: number): ViewRect {
  const grown = scale / sight.scale
  return { scale, across: x - (x - sight.across) * grown, down: y - (y - sight.down) * grown }
}

/** Keeps the zoom within what can be judged, and the pictures within reach. */
export function heldSight(
  sight: ViewRect,
  cell: PictureSize,
  sizes: readonly PictureSize[],
  match: ScaleMatch,
): ViewRect {
  const fitted = fittedSight(cell, sizes, match).scale
  const measures = measuresOf(sizes, match)
  const least = Math.min(leastScale, fitted)
  const most = Math.max(mostScale / Math.min(...measures), fitted)
  const scale = clamp(sight.scale, least, most)
  const box = boxOf(sizes, match)
  const reach = (edge: 'width' | 'height'): number => Math.max(0, (box[edge] * scale + cell[edge]) / 2 - leastSeen)
  return {
    scale,
    across: clamp(sight.across, -reach('width'), reach('width')),
    down: clamp(sight.down, -reach('height'), reach('height')),
  }
}

/** An empty cell has to be worth so much. */
const emptyCost = 0.85

/** Of the ways to lay so many cells out, the one in which the pictures are largest; rather none with an empty cell. */
export function arranged(
  area: PictureSize,
  gap: PictureSize,
  sizes: readonly PictureSize[],
  match: ScaleMatch,
): Arrangement {
  const ways = sizes.map((_, at): Arrangement => {
    const columns = sizes.length - at
    const rows = Math.ceil(sizes.length / columns)
    const share = (edge: 'width' | 'height', parts: number): number =>
      Math.floor((area[edge] - gap[edge] * (parts - 1)) / parts)
    return { columns, rows, cell: { width: share('width', columns), height: share('height', rows) } }
  })
  const scaleOf = ({ columns, rows, cell }: Arrangement): number =>
    fittedSight(cell, sizes, match).scale * (columns * rows > sizes.length ? emptyCost : 1)
  // In a low room the gaps of some ways alone do not fit.
  const fitting = ways.filter(({ cell }) => cell.width >= 1 && cell.height >= 1)
  const none: Arrangement = { columns: sizes.length, rows: 1, cell: { width: 1, height: 1 } }
  return fitting.reduce((best, way) => (scaleOf(way) > scaleOf(best) * 1.0001 ? way : best), fitting[0] ?? none)
}

/**
 * Where a picture lies that another one is laid upon: its middle at the other's, its long edge as long, its shape its own.
 */
export function placementOn(under: Placement, underSize: PictureSize, size: PictureSize): Placement {
  const scale = (under.scale * longEdge(underSize)) / longEdge(size)
  return {
    scale,
    left: under.left + (underSize.width * under.scale - size.width * scale) / 2,
    top: under.top + (underSize.height * under.scale - size.height * scale) / 2,
  }
}
