import { expect, it } from 'vitest'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { Quoted } from '../../../src/main/consent/quoted.ts'

const quote = (contentHash: string, requests: number, rest: object | null = null) =>
  ({ contentHash, requests, rest }) as QuoteView

it('how many requests an order buys is what the engine answered, also of what is left of one and of one ordered anew (W1, W2)', () => {
  const quoted = new Quoted()
  quoted.answered('quote.generation', quote('a', 3, quote('b', 1)))
  quoted.answered('quote.skill', quote('c', 40))
  quoted.answered('requests.retry', { quote: quote('d', 1) } as never)
  quoted.answered('requests.retry', { quote: null } as never)
  quoted.answered('queue.caps', quote('e', 7) as never)
  expect([...'abcde'].map((hash) => quoted.requestsOf(hash))).toEqual([3, 1, 40, 1, null])
})

it('a page that asks for prices without end fills no memory, and what was quoted last is known (W1)', () => {
  const quoted = new Quoted()
  quoted.answered('quote.skill', quote('kept', 2))
  for (let n = 0; n < 1999; n += 1) quoted.answered('quote.skill', quote(`${n}`, 1))
  quoted.answered('quote.skill', quote('kept', 2))
  quoted.answered('quote.skill', quote('more', 1))
  expect(['kept', 'more', '0', '1'].map((hash) => quoted.requestsOf(hash))).toEqual([2, 1, null, 1])
})
