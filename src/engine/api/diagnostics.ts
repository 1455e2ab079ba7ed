import { homedir } from 'node:os'
import type { Json } from '../../domain/json.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { stateOf } from '../../domain/request/words.ts'
import type { Engine } from '../engine.ts'
import { printable } from '../platform/text.ts'
import { isIn, withoutPaths } from '../platform/without-paths.ts'
import { titleOf } from '../views/titles.ts'

/** So many requests, the newest, are told one by one. */
const mostRequests = 100

/**
 * What helps somebody else to see what is wrong. No key and no picture; what people wrote, names of files and the
 * service's own words only `withPrompts`; the user's folder is written as ~, and no folder outside of it is named.
 */
export function diagnosticsOf({ store, options, driver, budget, place, status }: Engine, withPrompts: boolean): Json {
  const all = store.receipts.list({})
  const { connection, notice, key, balance, paused } = status()
  const { where, fingerprint, checked, open, others } = key
  const { folders } = options
  const named = { data: folders.data, library: place.folder, cache: folders.cache }
  const whole: Json = {
    service: options.service,
    connection,
    notice,
    paused,
    drives: driver.drives,
    key: { where, fingerprint, checked, openRequests: open, otherKeys: others.length },
    balance: balance === null ? null : { asOf: balance.asOf },
    caps: budget.caps(),
    folders: Object.fromEntries(
      Object.entries(named).map(([name, folder]) => [
        name,
        isIn(folder, homedir()) ? folder : 'outside the home folder',
      ]),
    ),
    storeIsReadOnly: store.readOnly,
    receipts: { all: all.length, setAside: store.receipts.setAside().length, byState: countBy(all) },
    newest: all.slice(0, mostRequests).map((receipt) => lineOf(receipt, withPrompts)),
  }
  return clean(whole, (text) => withoutPaths(text, homedir(), named))
}

function countBy(receipts: readonly Receipt[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const receipt of receipts) {
    const state = stateOf(receipt, null)
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

function lineOf(receipt: Receipt, withPrompts: boolean): Json {
  const { order } = receipt
  return {
    id: receipt.id,
    kind: order.kind === 'skill' ? order.skill : order.mediaType,
    state: stateOf(receipt, null),
    approvedAt: iso(receipt.approvedAtMs),
    firstSentAt: iso(receipt.firstSentAtMs),
    acceptedAt: iso(receipt.acceptedAtMs),
    updatedAt: iso(receipt.updatedAtMs),
    sentTimes: receipt.sentTimes,
    lookedUpTimes: receipt.lookedUpTimes,
    failuresInARow: receipt.failuresInARow,
    creditsQuoted: receipt.quote.credits,
    creditsUsed: receipt.creditsUsed,
    creditsStatus: receipt.creditsStatus,
    jobs: receipt.jobs.map(({ generationId, status, failureCode }) => ({ generationId, status, failureCode })),
    decision: receipt.decision?.kind ?? null,
    assets: receipt.assets.length,
    owed: receipt.owed.length,
    ...(withPrompts ? { title: titleOf(receipt), error: receipt.error } : {}),
  }
}

/** Whatever came from outside, without keys and control characters; and nobody's name in a path. */
function clean(value: Json, unnamed: (text: string) => string): Json {
  if (typeof value === 'string') return unnamed(printable(value))
  if (Array.isArray(value)) return value.map((each) => clean(each, unnamed))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each, unnamed)]))
  return value
}
