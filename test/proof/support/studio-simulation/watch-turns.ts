import type { RequestRow, Tables } from './tables.ts'

/**
 * So many of others may be sent before one that comes before them, by the same worker, until it has looked, taken
 * that one in, and has a place for sending: who waits for a place has none kept, and 20 were seen to come first.
 */
const mostPassed = 32

/** Nobody starves: one's turn does not grow with what others have ordered, and a worker keeps the order of turns. */
export class TurnWatch {
  readonly #tables: Tables
  readonly #tell: (words: string) => void
  readonly #passed = new Map<string, number>()

  constructor(tables: Tables, tell: (words: string) => void) {
    this.#tables = tables
    this.#tell = tell
  }

  ordered(id: string): void {
    const { requests, studio } = this.#tables
    const row = requests.get(id)
    if (row === undefined) return
    let own = 0
    for (const other of requests.values()) if (other.person === row.person && other.turn < row.turn) own += 1
    if (row.turn > studio.turn + own)
      this.#tell(`${id} has turn ${row.turn}: ${studio.turn} is served, ${own} are its person’s`)
  }

  /** For the first time. */
  sends(id: string): void {
    const { requests, leases } = this.#tables
    const row = requests.get(id)
    if (row === undefined) return
    const holder = leases[row.partition]?.session
    for (const other of requests.values()) {
      if (
        other.person === row.person ||
        other.phase !== 'approved' ||
        other.place >= row.place ||
        leases[other.partition]?.session !== holder
      )
        continue
      this.#pass(other)
    }
  }

  #pass({ id }: RequestRow): void {
    const times = (this.#passed.get(id) ?? 0) + 1
    this.#passed.set(id, times)
    if (times === mostPassed) this.#tell(`${id} waits while its worker sends ${times} that come after it`)
  }
}
