import type { Database, Statement } from 'better-sqlite3'

/**
 * Compiling a statement takes ten times as long as running it on so small a database: each is compiled once. So is what
 * a transaction is made of.
 */
export function keepStatements(db: Database): void {
  const kept = new Map<string, Statement>()
  const prepare = db.prepare.bind(db)
  const keeping = (sql: string): Statement => {
    const known = kept.get(sql)
    if (known) return known
    const made = prepare(sql)
    kept.set(sql, made)
    return made
  }
  db.prepare = keeping as typeof db.prepare
  const inOne = db.transaction((work: (...args: unknown[]) => unknown, args: unknown[]) => work(...args))
  const sharing = (work: (...args: unknown[]) => unknown) => {
    const run = (...args: unknown[]): unknown => inOne(work, args)
    return Object.assign(run, { immediate: (...args: unknown[]): unknown => inOne.immediate(work, args) })
  }
  db.transaction = sharing as unknown as typeof db.transaction
}
