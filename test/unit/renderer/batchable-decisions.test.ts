import { describe, expect, it } from 'vitest'
import type { RequestView } from '../../../src/contract/views.ts'
import { batchableDecisions } from '../../../src/renderer/lists/batchable-decisions.ts'
import { request } from './requests.ts'

type Decision = NonNullable<RequestView['decision']>
type ChoiceId = Decision['choices'][number]['id']

const asks = (id: ChoiceId, credits: number | null, price: Decision['price'] = null): RequestView =>
  request({
    state: 'needs-decision',
    decision: {
      kind: 'resize',
      question: 'Resize?',
      price,
      pricedAt: null,
      choices: [
        { id, label: id, explains: '', credits },
        { id: 'leave', label: 'Cancel', explains: '', credits: null },
      ],
    },
  })

describe('decisions that several requests ask alike', () => {
  it('are offered at the sum of their prices, and only from two on', () => {
    const [a, b, other] = [asks('accept-resize', 5), asks('accept-resize', 7.5), asks('accept-price', 3)]
    expect(batchableDecisions([a, b, other])).toEqual([
      { choice: 'accept-resize', requests: [a, b], from: null, to: 12.5, pricedAt: null },
    ])
    expect(batchableDecisions([a, other])).toEqual([])
  })

  it('name what was accepted before, unless one of them had no price', () => {
    const dearer = (from: number | null) => asks('accept-price', 4, { from, to: 4 })
    expect(batchableDecisions([dearer(2), dearer(3)])[0]).toMatchObject({ from: 5, to: 8 })
    expect(batchableDecisions([dearer(2), dearer(null)])[0]).toMatchObject({ from: null, to: 8 })
  })

  it('are gathered where the balance was too low, since nothing of them was begun (F12)', () => {
    const short = [asks('send-again', 2), asks('send-again', 3)].map((one) => ({
      ...one,
      decision: one.decision && { ...one.decision, kind: 'credits' as const },
    }))
    expect(batchableDecisions(short)).toMatchObject([{ choice: 'send-again', to: 5 }])
  })

  it('are told apart by what they ask: a key and a balance are no one question (F12)', () => {
    const about = (kind: Decision['kind']) => {
      const one = asks('try-again', 2)
      return { ...one, decision: one.decision && { ...one.decision, kind } }
    }
    const requests = [about('key'), about('credits'), about('credits')]
    expect(batchableDecisions(requests)).toMatchObject([{ choice: 'try-again', to: 4 }])
  })

  it('never gather what has no known price, nor anything after a lost answer', () => {
    expect(batchableDecisions([asks('accept-resize', null), asks('accept-resize', 5)])).toEqual([])
    // To try again what was never sent is to send it; to look at what may stand there costs nothing, and has no sum.
    expect(batchableDecisions([asks('try-again', 2), asks('try-again', 3)])).toMatchObject([
      { choice: 'try-again', to: 5 },
    ])
    expect(batchableDecisions([asks('look-again', null), asks('look-again', null)])).toEqual([])
    for (const id of ['send-again', 'new-order', 'leave'] as const)
      expect(batchableDecisions([asks(id, 2), asks(id, 2)])).toEqual([])
  })
})
