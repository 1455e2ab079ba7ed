import { rectangle } from '../draw/path.ts'
import { openPixels } from '../loaders.ts'
import { paintPixels } from '../paint.ts'
import { stand } from '../stage/stand.ts'
import { fitted, setBlock } from '../type/text.ts'
import type { DetailLayout } from './page.ts'

/** The product in a place, out of focus behind it, with the words on the light above. */
export const scene: DetailLayout = async ({ sheet, tones, copy, cut, wishes, seed }) => {
  const { width, height, unit } = sheet
  const prompt = `${wishes} soft backdrop`
  const painted = await paintPixels({ prompt, seed, tints: [] }, { width, height })
  const blurred = await openPixels(painted.pixels, painted.width, painted.height, 3)
    .resize(width, height, { fit: 'fill' })
    .blur(unit * 0.35)
    .ensureAlpha()
    .raw()
    .toBuffer()
  sheet.lay({ pixels: blurred, width, height }, 0, 0)
  sheet.fill(rectangle(0, 0, width, height * 0.42), [0.03, 0.03, 0.05], { opacity: 0.12 })
  await stand(sheet, cut, { x: width / 2, foot: height * 0.9, width: width * 0.72, height: height * 0.56 })
  const title = fitted(
    copy.headline,
    { size: unit * 9, weight: 760, tracking: -0.03, leading: 1.04 },
    { width: width - unit * 16, height: height * 0.2, least: unit * 3, mostLines: 2 },
  )
  const y = setBlock(sheet, title, width / 2, unit * 7, [1, 1, 1], 'middle')
  const [point] = copy.points
  if (point === undefined) return
  const words = fitted(
    point,
    { size: unit * 3.4, weight: 520, leading: 1.3 },
    { width: width * 0.7, height: height * 0.1, least: unit * 2, mostLines: 2 },
  )
  const pad = unit * 2.2
  const top = y + unit * 2
  sheet.fill(rectangle(width / 2 - words.width / 2 - pad, top, words.width + 2 * pad, words.height + pad), tones.accent)
  setBlock(sheet, words, width / 2, top + pad / 2, tones.onAccent, 'middle')
}
