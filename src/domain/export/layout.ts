import { type ExportPicture, formatFacts } from './choice.ts'

export interface PixelSize {
  width: number
  height: number
}

/** Of one file: the picture within its canvas. */
export interface Layout {
  content: PixelSize
  /** Around the content, on each side. */
  padding: number
  canvas: PixelSize
  /** The picture has fewer pixels than was asked for, and is never enlarged. */
  isSmaller: boolean
}

/**
 * How large one file becomes. Pure and total: never larger than the picture's own pixels, than was asked for or than the
 * format can be, never below one pixel, and of the picture's own shape.
 * @param picture what is left of it after trimming
 * @param scale one of the choice's
 */
export function layoutOf(
  picture: PixelSize,
  {
    format,
    size,
    scales,
    trim,
    padding: asked,
  }: Pick<ExportPicture, 'format' | 'size' | 'scales' | 'trim' | 'padding'>,
  scale: number,
): Layout {
  const wanted = factorOf(picture, size, scale, Math.max(...scales), trim ? asked : 0)
  const most = formatFacts[format].mostPixels
  const longest = Math.max(picture.width, picture.height)
  const factor = Math.min(wanted, 1, most / longest)
  const content = { width: edge(picture.width * factor), height: edge(picture.height * factor) }
  const room = Math.floor((most - Math.max(content.width, content.height)) / 2)
  const padding = trim ? Math.max(0, Math.min(Math.round(asked * scale), room)) : 0
  const canvas = { width: content.width + 2 * padding, height: content.height + 2 * padding }
  return { content, padding, canvas, isSmaller: wanted > 1 + tolerance }
}

/** A hair of arithmetic is nothing that anybody asked for. */
const tolerance = 1e-9

const edge = (pixels: number): number => Math.max(1, Math.round(pixels))

/** By how much the picture is to become smaller, or larger. The padding lies within an edge that is named. */
function factorOf(
  { width, height }: PixelSize,
  size: ExportPicture['size'],
  scale: number,
  largest: number,
  padding: number,
): number {
  const within = (pixels: number, own: number): number => Math.max(1, (pixels - 2 * padding) * scale) / own
  switch (size.by) {
    case 'original':
      return scale / largest
    case 'percent':
      return (size.percent / 100) * scale
    case 'longEdge':
      return within(size.pixels, Math.max(width, height))
    case 'fit': {
      const sides = [
        size.width === null ? null : within(size.width, width),
        size.height === null ? null : within(size.height, height),
      ]
      const bounds = sides.filter((side) => side !== null)
      return bounds.length === 0 ? scale / largest : Math.min(...bounds)
    }
  }
}
