import type { ExportSample } from '../../../contract/exports.ts'
import type { LibraryItem } from '../../../contract/library.ts'
import type { ExportPicture } from '../../../domain/export/choice.ts'
import { layoutOf } from '../../../domain/export/layout.ts'
import { isConvertible, plannedFiles } from '../../../domain/export/plan.ts'

type Asset = Pick<LibraryItem, 'id' | 'sizeBytes' | 'width' | 'height' | 'mediaType'>

interface Estimate {
  files: number
  /** Null: no sample is there to go by. */
  sizeBytes: number | null
}

/** How many files come of it, and how large they are together: what is copied by its own size, the rest by the sample's bytes a pixel. */
export function estimateOf(
  items: readonly Asset[],
  picture: ExportPicture | null,
  sampled: { id: string; sample: ExportSample } | null,
): Estimate {
  if (picture === null) return { files: items.length, sizeBytes: sum(items.map(({ sizeBytes }) => sizeBytes)) }
  const scales = plannedFiles(picture)
  const files = sum(items.map((item) => (isConvertible(item) ? scales.length : 1)))
  const parts = items.map((item) => bytesOf(item, picture, sampled))
  return { files, sizeBytes: parts.some((part) => part === null) ? null : sum(parts.map((part) => part ?? 0)) }
}

function bytesOf(
  item: Asset,
  picture: ExportPicture,
  sampled: { id: string; sample: ExportSample } | null,
): number | null {
  if (!isConvertible(item)) return item.sizeBytes
  if (sampled === null) return null
  const { sample } = sampled
  if (item.id === sampled.id) return sum(sample.files.map(({ sizeBytes }) => sizeBytes))
  if (sample.isAsItWas || item.width === null || item.height === null) return null
  const own = { width: item.width, height: item.height }
  return sum(
    sample.files.map(({ scale, sizeBytes, width, height }) => {
      const { canvas } = layoutOf(own, picture, scale)
      return Math.round((sizeBytes * canvas.width * canvas.height) / Math.max(1, (width ?? 1) * (height ?? 1)))
    }),
  )
}

const sum = (of: readonly number[]): number => of.reduce((total, each) => total + each, 0)
