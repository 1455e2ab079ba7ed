import type { CallKind } from '../../domain/pace/kinds.ts'
import { Heap } from './heap.ts'

/** One thing to do at or after a moment of the monotonic clock. */
export interface DueTask {
  id: string
  dueMs: number
  /** Among tasks that are due, the lower goes first. */
  order: string
  /** It goes before those that are not, but for one turn in five. */
  isSoon?: boolean
  /** What it asks of the service; left out: nothing. */
  kind?: CallKind
  run: () => Promise<void>
}

/** Of so many turns one goes to what can wait, so that nothing waits for ever. */
const oneOf = 5

/** Tasks of one kind that are due, in their order; those that cannot wait first. */
export class Due {
  readonly #soon = new Heap<DueTask>((a, b) => a.order < b.order)
  readonly #others = new Heap<DueTask>((a, b) => a.order < b.order)
  readonly #isCurrent: (task: DueTask) => boolean
  #turns = 0

  /** @param isCurrent false for what was taken out or replaced since */
  constructor(isCurrent: (task: DueTask) => boolean) {
    this.#isCurrent = isCurrent
  }

  push(task: DueTask): void {
    this.#heapOf(task).push(task)
  }

  /** Whose turn it is; it stays here until it is dropped. */
  get next(): DueTask | undefined {
    for (const heap of [this.#soon, this.#others])
      while (heap.first !== undefined && !this.#isCurrent(heap.first)) heap.pop()
    const isOthersTurn = this.#turns % oneOf === oneOf - 1
    const [first, second] = isOthersTurn ? [this.#others, this.#soon] : [this.#soon, this.#others]
    return first.first ?? second.first
  }

  /** The task that was next begins. */
  drop(task: DueTask): void {
    this.#turns += 1
    this.#heapOf(task).pop()
  }

  #heapOf({ isSoon }: DueTask): Heap<DueTask> {
    return isSoon ? this.#soon : this.#others
  }
}
