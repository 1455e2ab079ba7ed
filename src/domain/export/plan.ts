import { type ExportPicture, formatFacts } from './choice.ts'

/** One file that comes of a picture. */
export interface PlannedFile {
  scale: number
  /** Ends the name, before its dot: `@2x`, or nothing. */
  ending: string
  /** Without a dot. */
  extension: string
}

/** The files of one picture, the smallest scale first, each scale once. */
export function plannedFiles({ format, scales }: Pick<ExportPicture, 'format' | 'scales'>): PlannedFile[] {
  const each = [...new Set(scales)].sort((a, b) => a - b)
  const isPlain = each.length === 1 && each[0] === 1
  return each.map((scale) => ({
    scale,
    ending: isPlain ? '' : `@${scale}x`,
    extension: formatFacts[format].extension,
  }))
}

/** Whether another picture can be made of a result; a film is copied as it is. */
export const isConvertible = ({ mediaType }: { mediaType: string }): boolean => mediaType === 'image'
