import { z } from 'zod'
import { givenName } from '../naming/given-name.ts'
import { exportPicture } from './choice.ts'

/** How results are exported: `naming/export-name.ts` has the words of a template. */
export const exportWish = z.object({
  template: z.string().max(200),
  /** A JSON file beside each copy. */
  sidecar: z.boolean(),
  /** XMP DigitalSourceType in the copy. */
  mark: z.boolean(),
  /** What is made of pictures; null: every result is copied as it is. */
  picture: exportPicture.nullable(),
})
export type ExportWish = z.infer<typeof exportWish>

/** A way to export that a person has named. */
export const exportPreset = z.object({ name: givenName(60), wish: exportWish })
export type ExportPreset = z.infer<typeof exportPreset>

export const mostExportPresets = 50

/** With one more, or another one under a name that is known, whatever its case. */
export const withPreset = (presets: readonly ExportPreset[], preset: ExportPreset): ExportPreset[] =>
  [...withoutPreset(presets, preset.name), preset].sort((a, b) =>
    a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1,
  )

export const withoutPreset = (presets: readonly ExportPreset[], name: string): ExportPreset[] =>
  presets.filter((each) => !isNamed(each, name))

const isNamed = (preset: ExportPreset, name: string): boolean => preset.name.toLowerCase() === name.toLowerCase()

export const presetNamed = (presets: readonly ExportPreset[], name: string): ExportPreset | undefined =>
  presets.find((each) => isNamed(each, name))
