/** As long as Chromium itself lets an act of a person's stand for what follows it. */
const lastsMs = 5000

/** The act of a person's in the window that the preload saw last: good for one thing, and for some seconds. */
export class ConsentActs {
  #untilMs = Number.NEGATIVE_INFINITY
  /** What it is good for from its first use on, where that is the same for several. */
  #kind: string | null = null
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  seen(): void {
    this.#untilMs = this.#now() + lastsMs
    this.#kind = null
  }

  /**
   * Takes it; false where there is none.
   * @param kind where one act may be for several of the same: it stays good for those, and for nothing else
   */
  use(kind: string | null = null): boolean {
    const isThere = this.#untilMs > this.#now() && (this.#kind === null || this.#kind === kind)
    if (kind === null || !isThere) this.forget()
    else this.#kind = kind
    return isThere
  }

  /** Another page is in the window: what was done in the one before is not its. */
  forget(): void {
    this.#untilMs = Number.NEGATIVE_INFINITY
  }
}
