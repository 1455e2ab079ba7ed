import { z } from 'zod'
import { type Balance, balance } from '../contract/views.ts'
import type { Json } from '../domain/json.ts'

const told = z.object({
  daily: z.number().nullish(),
  purchased: z.number().nullish(),
  unlimited: z.boolean().nullish(),
})

/** Balances after a deduction (service.md §2.1): a snapshot, true only for its moment (O7). */
export function balanceFrom(credits: Json, atMs: number): Balance | null {
  const read = told.safeParse(credits)
  if (!read.success) return null
  return {
    purchased: read.data.purchased ?? null,
    daily: read.data.daily ?? null,
    unlimited: read.data.unlimited ?? false,
    asOf: new Date(atMs).toISOString(),
  }
}

/** A balance that was kept as text. */
export function readBalance(text: string): Balance | null {
  try {
    return balance.parse(JSON.parse(text))
  } catch {
    return null
  }
}
