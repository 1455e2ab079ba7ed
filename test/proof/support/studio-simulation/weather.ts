import type { Chance } from '../random.ts'

/** How one message and its answer travel. */
export interface Journey {
  /** There is no way at all now. */
  isCut: boolean
  thereMs: number
  backMs: number
  /** Of a transaction: so long lies between its first statement and the next. */
  heldMs: number
  /** Before it is there, or its answer. */
  isLost: 'before' | 'after' | null
}

/** Two ends that may lose each other, from one moment to another. */
interface Cut {
  computer: string
  from: 'database' | 'service'
  sinceMs: number
  untilMs: number
}

/** How well messages travel in this schedule, and when somebody is cut off. */
export class Weather {
  readonly #chance: Chance
  readonly #cuts: Cut[]
  /** Of a hundred messages so many are late, lost, or held. */
  readonly #roughness: number
  readonly #fairFromMs: number

  constructor(chance: Chance, cuts: Cut[], roughness: number, fairFromMs: number) {
    this.#chance = chance
    this.#cuts = cuts
    this.#roughness = roughness
    this.#fairFromMs = fairFromMs
  }

  isCut(computer: string, from: 'database' | 'service', nowMs: number): boolean {
    return this.#cuts.some(
      (cut) =>
        cut.from === from &&
        (cut.computer === computer || cut.computer === 'all') &&
        nowMs >= cut.sinceMs &&
        nowMs < cut.untilMs,
    )
  }

  journey(computer: string, to: 'database' | 'service', nowMs: number): Journey {
    const chance = this.#chance
    const journey: Journey = { isCut: false, thereMs: 0, backMs: 0, heldMs: 0, isLost: null }
    if (nowMs >= this.#fairFromMs) return journey
    if (this.isCut(computer, to, nowMs)) return { ...journey, isCut: chance.percent(70), isLost: 'before' }
    if (!chance.percent(this.#roughness)) return journey
    switch (chance.below(6)) {
      case 0:
        return { ...journey, isLost: 'before' }
      case 1:
        return { ...journey, isLost: 'after' }
      case 2:
        return { ...journey, thereMs: 1 + chance.below(8000) }
      case 3:
        return { ...journey, backMs: 1 + chance.below(11_000) }
      case 4:
        return { ...journey, heldMs: 1 + chance.below(7000) }
      default:
        return { ...journey, thereMs: 1 + chance.below(300), backMs: 1 + chance.below(300) }
    }
  }
}
