/** The first pause of a request that cannot be taken in, and the longest: it doubles each time. */
const firstPauseMs = 1000
const longestPauseMs = 60_000
const mostMissed = 3

interface Left {
  words: string
  times: number
  missed: number
  /** Monotonic. */
  untilMs: number
}

/**
 * Requests that cannot be taken in: each is left out of the next takes for a while, longer each time, so that it does not stand in the
 * way of all that come after it.
 */
export class LeftOut {
  readonly #left = new Map<string, Left>()
  readonly #timeScale: number

  constructor(timeScale: number) {
    this.#timeScale = timeScale
  }

  /** Whose pause is over, the one that has waited longest: one at a time, since many of them would again take all places. */
  get due(): string | null {
    let first: { id: string; untilMs: number } | null = null
    for (const [id, { untilMs }] of this.#left)
      if (untilMs <= performance.now() && (first === null || untilMs < first.untilMs)) first = { id, untilMs }
    return first?.id ?? null
  }

  get ids(): string[] {
    return [...this.#left.keys()]
  }

  /** In words, for people. */
  get all(): { id: string; words: string }[] {
    return [...this.#left].map(([id, { words }]) => ({ id, words }))
  }

  put(id: string, words: string): void {
    const times = (this.#left.get(id)?.times ?? 0) + 1
    this.#left.set(id, { words, times, missed: 0, untilMs: this.#after(times) })
  }

  /** It was asked for and did not come: others are before it, or it has ended since, and then it is not kept in mind. */
  miss(id: string): void {
    const left = this.#left.get(id)
    if (left === undefined) return
    left.missed += 1
    left.untilMs = this.#after(left.times)
    if (left.missed === mostMissed) this.#left.delete(id)
  }

  #after(times: number): number {
    return performance.now() + Math.min(firstPauseMs * 2 ** (times - 1), longestPauseMs) / this.#timeScale
  }

  /** It is well again, or somebody else’s. */
  forget(isForgotten: (id: string) => boolean): void {
    for (const id of this.#left.keys()) if (isForgotten(id)) this.#left.delete(id)
  }
}
