import { z } from 'zod'
import { credits, instant } from './fields.ts'
import { contrast, language, network } from './settings.ts'

export const keyStatus = z.object({
  /** `keychain`: kept by the operating system · `session`: held until the app closes · `practice`: practice issues its own. */
  where: z.enum(['none', 'keychain', 'session', 'environment', 'practice', 'unreadable']),
  /** First four characters of the salted fingerprint, or null without a key. Never part of the key itself. */
  fingerprint: z.string().nullable(),
  /** What the keychain says, and what the service said where it was asked, in words a designer understands. */
  words: z.string(),
  /** Whether the service took it when it was set; null where it was not asked in this run. */
  checked: z.enum(['accepted', 'unchecked']).nullable(),
  /** Open requests that were ordered under it. */
  open: z.number().int(),
  /**
   * Other keys with open requests. `keychain`, `session`: replaced and held, to look at those requests and for nothing
   * else · `nowhere`: not held here, so that somebody has to set it again.
   */
  others: z.array(
    z.object({
      fingerprint: z.string(),
      open: z.number().int(),
      where: z.enum(['keychain', 'session', 'nowhere']),
      /** The service refuses it: it is not used on. */
      isRefused: z.boolean(),
      words: z.string(),
    }),
  ),
})
export type KeyStatus = z.infer<typeof keyStatus>

/** Balances are snapshots of a submit answer (service.md §2.1). */
export const balance = z.object({
  purchased: z.number().nullable(),
  daily: z.number().nullable(),
  unlimited: z.boolean(),
  asOf: instant,
})
export type Balance = z.infer<typeof balance>

export const theme = z.enum(['system', 'light', 'dark'])

export const appSnapshot = z.object({
  version: z.string(),
  platform: z.string(),
  /** `first-run`: no service chosen yet · `practice`: the emulator on this computer · `service`: a real account. */
  mode: z.enum(['first-run', 'practice', 'service']),
  /** The service's address as the user gave it; null in first-run; the word `practice` in practice mode. */
  service: z.string().nullable(),
  /** Services that were left with a key, the last one first: each can be gone back to with the key that is kept for it. */
  leftServices: z.array(z.string()).default([]),
  /** In first-run: receipts of a service are in this home, so that practice is not what is offered first. */
  hadService: z.boolean().default(false),
  /** `reachable` after an answer, `unreachable` after a failed look, `unknown` before the first. */
  connection: z.enum(['unknown', 'reachable', 'unreachable']),
  /** A sentence about the connection or a trouble at start; null when there is nothing to say. */
  notice: z.string().nullable(),
  key: keyStatus,
  balance: balance.nullable(),
  paused: z.boolean(),
  theme,
  contrast,
  language,
  /** The pseudo-languages can be chosen: only while somebody develops. */
  hasTestLanguages: z.boolean().default(false),
  network,
  /** Orders above so many credits are asked about in a dialog of the system. */
  askAbove: z.number(),
  /** What the app wrote where: shown in Settings. */
  folders: z.object({ home: z.string(), library: z.string(), database: z.string(), journal: z.string() }),
})
export type AppSnapshot = z.infer<typeof appSnapshot>

/** Budget caps of one service in credits, null for none, and what the last 24 hours hold of them (null: not known). */
export const capsView = z.object({
  day: credits,
  batch: credits,
  spent: credits,
  reserved: credits,
  /** What is left of the day's cap; null without one, or where it cannot be told. */
  left: credits,
})
export type CapsView = z.infer<typeof capsView>
