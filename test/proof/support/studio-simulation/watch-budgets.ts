import type { Tables } from './tables.ts'

const held = new Set(['waiting', 'inFlight', 'spent'])

/**
 * Replays budgets commit by commit: nothing here lasts a day, so that all that is held counts. Where one was lowered below what is
 * held, nothing more may come.
 */
export class BudgetWatch {
  readonly #tables: Tables
  readonly #tell: (words: string) => void
  readonly #held = new Map<string, number>()

  constructor(tables: Tables, tell: (words: string) => void) {
    this.#tables = tables
    this.#tell = tell
  }

  look(): void {
    const { budgets, requests, people } = this.#tables
    for (const { scope, name, perDay } of budgets) {
      if (perDay === null) continue
      let sum = 0
      for (const { holding, heldCredits, person, project } of requests.values()) {
        const isOf = scope === 'studio' || (scope === 'person' ? people.get(person)?.name : project) === name
        if (isOf && held.has(holding)) sum += heldCredits ?? Number.POSITIVE_INFINITY
      }
      const before = this.#held.get(`${scope} ${name}`) ?? 0
      this.#held.set(`${scope} ${name}`, sum)
      if (sum > perDay && sum > before) this.#tell(`the ${scope}’s budget ${name} of ${perDay} holds ${sum}`)
    }
  }
}
