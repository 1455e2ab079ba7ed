/** So many at once, in order: the limits of the queue, for what it is measured against. */
export class Gate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(capacity: number) {
    this.#free = capacity
  }

  async through<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
