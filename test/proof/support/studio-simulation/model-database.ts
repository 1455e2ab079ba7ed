import type { Transaction } from '../../../../src/engine/studio/database.ts'
import { StudioError, UnknownCommitError } from '../../../../src/engine/studio/studio-error.ts'
import { ruleOf } from './statements.ts'
import { Tables } from './tables.ts'

export const unreachable = (): StudioError =>
  new StudioError('unreachable', 'The database does not answer. Is its address right, does it run?')

export const unknownCommit = (): UnknownCommitError =>
  new UnknownCommitError('The database did not say whether it was written.')

/** A savepoint of the transaction under way, as orders.ts and acts.ts set it: one at a time. */
const savepoint = /^SAVEPOINT \w+$/
const backToIt = /^ROLLBACK TO SAVEPOINT \w+$/

/**
 * The database: one transaction after the other, so that each sees what those before it have committed and nothing else. That
 * PostgreSQL keeps two transactions apart that go on at the same time is what its locks are for, and shown on the real one
 * (test/engine/studio).
 */
export class ModelDatabase {
  readonly tables = new Tables()
  readonly #now: () => number
  readonly #onCommit: () => void
  #open: OpenTransaction | null = null

  /** @param now its own clock @param onCommit something was changed, and nothing takes that back any more */
  constructor(now: () => number, onCommit: () => void = () => undefined) {
    this.#now = now
    this.#onCommit = onCommit
  }

  /** Null where another transaction is under way: whoever asks waits. */
  begin(): OpenTransaction | null {
    if (this.#open !== null) return null
    this.#open = new OpenTransaction(this.tables, this.#now, (isCommitted) => this.#end(isCommitted))
    return this.#open
  }

  /** What was under way is gone: the database was killed, say. */
  crash(): void {
    this.#open?.rollBack()
  }

  #end(isCommitted: boolean): void {
    this.#open = null
    const isChanged = isCommitted && this.tables.isChanged
    if (isCommitted) this.tables.commit()
    else this.tables.undo()
    if (isChanged) this.#onCommit()
  }
}

/** One transaction. What is asked of it after its end is refused, as on a line that the database has closed. */
export class OpenTransaction implements Transaction {
  readonly #tables: Tables
  readonly #now: () => number
  readonly #onEnd: (isCommitted: boolean) => void
  #savedAt = 0
  isOver = false

  constructor(tables: Tables, now: () => number, onEnd: (isCommitted: boolean) => void) {
    this.#tables = tables
    this.#now = now
    this.#onEnd = onEnd
  }

  run(sql: string, values: readonly unknown[] = []): object[] {
    if (this.isOver) throw unreachable()
    if (savepoint.test(sql)) this.#savedAt = this.#tables.savepoint()
    else if (backToIt.test(sql)) this.#tables.undo(this.#savedAt)
    else return ruleOf(sql)(this.#tables, values, this.#now())
    return []
  }

  async rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.run(sql, values) as Row[]
  }

  commit(): void {
    if (this.isOver) throw unreachable()
    this.isOver = true
    this.#onEnd(true)
  }

  rollBack(): void {
    if (this.isOver) return
    this.isOver = true
    this.#onEnd(false)
  }
}
