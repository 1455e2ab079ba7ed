/**
 * Pictures are worked out on the event loop of a server that must go on answering: long loops call this between rows
 * and give the others a turn.
 */
export class Breath {
  #since = performance.now()

  async take(): Promise<void> {
    if (performance.now() - this.#since < 25) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.#since = performance.now()
  }
}
