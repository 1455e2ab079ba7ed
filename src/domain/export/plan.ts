import { type Exported, exportName, exportValues } from '../naming/export-name.ts'
import { type ExportPicture, formatFacts } from './choice.ts'

/** One file that comes of a picture. */
export interface PlannedFile {
  scale: number
  /** Ends the name, before its dot: `@2x`, or nothing. */
  ending: string
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

/** Whether a picture can become another one here; a film is copied as it is. */
export const isConvertible = ({ mediaType }: { mediaType: string }): boolean => mediaType === 'image'

/**
 * The names of one picture's files for n = 1, 2, …: all of them take the same number, so that what belongs together stands
 * together.
 * @param number its place among those that are exported, from 1
 */
export const namesOf =
  (result: Exported, template: string, files: readonly PlannedFile[], number: number, isPractice: boolean) =>
  (n: number): string[] => {
    const values = exportValues(result, number)
    return files.map(({ ending, extension }) => exportName(template, values, extension, n, isPractice, ending))
  }
