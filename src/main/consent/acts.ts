/** As long as Chromium itself lets an act of a person's stand for what follows it. */
const lastsMs = 5000

/** The act of a person's in the window that the preload saw last: good for one call, which it may begin for some seconds. */
export class ConsentActs {
  #untilMs = Number.NEGATIVE_INFINITY
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  seen(): void {
    this.#untilMs = this.#now() + lastsMs
  }

  /** Takes it; false where there is none. */
  use(): boolean {
    const isThere = this.#untilMs > this.#now()
    this.forget()
    return isThere
  }

  /** Another page is in the window: what was done in the one before is not its. */
  forget(): void {
    this.#untilMs = Number.NEGATIVE_INFINITY
  }
}
