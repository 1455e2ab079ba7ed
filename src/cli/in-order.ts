/**
 * Tells what many do at once in the order in which it was asked for; one that takes long is told when it is done, and holds
 * up nobody.
 */
export class InOrder {
  readonly #lateMs: number
  readonly #waiting = new Map<number, () => void>()
  readonly #late = new Set<number>()
  readonly #timers = new Map<number, NodeJS.Timeout>()
  #next = 0

  constructor(lateMs: number) {
    this.#lateMs = lateMs
  }

  begin(place: number): void {
    const late = (): void => {
      this.#late.add(place)
      this.#flush()
    }
    this.#timers.set(place, setTimeout(late, this.#lateMs).unref())
  }

  /** @param tell does it */
  done(place: number, tell: () => void): void {
    clearTimeout(this.#timers.get(place))
    if (place < this.#next) tell()
    else this.#waiting.set(place, tell)
    this.#flush()
  }

  #flush(): void {
    for (;;) {
      const tell = this.#waiting.get(this.#next)
      if (!tell && !this.#late.has(this.#next)) return
      this.#waiting.delete(this.#next)
      this.#next += 1
      tell?.()
    }
  }
}
