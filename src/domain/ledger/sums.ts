import { tidy } from '../quote/tidy.ts'
import type { LedgerEntry } from './entry.ts'

/** A sum of credits, and of how many requests nobody has told the whole figure: only what is told of theirs is in it. */
export interface Sum {
  credits: number
  unknown: number
}

export interface Totals {
  requests: number
  quoted: Sum
  charged: Sum
  refunded: Sum
  paid: Sum
  /** Of what was paid: may still be refunded. */
  pending: Sum
}

/** What the columns are: a model or a Skill each, or a project each. */
export const sides = ['model', 'project'] as const
export type Side = (typeof sides)[number]

export interface Column extends Totals {
  key: string
  /** `none`: all that is filed under no project; it has no name. */
  kind: 'model' | 'skill' | 'project' | 'none'
  name: string
}

export interface Day extends Totals {
  /** `2026-11-20`, in whatever zone the caller's days are. */
  day: string
  /** Paid, by column. */
  cells: Record<string, Sum>
}

export interface Ledger {
  totals: Totals
  /** The dearest first. */
  columns: Column[]
  /** In order; days without a request are left out. */
  days: Day[]
}

const none: Sum = { credits: 0, unknown: 0 }
const nothing: Totals = { requests: 0, quoted: none, charged: none, refunded: none, paid: none, pending: none }

const plus = (sum: Sum, credits: number | null, told = 0): Sum =>
  credits === null
    ? { credits: tidy(sum.credits + told), unknown: sum.unknown + 1 }
    : { credits: tidy(sum.credits + credits), unknown: sum.unknown }

const withEntry = (sums: Totals, { quoted, charged, refunded, paid, isPending, told }: LedgerEntry): Totals => ({
  requests: sums.requests + 1,
  quoted: plus(sums.quoted, quoted),
  charged: plus(sums.charged, charged, told?.charged),
  refunded: plus(sums.refunded, refunded, told?.refunded),
  paid: plus(sums.paid, paid, told?.paid),
  pending: isPending ? plus(sums.pending, paid, told?.paid) : sums.pending,
})

/** Keys of different kinds are never the same, whatever people call their projects. */
function columnOf({ of, project }: LedgerEntry, side: Side): Pick<Column, 'key' | 'kind' | 'name'> {
  if (side === 'model') return of
  return project === null
    ? { key: 'none', kind: 'none', name: '' }
    : { key: `project:${project}`, kind: 'project', name: project }
}

/** Total: whatever the entries are, each is in every sum once, as a figure or as an unknown. */
export function sumUp(entries: readonly LedgerEntry[], dayOf: (atMs: number) => string, side: Side): Ledger {
  let totals = nothing
  const columns = new Map<string, Column>()
  const days = new Map<string, Day>()
  for (const entry of entries) {
    totals = withEntry(totals, entry)
    const { key, kind, name } = columnOf(entry, side)
    columns.set(key, { key, kind, name, ...withEntry(columns.get(key) ?? nothing, entry) })
    const day = dayOf(entry.atMs)
    const cells = days.get(day)?.cells ?? {}
    days.set(day, {
      day,
      cells: { ...cells, [key]: plus(cells[key] ?? none, entry.paid, entry.told?.paid) },
      ...withEntry(days.get(day) ?? nothing, entry),
    })
  }
  return {
    totals,
    columns: [...columns.values()].sort((a, b) => b.paid.credits - a.paid.credits || (a.key < b.key ? -1 : 1)),
    days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
  }
}
