import { type Colour, oklch } from '../colour.ts'
import { frame, type Path, rectangle, turned } from '../draw/path.ts'
import { stand } from '../stage/stand.ts'
import { fitted, pathOfLine, setBlock, widthOf } from '../type/text.ts'
import type { PosterLayout } from './page.ts'

const black: Colour = [0.06, 0.06, 0.06]

/** Loud, boxed, black on one colour. */
export const brutal: PosterLayout = async ({ sheet, copy, products, hue, random }) => {
  const { width, height, unit } = sheet
  const ground = oklch(0.88, 0.185, hue ?? 100)
  sheet.fill(rectangle(0, 0, width, height), ground)
  const margin = unit * 4
  const name = fitted(
    copy.headline.toLocaleUpperCase(),
    { size: unit * 34, weight: 900, tracking: -0.055, leading: 0.84 },
    { width: width - 2 * margin - unit * 4, height: height * 0.3, least: unit * 4, mostLines: 3 },
  )
  const box = { y: margin + name.height + unit * 4, height: height * 0.93 - margin - name.height - unit * 22 }
  sheet.fill(rectangle(margin, margin, width - 2 * margin, name.height + unit * 4), black)
  setBlock(sheet, name, margin + unit * 2, margin + unit * 2, ground)
  sheet.fill(frame(margin, box.y, width - 2 * margin, box.height, unit * 1.1), black)
  const centre = { x: width / 2, y: box.y + box.height / 2 }
  const star = burst(centre.x, centre.y, Math.min(width * 0.42, box.height * 0.46), 14, random() * 30)
  sheet.fill(
    star.map((outline) => outline.map(([x, y]): [number, number] => [x + unit * 1.6, y + unit * 1.6])),
    black,
  )
  sheet.fill(star, oklch(0.99, 0.01, 100))
  const count = Math.max(1, products.length)
  for (const [i, product] of products.entries()) {
    const shift = (i - (count - 1) / 2) * Math.min(width * 0.27, box.height * 0.6)
    await stand(sheet, product, {
      x: centre.x + shift,
      foot: centre.y + box.height * 0.36,
      width: (width * 0.56) / Math.sqrt(count),
      height: (box.height * 0.74) / Math.sqrt(count),
      shadow: 'hard',
    })
  }
  tape(copy.closing ?? copy.headline)
  const words = fitted(
    copy.points.slice(0, 4).join(' / '),
    { size: unit * 4, weight: 720, tracking: -0.01, leading: 1.16 },
    { width: width - 2 * margin, height: height - margin - (box.y + box.height) - unit * 2, least: unit * 1.6 },
  )
  setBlock(sheet, words, margin, box.y + box.height + unit * 2.4, black)

  /** A band across the picture, the same words over and over. */
  function tape(text: string) {
    const y = box.y + box.height * (products.length > 0 ? 0.86 : 0.5)
    const thick = unit * 7.4
    sheet.fill(turned(rectangle(-width, y - thick / 2, width * 3, thick), -7, width / 2, y), black)
    const hand = { size: unit * 4, weight: 800, tracking: 0.01 }
    const once = `${text.toLocaleUpperCase()} + `
    const times = Math.min(40, Math.ceil((width * 1.4) / widthOf(once, hand)) + 1)
    const letters = pathOfLine(once.repeat(times), hand, -width * 0.2, y + hand.size * 0.36)
    sheet.fill(turned(letters, -7, width / 2, y), ground)
  }
}

function burst(cx: number, cy: number, r: number, points: number, turn: number): Path {
  const outline = Array.from({ length: points * 2 }, (_, i): [number, number] => {
    const angle = ((i * 180) / points + turn) * (Math.PI / 180)
    const reach = i % 2 === 0 ? r : r * 0.8
    return [cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)]
  })
  return [outline]
}
