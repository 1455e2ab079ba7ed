import type { Database } from 'better-sqlite3'
import { readMeta, writeMeta } from '../state/meta.ts'

/** How today's prices and offers differ from the ones practice was made with. Set from the control address. */
export interface Market {
  /** Each price becomes `price × factor + add`, rounded up and never below 0. */
  factor?: number
  add?: number
  /** Ids of models and Skills that this concerns; all of them without it. */
  only?: string[]
  /** Skills whose price is null: unavailable (§4.7). */
  unavailable?: string[]
  /** Models that are retired from now on. */
  retired?: string[]
}

export function marketOf(db: Database): Market {
  return JSON.parse(readMeta(db, 'market') ?? '{}') as Market
}

export function setMarket(db: Database, market: Market | null): void {
  writeMeta(db, 'market', JSON.stringify(market ?? {}))
}

/** The same table with every number in it at today's price. */
export function repriced<T>(market: Market, id: string, table: T): T {
  if (market.only !== undefined && !market.only.includes(id)) return table
  const { factor = 1, add = 0 } = market
  const today = (value: unknown): unknown => {
    if (typeof value === 'number') return Math.max(0, Math.ceil(value * factor + add))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, today(entry)]))
  }
  return factor === 1 && add === 0 ? table : (today(table) as T)
}
