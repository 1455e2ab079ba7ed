import type { InspectedFile } from '../../contract/files.ts'
import type { RequestView } from '../../contract/views.ts'
import { isEndState } from '../../domain/request/states.ts'
import { t } from '../format/messages.ts'

/** One line of a Skill's list: a file that waits to be sent, or a request already approved. */
export type BatchRow =
  | { kind: 'file'; key: string; file: InspectedFile }
  | { kind: 'request'; key: string; request: RequestView }

export const batchFilters = ['all', 'needs-you', 'under-way', 'done', 'failed', 'to-send'] as const
export type BatchFilter = (typeof batchFilters)[number]

const failed: ReadonlySet<string> = new Set(['failed', 'rejected', 'gone'])

/** The one filter, beside `all`, a row falls under; a file that cannot be used falls under failed. */
function filterOf(row: BatchRow): Exclude<BatchFilter, 'all'> | null {
  if (row.kind === 'file') return row.file.problem === null ? 'to-send' : 'failed'
  const { state } = row.request
  if (state === 'needs-decision') return 'needs-you'
  if (state === 'completed' || state === 'partial') return 'done'
  if (failed.has(state)) return 'failed'
  return isEndState(state) ? null : 'under-way'
}

/** Whether rows may come by themselves where there are none: of files that are being looked at. */
export const areRowsComing = (looking: number, filter: BatchFilter): boolean =>
  looking > 0 && (filter === 'all' || filter === 'to-send')

function countFilters(rows: readonly BatchRow[]): Record<BatchFilter, number> {
  const counts: Record<BatchFilter, number> = {
    all: rows.length,
    'needs-you': 0,
    'under-way': 0,
    done: 0,
    failed: 0,
    'to-send': 0,
  }
  for (const row of rows) {
    const filter = filterOf(row)
    if (filter) counts[filter] += 1
  }
  return counts
}

/**
 * What needs the user first, then what waits, then what was sent, the newest batch first and each in the order it was
 * dropped: so a file stays where it is when it is sent. What cannot be used comes last, and never lies over results.
 */
export function batchRows(
  files: readonly InspectedFile[],
  requests: readonly RequestView[],
  filter: BatchFilter,
): { rows: BatchRow[]; counts: Record<BatchFilter, number> } {
  const sent = [...requests]
    .sort(
      (a, b) =>
        (a.batch?.id === b.batch?.id ? 0 : b.createdAt.localeCompare(a.createdAt)) ||
        (a.batch?.index ?? 0) - (b.batch?.index ?? 0) ||
        b.createdAt.localeCompare(a.createdAt),
    )
    .map((request): BatchRow => ({ kind: 'request', key: request.id, request }))
  const unsent = files.map((file): BatchRow => ({ kind: 'file', key: file.file, file }))
  const all: BatchRow[] = [
    ...sent.filter((row) => filterOf(row) === 'needs-you'),
    ...unsent.filter((row) => filterOf(row) === 'to-send'),
    ...sent.filter((row) => filterOf(row) !== 'needs-you'),
    ...unsent.filter((row) => filterOf(row) !== 'to-send'),
  ]
  return { rows: filter === 'all' ? all : all.filter((row) => filterOf(row) === filter), counts: countFilters(all) }
}

export interface ApprovedLine {
  label: string
  credits: number
}

/** What became of the credits of what was approved, in the order in which it is listed. */
const fates = [
  'done',
  'partly',
  'charged',
  'pending',
  'not-charged',
  'asks',
  'failed-charged',
  'failed-refunded',
  'partly-refunded',
] as const
type Fate = (typeof fates)[number]

function fateWords(fate: Fate, count: number): string {
  switch (fate) {
    case 'done':
      return t('{count} done', { count })
    case 'partly':
      return t('{count} partly done', { count })
    case 'charged':
      return t('{count} in progress, charged', { count })
    case 'pending':
      return t('{count} in progress, pending', { count })
    case 'not-charged':
      return t('{count} not charged yet', { count })
    case 'asks':
      return t('{count} waiting for you', { count })
    case 'failed-charged':
      return t('{count} failed, charged', { count })
    case 'failed-refunded':
      return t('{count} failed, refunded', { count })
    case 'partly-refunded':
      return t('{count} partly refunded', { count })
  }
}

/** What was approved, by what became of its credits. Adds up only what the quote and the service said. */
export function approvedLines(requests: readonly RequestView[]): { lines: ApprovedLine[]; standsAt: number } {
  const sums = new Map<Fate, { count: number; credits: number }>()
  let standsAt = 0
  const add = (fate: Fate, credits: number): void => {
    const sum = sums.get(fate) ?? { count: 0, credits: 0 }
    sums.set(fate, { count: sum.count + 1, credits: sum.credits + credits })
    standsAt += credits
  }
  for (const request of requests) {
    const charged = request.creditsUsed ?? 0
    const quoted = request.creditsQuoted ?? 0
    // What the service gave back for the pictures of a set that it could not make is taken off, whenever it says so.
    if (request.creditsStatus !== 'refunded' && request.creditsRefunded)
      add('partly-refunded', -request.creditsRefunded)
    if (request.creditsStatus === 'refunded') {
      add('failed-charged', charged)
      add('failed-refunded', -charged)
    } else if (request.state === 'completed') add('done', charged)
    else if (request.state === 'partial') add('partly', charged)
    else if (request.state === 'needs-decision') add('asks', request.creditsUsed ?? quoted)
    else if (failed.has(request.state)) add('failed-charged', charged)
    else if (request.state === 'cancelled') continue
    else if (request.creditsStatus === 'pending') add('pending', request.creditsUsed ?? quoted)
    else if (request.creditsUsed !== null) add('charged', charged)
    else add('not-charged', quoted)
  }
  const lines = fates.flatMap((fate) => {
    const sum = sums.get(fate)
    if (sum === undefined || (sum.credits === 0 && fate.startsWith('failed'))) return []
    return [{ label: fateWords(fate, sum.count), credits: sum.credits }]
  })
  return { lines, standsAt }
}
