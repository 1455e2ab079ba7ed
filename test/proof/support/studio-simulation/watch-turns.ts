import type { Tables } from './tables.ts'

/**
 * So often another one may be sent between two of somebody for whom something waits: a worker has 16 ready, each with the place that it
 * had when it was taken up, by what the worker guessed then of others' parts; and it looks for new ones every few seconds. 16 were seen
 * in one of some hundred crowds.
 */
const mostBetween = 24

/**
 * Nobody starves, whatever was ordered, approved, tried again or sent before: between two sends of one person of whom something may
 * be sent, any other one sends a few times at most. Counted where it matters, at what is sent, and by nothing that the studio notes of turns.
 */
export class TurnWatch {
  readonly #tables: Tables
  readonly #tell: (words: string) => void
  /** By who waits, then by who is sent meanwhile. */
  readonly #passed = new Map<string, Map<string, number>>()

  constructor(tables: Tables, tell: (words: string) => void) {
    this.#tables = tables
    this.#tell = tell
  }

  /** Its turn came, and it was stopped by a budget, say; or it was taken out. */
  endsUnsent(id: string): void {
    const person = this.#tables.requests.get(id)?.person
    if (person !== undefined) this.#passed.delete(person)
  }

  /** For the first time, or anew. */
  sends(id: string): void {
    const { requests, people } = this.#tables
    const by = requests.get(id)?.person
    if (by === undefined) return
    const waiting = new Set([...requests.values()].flatMap(({ person, phase }) => (phase === 'approved' ? person : [])))
    for (const person of people.keys()) {
      if (person === by || !waiting.has(person)) {
        this.#passed.delete(person)
        continue
      }
      const passed = this.#passed.get(person) ?? new Map<string, number>()
      const times = (passed.get(by) ?? 0) + 1
      this.#passed.set(person, passed.set(by, times))
      if (times === mostBetween) this.#tell(`${by} sends ${times} while one of ${person} waits`)
    }
  }
}
