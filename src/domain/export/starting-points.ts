import { type ExportPicture, usualExportPicture } from './choice.ts'

/** What most exports are for, to begin with; a person names others. */
export const startingPoints = ['web', 'social', 'app', 'print'] as const
export type StartingPoint = (typeof startingPoints)[number]

const plain = usualExportPicture

export const pictureFor: Record<StartingPoint, ExportPicture> = {
  web: { ...plain, format: 'webp', quality: 82, size: { by: 'longEdge', pixels: 2048 } },
  social: { ...plain, format: 'jpeg', quality: 90, size: { by: 'longEdge', pixels: 1080 } },
  app: { ...plain, format: 'png', scales: [1, 2], trim: true },
  print: { ...plain, format: 'tiff', profile: 'original' },
}
