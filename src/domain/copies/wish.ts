import { z } from 'zod'
import { longestCopyTemplate, unknownCopyWords } from '../naming/copy-name.ts'

/** @param folder how a folder is named: by its path, or by a handle in the window (src/contract/handles.ts) */
export function copyWishTo(folder: z.ZodString) {
  return z.object({
    to: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('beside') }),
      z.object({ kind: z.literal('folder'), folder }),
    ]),
    template: z
      .string()
      .max(longestCopyTemplate)
      .refine((template) => template.trim() !== '' && unknownCopyWords(template).length === 0, 'no name template'),
  })
}

/**
 * Where results go beside the library: the folder of the picture they were made from, or one that was chosen. It is kept
 * with the receipt and says nothing to the service.
 */
export const copyWish = copyWishTo(z.string().min(1).max(4096))
export type CopyWish = z.infer<typeof copyWish>
