import { z } from 'zod'

/**
 * What a context menu can offer, once: main has the words, the page only names acts of this list and is told which was
 * chosen, so that no page puts words of its own into a menu of the system's. Nothing in it spends.
 */
export interface ContextAct {
  id: string
  words: string
  /** Stands in a menu of its own under this name. */
  under?: string
}

export const contextActs = [
  { id: 'open', words: 'Open' },
  { id: 'compare', words: 'Compare' },
  { id: 'touch-up', words: 'Touch up edge…' },
  { id: 'pick', words: 'Pick' },
  { id: 'reject', words: 'Reject' },
  { id: 'unflag', words: 'Remove flag' },
  { id: 'stars-5', words: '5 stars', under: 'Rating' },
  { id: 'stars-4', words: '4 stars', under: 'Rating' },
  { id: 'stars-3', words: '3 stars', under: 'Rating' },
  { id: 'stars-2', words: '2 stars', under: 'Rating' },
  { id: 'stars-1', words: '1 star', under: 'Rating' },
  { id: 'stars-0', words: 'No stars', under: 'Rating' },
  { id: 'use-create', words: 'Reference in Create', under: 'Use in' },
  { id: 'use-remove-bg', words: 'Cutout', under: 'Use in' },
  { id: 'use-product-detail', words: 'Product detail', under: 'Use in' },
  { id: 'use-brand-poster', words: 'Poster', under: 'Use in' },
  { id: 'use-white-bg', words: 'Background', under: 'Use in' },
  { id: 'use-upscale', words: 'Upscale', under: 'Use in' },
  { id: 'copy-picture', words: 'Copy picture' },
  { id: 'show-in-folder', words: 'Show in folder' },
  { id: 'export', words: 'Export…' },
  { id: 'open-receipt', words: 'Open receipt' },
  { id: 'use-settings', words: 'Use these settings again' },
  { id: 'to-front', words: 'Move to front' },
  { id: 'check-now', words: 'Check now' },
  { id: 'reorder', words: 'Order again…' },
  { id: 'cancel', words: 'Cancel request' },
  { id: 'show-in-queue', words: 'Show in Queue' },
  { id: 'copy-id', words: 'Copy id' },
  { id: 'fetch-anew', words: 'Look up again' },
  { id: 'forget', words: 'Remove from Gallery' },
  { id: 'trash', words: 'Move to trash' },
  { id: 'restore', words: 'Put back in the library' },
] as const satisfies readonly ContextAct[]

export type ContextActId = (typeof contextActs)[number]['id']

const ids = contextActs.map(({ id }) => id)
export const contextActId = z.enum(ids)

const offered = z.object({
  act: contextActId,
  enabled: z.boolean(),
  /** How it is now; null for what is not one of several. */
  checked: z.boolean().nullable(),
})

/** Groups of acts, a line between each two, and where in the window the menu opens. */
export const contextMenu = z.object({
  groups: z.array(z.array(offered).max(contextActs.length)).max(12),
  at: z.object({ x: z.number().finite(), y: z.number().finite() }),
})
export type ContextMenu = z.infer<typeof contextMenu>
