// What is seen of the library, drawn as one picture: for the document of the next start, which cannot ask for sixty.

import type { Box } from './box.ts'

interface SeenPicture extends Box {
  address: string
  isCutout: boolean
}

/** Places are counted from the window's corner. */
export interface Sight {
  pane: Box
  pictures: readonly SeenPicture[]
}

/** Of a window of 4K. */
const mostPixels = 3840 * 2160
const quality = 0.85
const radius = 2
const cutoutPadding = 6
const square = 7

/** The colours of the squares of transparency: of the first, and of its neighbours. */
type Squares = readonly [string, string]

/** @returns the picture as a `data:` address, with the place that it is drawn for; null where none of them can be drawn */
export async function drawSight({ pane, pictures }: Sight): Promise<(Box & { picture: string }) | null> {
  const scale = Math.min(window.devicePixelRatio, Math.sqrt(mostPixels / (pane.width * pane.height)))
  const canvas = new OffscreenCanvas(Math.ceil(pane.width * scale), Math.ceil(pane.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.imageSmoothingQuality = 'high'
  context.setTransform(scale, 0, 0, scale, -pane.left * scale, -pane.top * scale)
  const squares = [colourOf('--check-b'), colourOf('--check-a')] as const
  let drawn = 0
  // One after the other: it is nobody's work of this moment.
  for (const picture of pictures) {
    const bitmap = await bitmapOf(picture.address)
    if (bitmap === null) continue
    drawPicture(context, picture, bitmap, squares)
    bitmap.close()
    drawn += 1
  }
  // The engine has gone meanwhile: it knows none of them.
  if (drawn === 0) return null
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
  return {
    left: pane.left,
    top: pane.top,
    width: canvas.width / scale,
    height: canvas.height / scale,
    picture: await dataOf(blob),
  }
}

async function bitmapOf(address: string): Promise<ImageBitmap | null> {
  try {
    const answer = await fetch(address)
    return answer.ok ? await createImageBitmap(await answer.blob()) : null
  } catch {
    return null
  }
}

/** As the grid shows it: covering its cell, or, cut out, whole and on the squares of transparency. */
function drawPicture(
  context: OffscreenCanvasRenderingContext2D,
  { isCutout, left, top, width, height }: SeenPicture,
  bitmap: ImageBitmap,
  squares: Squares,
): void {
  const padding = isCutout ? cutoutPadding : 0
  const [wide, high] = [width - 2 * padding, height - 2 * padding]
  const fit = (isCutout ? Math.min : Math.max)(wide / bitmap.width, high / bitmap.height)
  const [w, h] = [bitmap.width * fit, bitmap.height * fit]
  context.save()
  context.beginPath()
  context.roundRect(left, top, width, height, radius)
  context.clip()
  if (isCutout) drawSquares(context, { left, top, width, height }, squares)
  context.drawImage(bitmap, left + (width - w) / 2, top + (height - h) / 2, w, h)
  context.restore()
}

function drawSquares(
  context: OffscreenCanvasRenderingContext2D,
  { left, top, width, height }: Box,
  [even, odd]: Squares,
): void {
  for (let row = 0; row * square < height; row += 1)
    for (let column = 0; column * square < width; column += 1) {
      context.fillStyle = (row + column) % 2 === 0 ? even : odd
      context.fillRect(left + column * square, top + row * square, square, square)
    }
}

/** As it is now: a token's own text says what it is in light and what in dark. */
function colourOf(token: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(${token})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const dataOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
