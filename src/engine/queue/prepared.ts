import type { PaidBody, PreparationReport } from '../../domain/request/receipt.ts'

/** What came of preparing an order. */
export type Prepared =
  | { type: 'prepared'; body: PaidBody; preparation: PreparationReport[] }
  | { type: 'refused'; message: string }
  | { type: 'delayed'; reason: string; afterMs: number | null }
  | { type: 'needsPerson'; kind: 'credits' | 'key'; message: string }
  | { type: 'priceRose'; credits: number | null }

/** Leaves preparation from any depth with an outcome; caught by `prepare` and nowhere else. */
export class Stop extends Error {
  readonly outcome: Exclude<Prepared, { type: 'prepared' }>
  constructor(outcome: Exclude<Prepared, { type: 'prepared' }>) {
    super(outcome.type)
    this.outcome = outcome
  }
}

export const refuse = (message: string): never => {
  throw new Stop({ type: 'refused', message })
}
