import type { TouchUpStroke } from '../../../domain/touch-up/stroke.ts'
import { clearVeil, drawStroke, emptyVeil, liftVeil, type PixelBox, type Veil } from '../../../domain/touch-up/veil.ts'
import type { PictureSize } from '../compare/geometry.ts'

/** So many pixels are drawn at most: a stroke is seen as it is drawn, and what is saved has all of them. */
const mostDrawn = 6_000_000

/** How large a picture is drawn, of its own pixels. */
export const drawnScale = ({ width, height }: PictureSize): number =>
  Math.min(1, Math.sqrt(mostDrawn / (width * height)))

/** What a touch-up looks like, by the very rules by which it is saved; on a large picture with fewer pixels. */
export class TouchUpPreview {
  readonly #context: CanvasRenderingContext2D
  readonly #cutout: ImageData
  readonly #source: ImageData | null
  readonly #veil: Veil
  readonly #scale: number
  #isBefore = false

  constructor(canvas: HTMLCanvasElement, cutout: ImageData, source: ImageData | null, scale: number) {
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('there is nothing to draw on')
    canvas.width = cutout.width
    canvas.height = cutout.height
    this.#context = context
    this.#cutout = cutout
    this.#source = source
    this.#veil = clearVeil(cutout.width, cutout.height)
    this.#scale = scale
  }

  /** A stroke, or what of it is new since its point `from`. */
  draw(stroke: TouchUpStroke, from = 0): void {
    const box = drawStroke(this.#veil, stroke, this.#scale, from)
    if (box !== null) this.#show(box)
  }

  /** These strokes and no others. */
  redraw(strokes: readonly TouchUpStroke[]): void {
    emptyVeil(this.#veil)
    for (const stroke of strokes) drawStroke(this.#veil, stroke, this.#scale)
    this.#showAll()
  }

  showBefore(isBefore: boolean): void {
    if (this.#isBefore === isBefore) return
    this.#isBefore = isBefore
    this.#showAll()
  }

  #showAll(): void {
    this.#show({ left: 0, top: 0, right: this.#cutout.width, bottom: this.#cutout.height })
  }

  #show({ left, top, right, bottom }: PixelBox): void {
    const width = right - left
    const height = bottom - top
    const pixels = part(this.#cutout.data, this.#cutout.width, { left, top, right, bottom }, 4)
    if (!this.#isBefore) {
      const box = { left, top, right, bottom }
      const ofVeil = (data: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> => part(data, this.#veil.width, box, 1)
      const source = this.#source && { data: part(this.#source.data, this.#source.width, box, 4), channels: 4 }
      liftVeil(pixels, source, { least: ofVeil(this.#veil.least), most: ofVeil(this.#veil.most) })
    }
    this.#context.putImageData(new ImageData(pixels, width, height), left, top)
  }
}

function part(
  data: Uint8ClampedArray,
  width: number,
  { left, top, right, bottom }: PixelBox,
  channels: number,
): Uint8ClampedArray<ArrayBuffer> {
  const row = (right - left) * channels
  const cut = new Uint8ClampedArray(row * (bottom - top))
  for (let y = top; y < bottom; y += 1) {
    const from = (y * width + left) * channels
    cut.set(data.subarray(from, from + row), (y - top) * row)
  }
  return cut
}

/** The pixels of a picture of ours at some size. @throws where it cannot be shown */
export async function pixelsAt(src: string, { width, height }: PictureSize): Promise<ImageData> {
  const answer = await fetch(src)
  if (!answer.ok) throw new Error('the picture is not there')
  const image = await createImageBitmap(await answer.blob())
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('there is nothing to draw on')
  context.drawImage(image, 0, 0, width, height)
  image.close()
  return context.getImageData(0, 0, width, height)
}
