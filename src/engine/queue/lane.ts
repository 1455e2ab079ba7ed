import type { Timers } from '../timers.ts'

/** One thing to do at or after a moment of the monotonic clock. */
export interface Task {
  id: string
  dueMs: number
  /** Among tasks that are due, the lower goes first. */
  order: string
  run: () => Promise<void>
}

/**
 * A bounded number of tasks at once: the paid submits, the look-ups, the downloads each have one. Tasks wait until they
 * are due and then go in order.
 */
export class Lane {
  readonly #capacity: number
  readonly #timers: Timers
  readonly #waiting = new Map<string, Task>()
  readonly #running = new Set<string>()
  #callOff: (() => void) | null = null
  #paused = false
  #closed = false

  constructor(capacity: number, timers: Timers) {
    this.#capacity = capacity
    this.#timers = timers
  }

  /** One task for an id: a later one takes the place of an earlier one that has not begun, and waits for one that has. */
  put(task: Task): void {
    this.#waiting.set(task.id, task)
    this.#turn()
  }

  take(id: string): Task | null {
    const task = this.#waiting.get(id) ?? null
    this.#waiting.delete(id)
    return task
  }

  /** Gives what waits another place. What has begun goes on. */
  reorder(id: string, order: string): void {
    const task = this.#waiting.get(id)
    if (task) task.order = order
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

  #turn(): void {
    this.#callOff?.()
    this.#callOff = null
    if (this.#closed || this.#paused) return
    const now = this.#timers.monotonicMs()
    while (this.#running.size < this.#capacity) {
      const next = this.#firstDue(now)
      if (!next) break
      this.#start(next)
    }
    if (this.#running.size >= this.#capacity || this.#waiting.size === 0) return
    let soonest = Number.POSITIVE_INFINITY
    for (const task of this.#waiting.values()) if (!this.#running.has(task.id)) soonest = Math.min(soonest, task.dueMs)
    // One that waits for itself begins when it ends.
    if (soonest === Number.POSITIVE_INFINITY) return
    // Timers longer than 24 days overflow; a shorter one only looks again.
    this.#callOff = this.#timers.after(Math.min(Math.max(0, soonest - now), 60_000), () => this.#turn())
  }

  #firstDue(now: number): Task | null {
    let first: Task | null = null
    for (const task of this.#waiting.values())
      if (task.dueMs <= now && !this.#running.has(task.id) && (first === null || task.order < first.order)) first = task
    return first
  }

  #start(task: Task): void {
    this.#waiting.delete(task.id)
    this.#running.add(task.id)
    void task.run().finally(() => {
      this.#running.delete(task.id)
      this.#turn()
    })
  }
}
