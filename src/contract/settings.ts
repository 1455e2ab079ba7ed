import { z } from 'zod'
import { instant } from './fields.ts'

/** `more`: as the system's own setting for high contrast, whatever that one says. */
export const contrast = z.enum(['system', 'more'])

/**
 * The language of the window, by its BCP 47 tag. Beside English the two pseudo-languages of CLDR, which show what a
 * translation would do to the layouts: longer words, and right to left.
 */
export const language = z.enum(['en', 'en-XA', 'ar-XB'])
export type Language = z.infer<typeof language>

/** How the service is reached. `proxy`: `system`, `direct`, or the address of one (http or https, without a password). */
export const network = z.object({
  proxy: z.string().max(2048),
  /** A file with further certificates to trust (PEM); null: the system's alone. */
  extraCa: z.string().max(4096).nullable(),
})
export type Network = z.infer<typeof network>

/** A copy of the database, the newest first. */
export const backupView = z.object({
  name: z.string(),
  madeAt: instant,
  sizeBytes: z.number().int(),
  /** How many are in it; those that came later come back from the journal. */
  receipts: z.number().int(),
})
export type BackupView = z.infer<typeof backupView>

/** A key of the account (service.md §2.5). Never its value: of that the last four characters, where the service masks it. */
export const tokenView = z.object({
  id: z.string(),
  name: z.string(),
  ending: z.string().nullable(),
  isActive: z.boolean().nullable(),
  lastUsedAt: instant.nullable(),
  createdAt: instant.nullable(),
})
export type TokenView = z.infer<typeof tokenView>

/** One generation that a key paid for. */
export const tokenUse = z.object({
  id: z.string(),
  model: z.string(),
  credits: z.number().nullable(),
  status: z.string(),
  createdAt: instant.nullable(),
})
export type TokenUse = z.infer<typeof tokenUse>

/** A key that was just made. Its value stays in the app behind the window until the app ends. */
export const newToken = z.object({ name: z.string(), isCopied: z.boolean() })

/** A backup was put back, in words: what it held, and what the journal brought. */
export const restored = z.object({ words: z.string() })
