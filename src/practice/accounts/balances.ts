import type { Database } from 'better-sqlite3'
import type { CreditKind } from '../state/job-rows.ts'

export interface Balances {
  daily: number
  purchased: number
  welcome: number
  unlimited: boolean
}

export function balancesOf(db: Database, accountId: string): Balances {
  const row = db
    .prepare<[string], Omit<Balances, 'unlimited'> & { unlimited: number }>(
      'SELECT daily, purchased, welcome, unlimited FROM accounts WHERE id = ?',
    )
    .get(accountId)
  if (row === undefined) throw new Error(`no account ${accountId}`)
  return { ...row, unlimited: row.unlimited === 1 }
}

/** `credits` of §2.1. */
export function creditsAnswer(db: Database, accountId: string) {
  const { daily, purchased, unlimited } = balancesOf(db, accountId)
  return { daily, purchased, unlimited }
}

/**
 * Which balance pays. An API token spends purchased credits only (§5.3); a session's daily credits cover basic models,
 * its welcome credits the others (§2.9).
 */
export function payingKind(balances: Balances, price: number, session: boolean, basic: boolean): CreditKind | null {
  if (balances.unlimited) return 'unlimited'
  const free: 'daily' | 'welcome' = basic ? 'daily' : 'welcome'
  if (session && balances[free] >= price) return free
  return balances.purchased >= price ? 'purchased' : null
}

/** Inside the caller's transaction only: a charge and the acceptance of its request are one. */
export function charge(db: Database, accountId: string, kind: CreditKind, credits: number): void {
  if (kind === 'unlimited') return
  db.prepare(`UPDATE accounts SET ${kind} = ${kind} - ? WHERE id = ?`).run(credits, accountId)
}
