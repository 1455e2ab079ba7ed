import type { LedgerCut, LedgerPeriod, LedgerRow, LedgerView } from '../../contract/ledger.ts'
import { dayKey } from '../../domain/day.ts'
import { csvOf } from '../../domain/ledger/csv.ts'
import { entryOf, type LedgerEntry } from '../../domain/ledger/entry.ts'
import { owedWords } from '../../domain/ledger/owed.ts'
import { type Ledger, type Side, sumUp } from '../../domain/ledger/sums.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { stateOf } from '../../domain/request/words.ts'
import type { Engine } from '../engine.ts'
import { sanitizeText } from '../platform/text.ts'
import { iso } from '../views/request-view.ts'
import { titleOf } from '../views/titles.ts'

interface Booked {
  receipt: Receipt
  entry: LedgerEntry
}

/** Requests of this service that are money, newest first; those set aside are left out. */
function booked({ store, origin }: Engine): Booked[] {
  const aside = new Set(store.receipts.setAside())
  const projects = store.projects.all()
  return store.receipts.list({ origin }).flatMap((receipt) => {
    const entry = aside.has(receipt.id) ? null : entryOf(receipt, projects.get(receipt.id) ?? null)
    return entry ? [{ receipt, entry }] : []
  })
}

const within =
  ({ from, to }: LedgerPeriod) =>
  ({ entry }: Booked): boolean => {
    const day = dayKey(entry.atMs)
    return day >= from && day <= to
  }

function sumsOf(all: readonly Booked[], period: LedgerPeriod, by: Side): Ledger {
  const ledger = sumUp(
    all.filter(within(period)).map(({ entry }) => entry),
    dayKey,
    by,
  )
  return { ...ledger, columns: ledger.columns.map((column) => ({ ...column, name: sanitizeText(column.name) })) }
}

/** All sums of a period. */
export const ledgerSums = (engine: Engine, period: LedgerPeriod, by: Side): Ledger => sumsOf(booked(engine), period, by)

/** The same, and what has no file yet, whatever its date. */
export function toLedgerView(engine: Engine, { from, to, by }: LedgerCut, nowMs: number): LedgerView {
  const all = booked(engine)
  const period = { from, to }
  return {
    period,
    by,
    today: dayKey(nowMs),
    ...sumsOf(all, period, by),
    owed: all.flatMap(({ receipt, entry }) =>
      entry.owed === null
        ? []
        : [
            {
              request: engine.viewOf(receipt),
              state: entry.owed,
              paid: entry.paid,
              quoted: entry.quoted,
              words: sanitizeText(owedWords(receipt, entry)),
            },
          ],
    ),
    setAside: engine.store.receipts.setAside().length,
  }
}

/** Requests of a period with their figures, newest first. */
export const ledgerRows = (engine: Engine, period: LedgerPeriod): LedgerRow[] =>
  booked(engine)
    .filter(within(period))
    // By the time that is shown: several that were approved at once may have been written in any order.
    .sort((a, b) => b.entry.atMs - a.entry.atMs)
    .map(({ receipt, entry }) => ({
      id: receipt.id,
      at: iso(entry.atMs),
      title: titleOf(receipt),
      name: sanitizeText(entry.of.name),
      project: entry.project,
      state: stateOf(receipt, engine.driver.activityOf(receipt.id)),
      quoted: entry.quoted,
      charged: entry.charged,
      refunded: entry.refunded,
      paid: entry.paid,
    }))

/** The same as a table for other programs; a figure that nobody has told is an empty cell. */
export function ledgerCsv(engine: Engine, period: LedgerPeriod): string {
  const head = [
    'Time',
    'Request',
    'Title',
    'Kind',
    'Model or Skill',
    'State',
    'Quoted',
    'Charged',
    'Refunded',
    'Paid',
    'Credits status',
    'Jobs',
    'Service',
    'Project',
  ]
  const rows = booked(engine)
    .filter(within(period))
    .map(({ receipt, entry }) => [
      iso(entry.atMs),
      receipt.id,
      titleOf(receipt),
      receipt.order.kind,
      entry.of.name,
      stateOf(receipt, null),
      entry.quoted,
      entry.charged,
      entry.refunded,
      entry.paid,
      receipt.creditsStatus,
      receipt.jobs.map(({ generationId }) => generationId ?? '').join(' '),
      receipt.origin,
      entry.project,
    ])
  return csvOf([head, ...rows])
}
