import type { BudgetScope } from '../../../../src/domain/studio/budget.ts'
import { partitions } from '../../../../src/domain/studio/partition.ts'

export interface Lease {
  partition: number
  session: string | null
  fence: number
  renewedAt: number | null
}

export interface Slot {
  n: number
  request: string | null
  session: string | null
}

export interface WorkerRow {
  session: string
  name: string
  /** The fingerprint of its key; null: it has not said. */
  key: string | null
  /** By the database's clock; minus infinity: it has ended in order. */
  seenAt: number
  reachesService: boolean
}

export interface PersonRow {
  id: string
  name: string
  role: 'designer' | 'lead' | 'admin'
  limit: number | null
  lastTurn: number | null
  isDisabled: boolean
}

export interface TurnRow {
  person: string
  turn: number
}

export interface WaitRow {
  request: string
  place: string
  askedAt: number
}

export interface CommandRow {
  id: string
  person: string
  kind: string
  payload: string
  request: string | null
  receivedAt: number
  isDone: boolean
  outcome: string | null
}

export interface RequestRow {
  id: string
  revision: number
  partition: number
  person: string
  project: string | null
  command: string
  place: string
  turn: number
  released: boolean
  phase: string
  isOpen: boolean
  holding: string
  heldCredits: number | null
  heldMs: number
  receipt: string
  checksum: string
}

export interface StepRow {
  request: string
  revision: number
  phase: string
  session: string | null
  fence: number | null
}

export interface BudgetRow {
  scope: BudgetScope
  name: string
  perDay: number | null
  perOrder: number | null
}

/** The studio's tables as far as workers and those who order use them; each change can be taken back. */
export class Tables {
  readonly leases: Lease[] = Array.from({ length: partitions }, (_, partition) => ({
    partition,
    session: null,
    fence: 0,
    renewedAt: null,
  }))
  readonly slots: Slot[] = [1, 2].map((n) => ({ n, request: null, session: null }))
  readonly workers = new Map<string, WorkerRow>()
  readonly people = new Map<string, PersonRow>()
  readonly commands = new Map<string, CommandRow>()
  readonly requests = new Map<string, RequestRow>()
  readonly budgets: BudgetRow[] = []
  readonly assets = new Map<string, string>()
  readonly turns = new Map<string, TurnRow>()
  /** What waits for a place for sending. */
  readonly waits = new Map<string, WaitRow>()
  /** Grows and is never taken back, as a sequence. */
  orders = 0
  /** Steps of what is under way, then committed. */
  readonly steps: StepRow[] = []
  #undo: (() => void)[] = []

  /** Whether anything was changed since the last commit. */
  get isChanged(): boolean {
    return this.#undo.length > 0
  }

  set<Row extends object>(row: Row, changes: Partial<Row>): void {
    const before = { ...row }
    Object.assign(row, changes)
    this.#undo.push(() => Object.assign(row, before))
  }

  put<Key, Row>(table: Map<Key, Row>, key: Key, row: Row): void {
    const before = table.get(key)
    table.set(key, row)
    this.#undo.push(() => (before === undefined ? table.delete(key) : table.set(key, before)))
  }

  drop<Key, Row>(table: Map<Key, Row>, key: Key): void {
    const before = table.get(key)
    if (before === undefined) return
    table.delete(key)
    this.#undo.push(() => table.set(key, before))
  }

  add(step: StepRow): void {
    this.steps.push(step)
    this.#undo.push(() => this.steps.pop())
  }

  /** So many changes were made: what is undone goes back to there. */
  savepoint(): number {
    return this.#undo.length
  }

  undo(to = 0): void {
    while (this.#undo.length > to) this.#undo.pop()?.()
  }

  commit(): void {
    this.#undo = []
  }
}
