import type { CallKind } from '../../domain/pace/kinds.ts'
import type { RateGate } from '../pace/pace.ts'
import type { Timers } from '../platform/timers.ts'
import { Due, type DueTask } from './due.ts'
import { Heap } from './heap.ts'

/**
 * A bounded number of tasks at once: the paid submits, the look-ups, the downloads each have one. Tasks wait until they
 * are due and the service may be asked for their kind, and then go in order.
 */
export class Lane {
  readonly #capacity: number
  readonly #timers: Timers
  readonly #gate: RateGate | null
  readonly #waiting = new Map<string, DueTask>()
  readonly #later = new Heap<DueTask>((a, b) => a.dueMs < b.dueMs)
  readonly #due = new Map<string, { kind: CallKind | undefined; tasks: Due }>()
  readonly #running = new Set<string>()
  #callOff: (() => void) | null = null
  #paused = false
  #closed = false

  constructor(capacity: number, timers: Timers, gate: RateGate | null = null) {
    this.#capacity = capacity
    this.#timers = timers
    this.#gate = gate
  }

  /** One task for an id: a later one takes the place of an earlier one that has not begun, and waits for one that has. */
  put(task: DueTask): void {
    this.#waiting.set(task.id, task)
    this.#later.push(task)
    this.#turn()
  }

  take(id: string): DueTask | null {
    const task = this.#waiting.get(id) ?? null
    this.#waiting.delete(id)
    return task
  }

  /** Gives what waits another place. What has begun goes on. */
  reorder(id: string, order: string): void {
    const task = this.#waiting.get(id)
    if (!task) return
    const moved = { ...task, order }
    this.#waiting.set(id, moved)
    this.#later.push(moved)
  }

  isRunning(id: string): boolean {
    return this.#running.has(id)
  }

  pause(paused: boolean): void {
    this.#paused = paused
    this.#turn()
  }

  close(): void {
    this.#closed = true
    this.#callOff?.()
    this.#waiting.clear()
  }

  readonly #isCurrent = (task: DueTask): boolean => this.#waiting.get(task.id) === task && !this.#running.has(task.id)

  #turn(): void {
    this.#callOff?.()
    this.#callOff = null
    if (this.#closed || this.#paused) return
    const now = this.#timers.monotonicMs()
    const laterMs = this.#sortDue(now)
    while (this.#running.size < this.#capacity) {
      const next = this.#nextDue(now)
      if (!next) break
      this.#start(next)
    }
    if (this.#running.size >= this.#capacity) return
    const soonest = Math.min(laterMs, this.#gateOpensMs())
    // What waits for itself begins when it ends.
    if (soonest === Number.POSITIVE_INFINITY) return
    // Timers longer than 24 days overflow; a shorter one only looks again.
    this.#callOff = this.#timers.after(Math.min(Math.max(0, soonest - now), 60_000), () => this.#turn())
  }

  /** @returns when the next of the others is due */
  #sortDue(now: number): number {
    for (let task = this.#later.first; task !== undefined; task = this.#later.first) {
      if (task.dueMs > now && this.#isCurrent(task)) return task.dueMs
      this.#later.pop()
      if (this.#isCurrent(task)) this.#dueOf(task.kind).tasks.push(task)
    }
    return Number.POSITIVE_INFINITY
  }

  #dueOf(kind: CallKind | undefined): { kind: CallKind | undefined; tasks: Due } {
    const name = kind === undefined ? '' : `${kind.of} ${kind.scopes.length} ${kind.turn}`
    const known = this.#due.get(name) ?? { kind, tasks: new Due(this.#isCurrent) }
    this.#due.set(name, known)
    return known
  }

  #opensMs(kind: CallKind | undefined): number {
    return kind === undefined ? 0 : (this.#gate?.nextMs(kind) ?? 0)
  }

  #nextDue(now: number): DueTask | null {
    let first: { task: DueTask; tasks: Due } | null = null
    for (const { kind, tasks } of this.#due.values()) {
      const task = tasks.next
      if (task && this.#opensMs(kind) <= now && (first === null || task.order < first.task.order))
        first = { task, tasks }
    }
    first?.tasks.drop(first.task)
    return first?.task ?? null
  }

  #gateOpensMs(): number {
    let soonest = Number.POSITIVE_INFINITY
    for (const { kind, tasks } of this.#due.values()) if (tasks.next) soonest = Math.min(soonest, this.#opensMs(kind))
    return soonest
  }

  #start(task: DueTask): void {
    const { id, kind } = task
    this.#waiting.delete(id)
    this.#running.add(id)
    if (kind) this.#gate?.began(kind)
    void task.run().finally(() => {
      this.#running.delete(id)
      const behind = this.#waiting.get(id)
      if (behind) this.#later.push(behind)
      this.#turn()
    })
  }
}
