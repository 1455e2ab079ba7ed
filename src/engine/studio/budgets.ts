import { capDayMs, type SumRow, type Sums, sumsFrom } from '../../domain/quote/cap.ts'
import { type BudgetScope, byLockOrder, type StudioBudget } from '../../domain/studio/budget.ts'
import type { Database, Transaction } from './database.ts'

/** Whose budgets an order touches. */
export interface Spender {
  /** The person's number and name. */
  person: string
  name: string
  project: string | null
}

interface BudgetRow {
  scope: BudgetScope
  name: string
  per_day: number | null
  per_order: number | null
}

/**
 * Locks the budgets that an order touches until the transaction ends, in the order of byLockOrder, and sums what is held under
 * each. No other order sees the same sums meanwhile, so that two never fit where only one does.
 * @param except a request that is left out of the sums
 */
export async function lockBudgets(
  transaction: Transaction,
  { person, name, project }: Spender,
  except: string | null = null,
): Promise<(StudioBudget & { held: Sums })[]> {
  const rows = await transaction.rows<BudgetRow>(
    `SELECT scope, name, per_day, per_order FROM budgets
     WHERE (scope, name) IN (('studio', ''), ('person', $1::text), ('project', coalesce($2::text, '')))
     ORDER BY array_position(ARRAY['studio', 'project', 'person'], scope), name COLLATE "C" FOR UPDATE`,
    [name, project],
  )
  const budgets: (StudioBudget & { held: Sums })[] = []
  for (const row of rows)
    budgets.push({
      scope: row.scope,
      name: row.name,
      perDay: row.per_day,
      perOrder: row.per_order,
      held: await heldUnder(transaction, row.scope, row.scope === 'person' ? person : row.name, except),
    })
  return budgets
}

/** What is held under one budget, by the database's clock. Null where one of the sums is not known. */
async function heldUnder(
  transaction: Pick<Transaction, 'rows'>,
  scope: BudgetScope,
  whose: string,
  except: string | null,
): Promise<Sums> {
  const which = scope === 'studio' ? '$1::text IS NOT NULL' : scope === 'person' ? 'person::text = $1' : 'project = $1'
  const rows = await transaction.rows<SumRow>(
    `SELECT holding AS kind, sum(held_credits) AS credits, count(held_credits)::int AS known, count(*)::int AS all
     FROM requests
     WHERE ${which} AND id IS DISTINCT FROM $2::uuid AND (holding IN ('waiting', 'inFlight')
       OR holding = 'spent' AND held_ms >= (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $3::bigint)
     GROUP BY holding`,
    [whose, except, capDayMs],
  )
  return sumsFrom(rows)
}

/** Every budget with what is held under it now; to be shown. */
export async function readBudgets(database: Database): Promise<(StudioBudget & { held: Sums })[]> {
  const rows = await database.rows<BudgetRow & { person: string | null }>(
    `SELECT scope, budgets.name, per_day, per_order, people.id::text AS person FROM budgets
     LEFT JOIN people ON scope = 'person' AND people.name = budgets.name`,
  )
  return Promise.all(
    rows.toSorted(byLockOrder).map(async ({ scope, name, per_day, per_order, person }) => ({
      scope,
      name,
      perDay: per_day,
      perOrder: per_order,
      held: await heldUnder(database, scope, person ?? name, null),
    })),
  )
}

/** @param changes null takes a cap away; what is left out stays */
export async function setBudget(
  transaction: Transaction,
  scope: BudgetScope,
  name: string,
  changes: { perDay?: number | null; perOrder?: number | null },
): Promise<void> {
  await transaction.rows('INSERT INTO budgets (scope, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [scope, name])
  for (const [column, value] of [
    ['per_day', changes.perDay],
    ['per_order', changes.perOrder],
  ] as const)
    if (value !== undefined)
      await transaction.rows(`UPDATE budgets SET ${column} = $3 WHERE scope = $1 AND name = $2`, [scope, name, value])
}
