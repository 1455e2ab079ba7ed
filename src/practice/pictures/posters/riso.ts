import { oklch } from '../colour.ts'
import { ellipse, type Path, rectangle } from '../draw/path.ts'
import { pictureIn } from '../stage/cut.ts'
import { breakLines, fitted, setBlock } from '../type/text.ts'
import type { PosterLayout, PosterPage } from './page.ts'

/** Two inks on soft paper, dots for tones, and the slip of a machine that never hits quite the same place. */
export const riso: PosterLayout = async (page) => {
  const { sheet, copy, hue, random } = page
  const { width, height, unit } = sheet
  const paper = oklch(0.955, 0.02, 92)
  const first = oklch(0.66, 0.22, hue ?? 8)
  const second = oklch(0.46, 0.19, (hue ?? 8) + 250)
  sheet.fill(rectangle(0, 0, width, height), paper)
  const centre = { x: width * 0.5, y: height * 0.43 }
  const r = Math.min(width * 0.4, height * 0.31)
  sheet.fill(ellipse(centre.x - r * 0.16, centre.y - r * 0.1, r), first, { multiply: true })
  sheet.fill(dots(centre.x + r * 0.2, centre.y + r * 0.14, r, unit * 1.15), second, { multiply: true })
  await products(page, centre, r, second)

  const margin = unit * 6
  const slip = unit * 0.55
  const name = fitted(
    copy.headline,
    { size: unit * 16, weight: 880, tracking: -0.035, leading: 0.95 },
    { width: width - 2 * margin, height: height * 0.22, least: unit * 4, mostLines: 2 },
  )
  const top = height * 0.945 - name.height - unit * 9
  for (const [ink, dx] of [
    [first, slip],
    [second, -slip / 2],
  ] as const) {
    for (const [i, text] of name.lines.entries()) {
      setBlock(
        sheet,
        { ...name, lines: [text], height: 0 },
        width / 2 + dx,
        top + i * name.size * name.leading + dx,
        ink,
        'middle',
      )
    }
  }
  const hand = { size: unit * 3, weight: 560, leading: 1.3 }
  const lines = breakLines(copy.points.slice(0, 3).join(' · '), hand, width - 2 * margin).join('\n')
  setBlock(
    sheet,
    fitted(lines, hand, { width: width - 2 * margin, height: unit * 9, least: unit * 1.5 }),
    width / 2,
    height * 0.955 - unit * 7,
    second,
    'middle',
  )
  if (copy.closing !== null) {
    const call = fitted(
      copy.closing,
      { size: unit * 3, weight: 760, tracking: 0.01 },
      { width: width - 2 * margin, height: unit * 5, least: unit * 1.5, mostLines: 1 },
    )
    setBlock(sheet, call, margin, margin, first)
  }
  const grains = Float32Array.from({ length: 4096 }, () => (random() - 0.5) * 20)
  sheet.develop((value, x, y) => value + (grains[(x * 73 + y * 1291 + ((x * y) >> 3)) & 4095] ?? 0))
}

/** A ball of tone: dots on a slanted screen, larger towards its shaded side. */
function dots(cx: number, cy: number, r: number, step: number): Path {
  const path: Path = []
  const count = Math.ceil((r * 1.5) / step)
  for (let i = -count; i <= count; i++) {
    for (let j = -count; j <= count; j++) {
      const x = (i * 0.906 - j * 0.423) * step * 1.6
      const y = (i * 0.423 + j * 0.906) * step * 1.6
      if (Math.hypot(x, y) > r) continue
      const tone = Math.min(1, Math.max(0, 0.5 + (x + y) / (2.2 * r)))
      if (tone > 0.06) path.push(...ellipse(cx + x, cy + y, step * 0.98 * Math.sqrt(tone)))
    }
  }
  return path
}

/** Photographs take the second ink: only their darkness is printed. */
async function products(
  { sheet, products: cuts }: PosterPage,
  centre: { x: number; y: number },
  r: number,
  ink: number[],
) {
  for (const [i, cut] of cuts.entries()) {
    const size = r * (cuts.length > 1 ? 1.15 : 1.7)
    const picture = await pictureIn(cut.png, { width: size, height: size }, 'inside')
    const pixels = Uint8Array.from(picture.pixels)
    for (let at = 0; at < pixels.length; at += 4) {
      const dark = 1 - (0.3 * (pixels[at] ?? 0) + 0.59 * (pixels[at + 1] ?? 0) + 0.11 * (pixels[at + 2] ?? 0)) / 255
      const light = Math.min(1, Math.max(0, 1.15 - 1.35 * dark))
      for (let c = 0; c < 3; c++) pixels[at + c] = 255 * (light * (c === 2 ? 0.9 : 0.97) + (1 - light) * (ink[c] ?? 0))
    }
    const shift = (i - (cuts.length - 1) / 2) * r * 0.95
    sheet.lay({ ...picture, pixels }, centre.x + shift - picture.width / 2, centre.y - picture.height / 2 + r * 0.1)
  }
}
