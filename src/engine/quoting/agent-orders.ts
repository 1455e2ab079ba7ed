import type { QuoteView } from '../../contract/quotes.ts'
import { capSentence } from '../../domain/quote/cap.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { QuoteContext } from './context.ts'
import { OrderError } from './order-error.ts'
import type { QuoteService } from './quote-service.ts'

/** What an agent wants ordered. */
export interface AgentWish {
  /** Under which it may ask again, and gets what was ordered then; null: none. */
  key: string | null
  /** Hash over all that it asks: a key stands for one order. */
  asked: string
  /** Orders again what was made or is under way with the same settings. */
  isRepeat: boolean
  /** Above it nothing is ordered and nothing waits; null: the budget alone decides. */
  maxCredits: number | null
  /** Above it a person is asked, whatever the budget says; null: the budget alone decides. */
  waitsAbove: number | null
  /** Works the price out. */
  quote: () => Promise<QuoteView>
}

export interface AgentOrdered {
  /** Its requests: new ones, or with `isEarlier` those that were ordered under this key before. */
  receipts: Receipt[]
  isEarlier: boolean
  /** Null where it was not worked out again. */
  quote: QuoteView | null
  /** Why a person has to approve it first; null: it goes by itself. */
  waits: string | null
}

/** Orders for agents: what fits within their budget is ordered, what does not waits in the queue for a person. */
export class AgentOrders {
  readonly #engine: QuoteContext
  readonly #quotes: QuoteService

  constructor(engine: QuoteContext, quotes: QuoteService) {
    this.#engine = engine
    this.#quotes = quotes
  }

  /** @throws OrderError nothing was ordered, and nothing waits */
  async order(wish: AgentWish): Promise<AgentOrdered> {
    const earlier = this.#earlier(wish)
    if (earlier) return earlier
    const quote = await wish.quote()
    mustBeOrderable(quote)
    const rest = wish.isRepeat ? null : quote.rest
    if (rest?.requests === 0) return { receipts: [], isEarlier: false, quote, waits: null }
    const { credits } = rest ?? quote
    mustBeBelow(wish.maxCredits, credits)
    try {
      return await this.#approve(wish, quote, credits)
    } catch (error) {
      // Another program of the same agent was faster, by the very same key.
      const taken = error instanceof OrderError && error.code === 'agent-key' ? this.#earlier(wish) : null
      if (taken) return taken
      throw error
    }
  }

  /** @throws OrderError where the key stands for another order */
  #earlier({ key, asked }: AgentWish): AgentOrdered | null {
    if (key === null) return null
    const { store, origin } = this.#engine
    const receipts = store.queries.ofAgentKey(origin, key).flatMap((id) => store.receipts.get(id) ?? [])
    if (receipts.length === 0) return null
    if (receipts.some(({ agent }) => agent?.asked !== asked))
      throw new OrderError(
        'agent-key',
        'This idempotency key was used for another order. Nothing was sent or charged. Ask for the same again, or take a new key.',
      )
    return { receipts, isEarlier: true, quote: null, waits: waitingWords(receipts) }
  }

  async #approve(
    { key, asked, isRepeat, waitsAbove }: AgentWish,
    quote: QuoteView,
    credits: number | null,
  ): Promise<AgentOrdered> {
    const take = (waits: string | null): Promise<Receipt[]> =>
      this.#quotes.approve(quote.id, credits, {
        ...(isRepeat ? {} : { leaveOut: 'already-paid' as const }),
        agent: { key, asked, waits },
      })
    if (waitsAbove !== null && (credits === null || credits > waitsAbove))
      return this.#wait(quote, `It was started with --max-credits ${waitsAbove}, and this may cost more.`, take)
    const { budget } = this.#engine
    const refusal = budget.refusalOfAgent(budget.agents()?.id ?? null, credits)
    if (refusal) return this.#wait(quote, capSentence(refusal), take)
    try {
      return { receipts: await take(null), isEarlier: false, quote, waits: null }
    } catch (error) {
      // What was left went to another order meanwhile.
      if (error instanceof OrderError && error.code === 'budget') return this.#wait(quote, error.message, take)
      throw error
    }
  }

  async #wait(quote: QuoteView, why: string, take: (waits: string) => Promise<Receipt[]>): Promise<AgentOrdered> {
    return { receipts: await take(why), isEarlier: false, quote, waits: why }
  }
}

/** @throws OrderError with the first thing that stands in the way: nobody is there who could be asked about it */
function mustBeOrderable({ problems, leftOut, price }: QuoteView): void {
  const [problem] = [...problems, ...leftOut]
  if (problem) throw new OrderError(price === 'unavailable' ? 'no-price' : 'problems', problem.message)
}

/** @throws OrderError */
function mustBeBelow(most: number | null, credits: number | null): void {
  if (most === null || (credits !== null && credits <= most)) return
  const costs = credits === null ? 'Its price is not known' : `It costs ${credits}`
  throw new OrderError('price-differs', `${costs}, and you named ${most} as the most. Nothing was sent or charged.`)
}

const waitingWords = (receipts: Receipt[]): string | null =>
  receipts.find(({ phase, decision }) => phase === 'needs-decision' && decision?.kind === 'budget')?.decision
    ?.question ?? null
