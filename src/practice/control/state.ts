import type { Practice } from '../context.ts'
import { type Market, setMarket } from '../market/market.ts'
import { addToday } from '../state/daily-counts.ts'

/** How often each endpoint was asked since the start; path parts that are ids are written `{}`. */
export class EndpointCounts {
  #counts = new Map<string, number>()

  add(endpoint: string): void {
    this.#counts.set(endpoint, (this.#counts.get(endpoint) ?? 0) + 1)
  }

  list(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
}

interface BalanceChange {
  purchased?: number
  daily?: number
  welcome?: number
  unlimited?: boolean
}

/** What tests may change from outside; everything else follows from requests and the clock. */
export interface Changes {
  /** Balances by account id. */
  balances?: Record<string, BalanceChange>
  /** Ids of jobs that are deleted or unavailable from now on (410). */
  gone?: string[]
  /** Adds to today's count of uploads (`upload`) or of a Skill's runs. */
  counts?: { account: string; what: string; by: number }[]
  /** Failed jobs whose pending refund is made now. */
  refund?: string[]
  /** Today's prices and offers, until they are set again; null for the ones practice was made with. */
  market?: Market | null
  /** Request ids of generations whose inputs are forgotten, as those of legacy jobs are (§4.3). */
  legacy?: string[]
}

export function changeState({ db, clock }: Practice, changes: Changes): void {
  db.transaction(() => {
    for (const [id, { purchased, daily, welcome, unlimited }] of Object.entries(changes.balances ?? {})) {
      db.prepare(
        `UPDATE accounts SET purchased = coalesce(?, purchased), daily = coalesce(?, daily),
           welcome = coalesce(?, welcome), unlimited = coalesce(?, unlimited) WHERE id = ?`,
      ).run(purchased ?? null, daily ?? null, welcome ?? null, unlimited === undefined ? null : Number(unlimited), id)
    }
    for (const id of changes.gone ?? []) db.prepare('UPDATE jobs SET gone = 1 WHERE id = ?').run(id)
    for (const id of changes.refund ?? []) db.prepare('UPDATE jobs SET refund_pending = 0 WHERE id = ?').run(id)
    for (const { account, what, by } of changes.counts ?? []) addToday(db, account, what, clock.now(), by)
    for (const id of changes.legacy ?? []) {
      db.prepare(`UPDATE generation_requests SET fingerprint = '' WHERE request_id = ?`).run(id.toLowerCase())
    }
    if (changes.market !== undefined) setMarket(db, changes.market)
  }).immediate()
}
