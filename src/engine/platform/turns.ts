/** Lets so many pieces of work run at once; the others wait for their turn, in the order in which they came. */
export class Turns {
  readonly #atOnce: number
  readonly #waiting: (() => void)[] = []
  #busy = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#busy += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }
}
