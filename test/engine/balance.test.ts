import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { balanceFrom, LastBalance, readBalance } from '../../src/engine/balance.ts'
import type { Timers } from '../../src/engine/timers.ts'
import { newFolder } from '../support/folders.ts'
import { opened } from './store/support/open.ts'

const then = Date.UTC(2026, 10, 3, 9)

describe('a balance that an answer told', () => {
  it('is true for its moment, however late it is looked at (O7)', () => {
    const told = balanceFrom({ daily: 20, purchased: 94, unlimited: false }, then)
    expect(told?.asOf).toBe('2026-11-03T09:00:00.000Z')
    expect(readBalance(JSON.stringify(told))).toEqual(told)
  })

  it('has daily credits apart from purchased ones, which alone a key can spend (O8)', () => {
    expect(balanceFrom({ daily: 20, purchased: 94, unlimited: true }, then)).toMatchObject({
      purchased: 94,
      daily: 20,
      unlimited: true,
    })
    expect(balanceFrom({ daily: 20 }, then)).toMatchObject({ purchased: null, daily: 20, unlimited: false })
  })

  it('is known as far as it can be read: one odd member does not hide the others (O7)', () => {
    const odd = { daily: 'plenty', purchased: 94, unlimited: 'no' }
    expect(balanceFrom(odd, then)).toMatchObject({ purchased: 94, daily: null, unlimited: false })
    expect(balanceFrom({ purchased: {}, daily: 20 }, then)).toMatchObject({ purchased: null, daily: 20 })
  })

  it.each<Json>([null, 'many', 7, {}, { purchased: 'ninety' }])('is none where %j stands in its place', (credits) => {
    expect(balanceFrom(credits, then)).toBeNull()
  })
})

describe('the balance as last told', () => {
  it('is known at once, on disk a moment later, once for many answers, and at the end (O7)', async () => {
    const { keep } = await opened(newFolder())
    const waiting: (() => void)[] = []
    const timers: Timers = {
      monotonicMs: () => 0,
      after: (_, call) => {
        waiting.push(call)
        return () => waiting.splice(waiting.indexOf(call), 1)
      },
      soon: (call) => void waiting.push(call),
    }
    const note = () => keep.note('balance:https://service.test')
    const last = new LastBalance(keep, 'https://service.test', timers)
    expect(last.get()).toBeNull()
    for (let purchased = 90; purchased >= 70; purchased -= 10) last.told({ purchased }, then)
    last.told('many', then)
    expect(last.get()).toMatchObject({ purchased: 70 })
    expect(note()).toBeNull()
    expect(waiting).toHaveLength(1)
    waiting[0]?.()
    expect(readBalance(note() ?? '')).toMatchObject({ purchased: 70 })
    keep.setNote('balance:https://service.test', JSON.stringify(balanceFrom({ purchased: 60 }, then)))
    expect(last.get()).toMatchObject({ purchased: 60 })
    last.told({ purchased: 50 }, then)
    last.keepNow()
    expect(waiting).toEqual([])
    expect(readBalance(note() ?? '')).toMatchObject({ purchased: 50 })
  })
})
