import { fractionOf } from '../ids.ts'
import type { PracticeModel } from '../models/model.ts'
import type { SeenReference } from './references.ts'

export function ratioValue(ratio: string): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return width / height
}

/** §2.1: the final ratio. `auto` follows the first reference that could be read, else the words, else chance. */
export function resolveRatio(
  model: PracticeModel,
  asked: unknown,
  prompt: string,
  references: SeenReference[],
): string {
  if (typeof asked === 'string' && model.supported_ratios.includes(asked)) return asked
  // §4.1: VID-S resolves an omitted or unrecognised value to `adaptive`.
  if (model.role === 'VID-S' && asked !== 'auto') return 'adaptive'
  const first = references.find(({ width, height }) => width !== null && height !== null)
  if (first?.width && first.height) return nearest(model, first.width / first.height)
  if (/\b(portrait|poster|tower|vertical|phone)\b/i.test(prompt)) return nearest(model, 3 / 4)
  if (/\b(landscape|panorama|sea|ocean|desert|horizon|banner)\b/i.test(prompt)) return nearest(model, 3 / 2)
  const usual = [1, 4 / 3, 3 / 4]
  return nearest(model, usual[Math.floor(fractionOf(prompt) * usual.length)] ?? 1)
}

function nearest(model: PracticeModel, value: number): string {
  const distance = (ratio: string) => Math.abs(Math.log(ratioValue(ratio) / value))
  return model.supported_ratios.toSorted((a, b) => distance(a) - distance(b))[0] ?? '1:1'
}

const megapixelsOf: Record<string, number> = { '1K': 1, '2K': 4, '3K': 9, '4K': 16 }

/** The pixels of a still: its area follows the resolution (1K is 1024²), its sides the ratio, in steps of 8. */
export function pixelsForRatio(ratio: string, resolution: string | null): { width: number; height: number } {
  const area = (megapixelsOf[resolution ?? '1K'] ?? 1) * 1024 * 1024
  const value = ratioValue(ratio)
  const inSteps = (side: number) => Math.max(8, Math.round(side / 8) * 8)
  return { width: inSteps(Math.sqrt(area * value)), height: inSteps(Math.sqrt(area / value)) }
}

const filmEdgeOf: Record<string, number> = { '480p': 256, '720p': 320, '1080p': 384, '4k': 448 }

/** The pixels of a film: far smaller than its resolution says: all are a frame of one small film. Sides are even. */
export function filmSize(shape: number, resolution: string | null): { width: number; height: number } {
  const edge = filmEdgeOf[resolution ?? '720p'] ?? 320
  const within = Math.min(2.4, Math.max(1 / 2.4, shape))
  const even = (side: number) => Math.max(32, Math.round(side / 2) * 2)
  return { width: even(edge * Math.min(1, within)), height: even(edge / Math.max(1, within)) }
}
