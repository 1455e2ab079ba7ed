import { triedAgain } from '../queue/trouble.ts'

/** Longer than between two tries of anything: what has not come again by then is over. */
const quietMs = 7000

interface Known {
  words: string
  /** Whose trouble it is now. */
  sources: Set<string>
  /** Since nobody has it any more, monotonic. */
  goneAtMs: number
}

/**
 * What is not as it should be, from several places that look at different moments: each trouble is told once, and once more when it
 * is over. Two that differ in a number or in what the system says in brackets are one.
 */
export class Troubles {
  readonly #known = new Map<string, Known>()
  readonly #tell: (words: string, isOver: boolean) => void

  constructor(tell: (words: string, isOver: boolean) => void) {
    this.#tell = tell
  }

  /** In words, as they were told. */
  get lasting(): string[] {
    return [...this.#known.values()].filter(({ sources }) => sources.size > 0).map(({ words }) => words)
  }

  /** @param words null: this source has none now */
  hear(source: string, words: string | null): void {
    const now = performance.now()
    const kind = words === null ? null : kindOf(words)
    for (const [known, trouble] of this.#known)
      if (known !== kind && trouble.sources.delete(source) && trouble.sources.size === 0) trouble.goneAtMs = now
    this.#forgetOver(now)
    if (words === null || kind === null) return
    const known = this.#known.get(kind)
    if (known) known.sources.add(source)
    else {
      this.#known.set(kind, { words, sources: new Set([source]), goneAtMs: now })
      this.#tell(words, false)
    }
  }

  #forgetOver(now: number): void {
    for (const [kind, { words, sources, goneAtMs }] of this.#known)
      if (sources.size === 0 && now - goneAtMs > quietMs) {
        this.#known.delete(kind)
        this.#tell(words, true)
      }
  }
}

/** Without what may be another thing each time: what the system said, numbers, and numbers of requests. */
const kindOf = (words: string): string =>
  words
    .replace(triedAgain, '')
    .replace(/\([^)]*\)/g, '()')
    .replace(/\b[\da-f-]*\d[\da-f-]*\b/g, '#')
