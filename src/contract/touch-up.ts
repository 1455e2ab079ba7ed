import { z } from 'zod'
import { touchUpStrokes } from '../domain/touch-up/stroke.ts'
import { ownAddress, text } from './fields.ts'

/**
 * Where the colours of what is kept come from. `source`: the photograph that the cutout was made from · `own`: what the
 * cutout's file still has under what is transparent, which may be nothing.
 */
export const keptFrom = z.enum(['source', 'own'])
export type KeptFrom = z.infer<typeof keptFrom>

/** What a touch-up begins with. */
export const touchUpStart = z.object({
  keptFrom,
  /** The photograph; null where it is not used. */
  source: ownAddress.nullable(),
  /** Why it is not used: nothing in it, gone from this computer, another picture by now, another shape; null where it is. */
  why: z.enum(['none', 'gone', 'changed', 'shape']).nullable(),
})
export type TouchUpStart = z.infer<typeof touchUpStart>

/** Strokes alone: no pixel comes from the page. */
export const touchUpWish = z.object({ id: text(64), strokes: touchUpStrokes.min(1), keptFrom })
