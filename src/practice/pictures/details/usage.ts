import { ellipse, roundedRectangle } from '../draw/path.ts'
import { pictureIn } from '../stage/cut.ts'
import { stand } from '../stage/stand.ts'
import { fitted, setBlock } from '../type/text.ts'
import type { DetailLayout, DetailPage } from './page.ts'

/** Three steps, side by side or below each other. */
export const usage: DetailLayout = async (page) => {
  const { sheet, tones, copy } = page
  const { width, height, unit } = sheet
  const margin = unit * 7
  const title = fitted(
    copy.headline,
    { size: unit * 7.4, weight: 760, tracking: -0.03, leading: 1.05 },
    { width: width - 2 * margin, height: height * 0.14, least: unit * 3, mostLines: 2 },
  )
  const top = setBlock(sheet, title, margin, margin, tones.ink) + unit * 4
  const gap = unit * 2.6
  const steps = copy.points.slice(0, 3)
  const count = Math.max(1, steps.length)
  const across = width >= height
  for (const [i, step] of steps.entries()) {
    const panel = across
      ? {
          x: margin + i * ((width - 2 * margin + gap) / count),
          y: top,
          width: (width - 2 * margin + gap) / count - gap,
          height: height - margin - top,
        }
      : {
          x: margin,
          y: top + i * ((height - margin - top + gap) / count),
          width: width - 2 * margin,
          height: (height - margin - top + gap) / count - gap,
        }
    await setStep(page, step, i, panel, across)
  }
}

async function setStep(
  { sheet, tones, cut, photo, others }: DetailPage,
  step: string,
  i: number,
  panel: { x: number; y: number; width: number; height: number },
  across: boolean,
) {
  const { unit } = sheet
  const shape = roundedRectangle(panel.x, panel.y, panel.width, panel.height, unit * 2.4)
  sheet.fill(shape, tones.panel)
  const view = across
    ? { x: panel.x, y: panel.y, width: panel.width, height: panel.height * 0.66 }
    : { x: panel.x + panel.width * 0.5, y: panel.y, width: panel.width * 0.5, height: panel.height }
  const seen = others[i - 1] ?? (i === 2 ? photo : null)
  if (seen === null) {
    await stand(sheet, cut, {
      x: view.x + view.width / 2,
      foot: view.y + view.height * 0.9,
      width: view.width * (i === 0 ? 0.78 : 0.62),
      height: view.height * (i === 0 ? 0.76 : 0.62),
    })
  } else {
    sheet.lay(await pictureIn(seen, view, 'cover', seen === photo ? 1.8 : 1), view.x, view.y, {}, shape)
  }
  const size = unit * 3.6
  const badge = { x: panel.x + unit * 6.2, y: across ? panel.y + panel.height * 0.66 : panel.y + panel.height * 0.3 }
  sheet.fill(ellipse(badge.x, badge.y, unit * 3.6), tones.accent)
  const number = fitted(
    String(i + 1),
    { size, weight: 760, leading: 1 },
    { width: unit * 9, height: unit * 9, least: unit },
  )
  setBlock(sheet, number, badge.x, badge.y - size * 0.5, tones.onAccent, 'middle')
  const x = panel.x + unit * 2.8
  const room = (across ? panel.width : panel.width * 0.5) - unit * 5
  const words = fitted(
    step,
    { size: unit * 4, weight: 620, leading: 1.15 },
    { width: room, height: panel.y + panel.height - badge.y - unit * 6.4, least: unit * 1.7 },
  )
  setBlock(sheet, words, x, badge.y + unit * 4.6, tones.ink)
}
