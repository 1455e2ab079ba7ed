import { expect, it } from 'vitest'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { Quoted } from '../../../src/main/consent/quoted.ts'

const quote = (contentHash: string, requests: number, rest: object | null = null) =>
  ({ contentHash, requests, rest }) as QuoteView

const form = { prompt: 'a lamp', modelId: 'plain' }
const skill = (skill: string) => ({ skill, files: [] })

it('how many requests an order buys, and of what kind it is, is what the engine was asked and answered, also of what is left of one and of one ordered anew (W1, W2)', () => {
  const quoted = new Quoted()
  quoted.answered('quote.generation', quote('a', 3, quote('b', 1)), form)
  quoted.answered('quote.skill', quote('c', 40), skill('upscale'))
  quoted.answered('quote.skill', quote('f', 4), skill('generation'))
  quoted.answered('requests.retry', { quote: quote('d', 1) } as never, { id: '1' } as never)
  quoted.answered('requests.retry', { quote: null } as never, { id: '1' } as never)
  quoted.answered('queue.caps', quote('e', 7) as never, undefined)
  expect([...'abcdef'].map((hash) => quoted.of(hash))).toEqual([
    { requests: 3, kinds: ['generation'] },
    { requests: 1, kinds: ['generation'] },
    { requests: 40, kinds: ['upscale'] },
    { requests: 1, kinds: ['again'] },
    null,
    { requests: 4, kinds: ['skill'] },
  ])
  quoted.answered('quote.generation', quote('d', 1), form)
  expect(quoted.of('d')).toEqual({ requests: 1, kinds: ['again', 'generation'] })
})

it('a page that asks for prices without end fills no memory, and what was quoted last is known (W1)', () => {
  const quoted = new Quoted()
  const answered = (hash: string, requests = 1): void =>
    quoted.answered('quote.generation', quote(hash, requests), form)
  answered('kept', 2)
  for (let n = 0; n < 1999; n += 1) answered(`${n}`)
  answered('kept', 2)
  answered('more')
  expect(['kept', 'more', '0', '1'].map((hash) => quoted.of(hash)?.requests ?? null)).toEqual([2, 1, null, 1])
})
