import type { CallName, CallOutput } from '../../contract/ipc.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import { remember } from '../remember.ts'

/** A form that is not looked at for so many others is priced anew. */
const mostKept = 2000

type Quote = Pick<QuoteView, 'contentHash' | 'requests' | 'rest'>

/** The quote in an answer of the engine's. */
const quoteIn: { [N in CallName]?: (answer: CallOutput<N>) => Quote | null } = {
  'quote.generation': (quote) => quote,
  'quote.skill': (quote) => quote,
  'requests.retry': ({ quote }) => quote,
}

/** How many requests are bought by the quotes that the page was answered: of the engine's own word, by their hash. */
export class Quoted {
  readonly #requests = new Map<string, number>()

  answered<N extends CallName>(name: N, answer: CallOutput<N>): void {
    const quote = quoteIn[name]?.(answer)
    for (const part of [quote, quote?.rest])
      if (part) remember(this.#requests, part.contentHash, part.requests, mostKept)
  }

  /** Null where no such quote was answered. */
  requestsOf(contentHash: string): number | null {
    return this.#requests.get(contentHash) ?? null
  }
}
