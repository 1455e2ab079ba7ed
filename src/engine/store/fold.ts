import { type Receipt, receipt as receiptSchema } from '../../domain/request/receipt.ts'
import type { JournalEntry } from './journal.ts'

/** Every receipt as entries in order tell it. Where there is a gap, the receipt stays as it was before it. */
export function fold(entries: JournalEntry[]): Map<string, Receipt> {
  const receipts = new Map<string, Receipt>()
  for (const entry of entries) {
    const after = foldEntry(receipts.get(entry.id) ?? null, entry)
    if (after) receipts.set(entry.id, after)
  }
  return receipts
}

/** The receipt after an entry: the next step of the one before, or one that is written whole. Null: there is a gap. */
export function foldEntry(before: Receipt | null, entry: JournalEntry): Receipt | null {
  const whole = receiptSchema.safeParse(entry.set)
  if (whole.success && entry.revision > (before?.revision ?? 0)) return whole.data
  if (before === null || entry.revision !== before.revision + 1) return null
  const parsed = receiptSchema.safeParse({ ...before, ...entry.set })
  return parsed.success ? parsed.data : null
}
