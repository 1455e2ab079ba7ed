import { z } from 'zod'

export const exportFormats = ['png', 'jpeg', 'webp', 'avif', 'tiff'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Endings of names, and the longest edge that each can have. */
export const formatFacts: Record<ExportFormat, { extension: string; mostPixels: number; isLossy: boolean }> = {
  png: { extension: 'png', mostPixels: 65_535, isLossy: false },
  jpeg: { extension: 'jpg', mostPixels: 65_535, isLossy: true },
  webp: { extension: 'webp', mostPixels: 16_383, isLossy: true },
  avif: { extension: 'avif', mostPixels: 16_384, isLossy: true },
  tiff: { extension: 'tif', mostPixels: 65_535, isLossy: false },
}

/** Scales to choose from, as design tools have them. */
export const exportScales = [0.5, 1, 1.5, 2, 3, 4] as const

const pixels = z.number().int().min(1).max(65_535)

/** How large the scale of 1 is. Of `original` the largest of the chosen scales has the picture's own size. */
export const exportSize = z.discriminatedUnion('by', [
  z.object({ by: z.literal('original') }),
  z.object({ by: z.literal('percent'), percent: z.number().min(1).max(100) }),
  z.object({ by: z.literal('longEdge'), pixels }),
  /** Within a box; null: that side takes what the other one gives it. Both null: as `original`. */
  z.object({ by: z.literal('fit'), width: pixels.nullable(), height: pixels.nullable() }),
])
export type ExportSize = z.infer<typeof exportSize>

/** What becomes of a picture as it is exported. */
export const exportPicture = z.object({
  format: z.enum(exportFormats),
  /** Of what is lossy, 1 to 100. */
  quality: z.number().int().min(1).max(100),
  size: exportSize,
  /** One file each, the names ending in @1x, @2x where there are several. */
  scales: z.array(z.literal(exportScales)).min(1).max(exportScales.length),
  /** Cuts transparent edges off. */
  trim: z.boolean(),
  /** Around what is left then, in pixels at the scale of 1. */
  padding: z.number().int().min(0).max(2000),
  /** Behind the picture; null: it stays transparent where the format can. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  /** Of the colours: all programs show `srgb` the same. */
  profile: z.enum(['srgb', 'original']),
})
export type ExportPicture = z.infer<typeof exportPicture>

export const usualExportPicture: ExportPicture = {
  format: 'webp',
  quality: 82,
  size: { by: 'original' },
  scales: [1],
  trim: false,
  padding: 0,
  background: null,
  profile: 'srgb',
}
