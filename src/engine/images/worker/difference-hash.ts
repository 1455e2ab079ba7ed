import { eachPixel, type RawPicture } from './raw-picture.ts'

const columns = 9
const rows = 8

/** 64 bits, one for each pair of neighbours in a 9 × 8 grey copy: is it getting brighter to the right? Hex. */
export function differenceHash(raw: RawPicture): string {
  const cells = greyCells(raw)
  let bits = 0n
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const at = row * columns + column
      bits = (bits << 1n) | ((cells[at + 1] ?? 0) > (cells[at] ?? 0) ? 1n : 0n)
    }
  }
  return bits.toString(16).padStart(16, '0')
}

/** Sums of luma over equal cells, transparent parts on white. */
function greyCells(picture: RawPicture): number[] {
  const { width, height } = picture
  const cells = new Array<number>(columns * rows).fill(0)
  eachPixel(picture, (red, green, blue, alpha, n) => {
    const [x, y] = [n % width, Math.floor(n / width)]
    const luma = 299 * red + 587 * green + 114 * blue
    const cell = Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width)
    cells[cell] = (cells[cell] ?? 0) + luma * alpha + 255_000 * (255 - alpha)
  })
  return cells
}
