import type { Transaction } from '../../../../src/engine/studio/database.ts'
import type { Computer } from './computer.ts'
import { type ModelDatabase, type OpenTransaction, unknownCommit, unreachable } from './model-database.ts'
import type { Journey } from './weather.ts'

/** As src/engine/studio/database.ts has them: how long a connection, a statement, and a silence inside a transaction may take. */
const connectMs = 5000
const queryMs = 12_000
const idleMs = 5000
/** So soon it is looked again whether another transaction has ended. */
const busyMs = 50

interface LineOptions {
  database: ModelDatabase
  computer: Computer
  /** How the next message and its answer travel. */
  journey: () => Journey
  /** In the world's time, whoever lives. */
  later: (ms: number, call: () => void) => void
  onAnswer?: ((computer: Computer, asked: Asked) => void) | undefined
}

/** What was asked in one go, and by the asker's clocks when. */
export interface Asked {
  at: { wallMs: number; monotonicMs: number; worldMs: number }
  /** Partitions whose lease its answer confirms. */
  leases: number[]
}

/** A computer's line to the database: the face of src/engine/studio/database.ts, of which each answer may come late, or never. */
export class DatabaseLine {
  readonly where = 'the model'
  readonly #options: LineOptions

  constructor(options: LineOptions) {
    this.#options = options
  }

  async rows(sql: string, values: readonly unknown[] = []): Promise<object[]> {
    const { computer, later } = this.#options
    const { thereMs, backMs, isLost } = await this.#way()
    if (isLost === 'before') return this.#fails(unreachable())
    if (thereMs === 0 && backMs === 0 && isLost === null) return alone(await this.#begin(), sql, values)
    // It is carried out there, whoever lives to hear of it.
    const answer = await new Promise<object[]>((resolve) => {
      const ask = (): void => {
        const open = this.#options.database.begin()
        if (open === null) {
          later(busyMs, ask)
          return
        }
        const rows = alone(open, sql, values)
        computer.inWorld(backMs, () => resolve(rows))
      }
      later(thereMs, ask)
    })
    return isLost === 'after' ? this.#fails(unreachable()) : answer
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { computer, onAnswer } = this.#options
    const asked = this.#asked()
    const { thereMs, backMs, isLost, heldMs } = await this.#way()
    if (isLost === 'before') return this.#fails(unreachable())
    if (thereMs > 0) await computer.wait(thereMs)
    const result = await this.#carryOut(await this.#begin(), work, heldMs, asked)
    if (backMs > 0) await computer.wait(backMs)
    if (isLost === 'after') throw unknownCommit()
    onAnswer?.(computer, asked)
    return result
  }

  /** One after the other: whoever finds another one under way looks again soon. */
  async #begin(): Promise<OpenTransaction> {
    const { database, computer } = this.#options
    for (;;) {
      const open = database.begin()
      if (open !== null) return open
      await computer.wait(busyMs)
    }
  }

  async #carryOut<T>(
    open: OpenTransaction,
    work: (transaction: Transaction) => Promise<T>,
    heldMs: number,
    asked: Asked,
  ): Promise<T> {
    try {
      const result = await work(heldMs === 0 ? noting(open, asked) : this.#slowly(open, heldMs, asked))
      if (open.isOver) throw unreachable()
      open.commit()
      return result
    } catch (error) {
      open.rollBack()
      throw error
    }
  }

  /** Its program is slow, or frozen, between the first statement and the next: its locks end by themselves. */
  #slowly(open: OpenTransaction, heldMs: number, asked: Asked): Transaction {
    const { computer, later } = this.#options
    const noted = noting(open, asked)
    let statements = 0
    return {
      rows: async (sql, values) => {
        statements += 1
        if (statements === 2) {
          later(idleMs, () => open.rollBack())
          await computer.wait(heldMs)
        }
        return noted.rows(sql, values)
      },
    }
  }

  #asked(): Asked {
    const { clocks } = this.#options.computer
    return { at: { ...clocks.now(), worldMs: clocks.worldMs() }, leases: [] }
  }

  /** Not reached at all it is given up after a while. */
  async #way(): Promise<Journey> {
    const journey = this.#options.journey()
    if (!journey.isCut) return journey
    await this.#options.computer.wait(connectMs)
    throw unreachable()
  }

  async #fails(error: Error): Promise<never> {
    await this.#options.computer.wait(queryMs)
    throw error
  }
}

function alone(open: OpenTransaction, sql: string, values: readonly unknown[]): object[] {
  try {
    const rows = open.run(sql, values)
    open.commit()
    return rows
  } finally {
    open.rollBack()
  }
}

/** Notes of which partitions its answer says that their lease stands. */
function noting(open: OpenTransaction, asked: Asked): Transaction {
  return {
    rows: async <Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> => {
      const rows = open.run(sql, values)
      if (sql.includes('UPDATE leases SET'))
        for (const row of rows) asked.leases.push((row as { partition: number }).partition)
      return rows as Row[]
    },
  }
}
