import { actStatements } from './statements-of-acts.ts'
import { leaseStatements } from './statements-of-leases.ts'
import { orderStatements } from './statements-of-orders.ts'
import { stepStatements } from './statements-of-steps.ts'
import type { Tables } from './tables.ts'

/** What one statement does, by the database's clock. */
export type Statement = (tables: Tables, values: readonly unknown[], nowMs: number) => object[]

const bare = (sql: string): string => sql.replace(/\s+/g, ' ').trim()

/** Made by the program for columns that it knows: known by how they begin. */
const begins: readonly (readonly [string, Statement])[] = stepStatements.filter(([sql]) => sql.endsWith('…'))

const whole = new Map<string, Statement>(
  [...leaseStatements, ...stepStatements, ...orderStatements, ...actStatements].map(([sql, rule]) => [bare(sql), rule]),
)

const known = new Map<string, Statement>()

/** Rules that nothing has asked for in this process. */
export function unasked(): string[] {
  const asked = new Set(known.values())
  return [...whole].flatMap(([text, rule]) => (asked.has(rule) ? [] : [text]))
}

/**
 * The rule that stands for a statement. By its whole text: one that was changed is another one, and its rule is to be looked at
 * anew (test/engine/studio/model.test.ts holds the rules against PostgreSQL).
 */
export function ruleOf(sql: string): Statement {
  const before = known.get(sql)
  if (before !== undefined) return before
  const text = bare(sql)
  const rule = whole.get(text) ?? begins.find(([begin]) => text.startsWith(begin.slice(0, -1)))?.[1]
  if (rule === undefined) throw new Error(`the model of the database knows no such statement: ${text}`)
  known.set(sql, rule)
  return rule
}
