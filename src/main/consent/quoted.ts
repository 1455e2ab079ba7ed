import type { CallInput, CallName, CallOutput } from '../../contract/ipc.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import { kindOfSkill, type OrderKind } from '../../contract/spend-acts.ts'
import { remember } from '../remember.ts'

/** A form that is not looked at for so many others is priced anew. */
const mostKept = 2000

type Quote = Pick<QuoteView, 'contentHash' | 'requests' | 'rest'>

/** The quote in an answer of the engine's, and of what kind it is. */
const quoteIn: { [N in CallName]?: (answer: CallOutput<N>, input: CallInput<N>) => [Quote | null, OrderKind] } = {
  'quote.generation': (quote) => [quote, 'generation'],
  'quote.skill': (quote, { skill }) => [quote, kindOfSkill(skill)],
  'requests.retry': ({ quote }) => [quote, 'again'],
}

/** What an order buys, by what the page asked the engine and was answered. */
export interface Ordered {
  requests: number
  /** One that is ordered anew may have been asked for by its form too. */
  kinds: readonly OrderKind[]
}

/** What is bought by the quotes that the page was answered: of the engine's own word, by their hash. */
export class Quoted {
  readonly #ordered = new Map<string, Ordered>()

  answered<N extends CallName>(name: N, answer: CallOutput<N>, input: CallInput<N>): void {
    const [quote = null, kind] = quoteIn[name]?.(answer, input) ?? []
    if (quote === null || kind === undefined) return
    for (const { contentHash, requests } of [quote, ...(quote.rest ? [quote.rest] : [])]) {
      const kinds = new Set([...(this.of(contentHash)?.kinds ?? []), kind])
      remember(this.#ordered, contentHash, { requests, kinds: [...kinds] }, mostKept)
    }
  }

  /** Null where no such quote was answered. */
  of(contentHash: string): Ordered | null {
    return this.#ordered.get(contentHash) ?? null
  }
}
