/** What happened, in order, for a person who reads why a seed failed. */
export class Trace {
  readonly #lines: { atMs: number; words: string | (() => string) }[] = []
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Words that take long are made when somebody reads them. */
  say(words: string | (() => string)): void {
    this.#lines.push({ atMs: this.#nowMs(), words })
  }

  /** One line each: the seconds since the beginning, and what happened. */
  lines(): string[] {
    return this.#lines.map(
      ({ atMs, words }) => `${(atMs / 1000).toFixed(3)} ${typeof words === 'string' ? words : words()}`,
    )
  }
}
