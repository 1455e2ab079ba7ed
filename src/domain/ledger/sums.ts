import { tidy } from '../quote/tidy.ts'
import type { Entry } from './entry.ts'

/** A sum of credits, and of how many requests nobody has told the figure: they are not in it. */
export interface Sum {
  credits: number
  unknown: number
}

export interface Totals {
  quoted: Sum
  charged: Sum
  refunded: Sum
  paid: Sum
  /** Of what was paid: may still be refunded. */
  pending: Sum
}

export interface Column {
  key: string
  kind: 'model' | 'skill'
  name: string
  paid: Sum
}

export interface Day {
  /** `2026-11-20`, in whatever zone the caller's days are. */
  day: string
  /** Paid, by column. */
  cells: Record<string, Sum>
  refunded: Sum
  paid: Sum
}

export interface Ledger {
  totals: Totals
  /** The dearest first. */
  columns: Column[]
  /** In order; days without a request are left out. */
  days: Day[]
  requests: number
}

const none: Sum = { credits: 0, unknown: 0 }

const plus = (sum: Sum, credits: number | null): Sum =>
  credits === null
    ? { credits: sum.credits, unknown: sum.unknown + 1 }
    : { credits: tidy(sum.credits + credits), unknown: sum.unknown }

/** Total: whatever the entries are, each is in every sum once, as a figure or as an unknown. */
export function sumUp(entries: readonly Entry[], dayOf: (atMs: number) => string): Ledger {
  let totals: Totals = { quoted: none, charged: none, refunded: none, paid: none, pending: none }
  const columns = new Map<string, Column>()
  const days = new Map<string, Day>()
  for (const { of, atMs, quoted, charged, refunded, paid, isPending } of entries) {
    totals = {
      quoted: plus(totals.quoted, quoted),
      charged: plus(totals.charged, charged),
      refunded: plus(totals.refunded, refunded),
      paid: plus(totals.paid, paid),
      pending: isPending ? plus(totals.pending, paid) : totals.pending,
    }
    const column = columns.get(of.key) ?? { ...of, paid: none }
    columns.set(of.key, { ...column, paid: plus(column.paid, paid) })
    const name = dayOf(atMs)
    const day = days.get(name) ?? { day: name, cells: {}, refunded: none, paid: none }
    days.set(name, {
      day: name,
      cells: { ...day.cells, [of.key]: plus(day.cells[of.key] ?? none, paid) },
      refunded: plus(day.refunded, refunded),
      paid: plus(day.paid, paid),
    })
  }
  return {
    totals,
    columns: [...columns.values()].sort((a, b) => b.paid.credits - a.paid.credits || (a.key < b.key ? -1 : 1)),
    days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
    requests: entries.length,
  }
}
