import type { Quote } from './quote.ts'
import { totalOf } from './total.ts'

/** What one of an order's models comes to. */
export interface ModelPart extends Pick<Quote, 'price' | 'credits'> {
  modelId: string
  name: string
  requests: number
}

/** The same requests as the total of the order, apart by their models; each in the place where it first stands. */
export function partsByModel(requests: readonly { modelId: string; name: string; quote: Quote }[]): ModelPart[] {
  const parts = new Map<string, { name: string; quotes: Quote[] }>()
  for (const { modelId, name, quote } of requests) {
    const part = parts.get(modelId) ?? { name, quotes: [] }
    part.quotes.push(quote)
    parts.set(modelId, part)
  }
  return [...parts].map(([modelId, { name, quotes }]) => {
    const { price, credits } = totalOf(quotes)
    return { modelId, name, requests: quotes.length, price, credits }
  })
}
