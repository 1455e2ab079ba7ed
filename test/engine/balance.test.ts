import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import type { Timers } from '../../src/engine/platform/timers.ts'
import { balanceFrom, LastBalance, readBalance } from '../../src/engine/quoting/balance.ts'
import { engineAt } from '../support/engine-at.ts'
import { newFolder } from '../support/folders.ts'
import { MemoryKeychain } from '../support/memory-keychain.ts'
import { StrangeService } from '../support/strange-service.ts'
import { opened } from './store/support/open.ts'

const then = Date.UTC(2026, 10, 3, 9)

describe('a balance that an answer told', () => {
  it('is true for its moment, however late it is looked at (O7)', () => {
    const told = balanceFrom({ daily: 20, purchased: 94, unlimited: false }, then)
    expect(told?.asOf).toBe('2026-11-03T09:00:00.000Z')
    expect(readBalance(JSON.stringify({ ...told, key: 'a1' }))).toEqual({ ...told, key: 'a1' })
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
  const origin = 'https://service.test'
  const held = () => {
    const waiting: (() => void)[] = []
    const timers: Timers = {
      monotonicMs: () => 0,
      after: (_, call) => {
        waiting.push(call)
        return () => waiting.splice(waiting.indexOf(call), 1)
      },
      soon: (call) => void waiting.push(call),
    }
    return { waiting, timers }
  }

  it('is known at once, on disk a moment later, once for many answers, and at the end (O7)', async () => {
    const { keyValues } = await opened(newFolder())
    const { waiting, timers } = held()
    const note = () => keyValues.note(`balance:${origin}`)
    const last = new LastBalance(keyValues, origin, timers)
    expect(last.get('a1')).toBeNull()
    for (let purchased = 90; purchased >= 70; purchased -= 10) last.told({ purchased }, then, 'a1')
    last.told('many', then, 'a1')
    expect(last.get('a1')).toMatchObject({ purchased: 70 })
    expect(note()).toBeNull()
    expect(waiting).toHaveLength(1)
    waiting[0]?.()
    expect(readBalance(note() ?? '')).toMatchObject({ purchased: 70 })
    keyValues.setNote(`balance:${origin}`, JSON.stringify({ ...balanceFrom({ purchased: 60 }, then), key: 'a1' }))
    expect(last.get('a1')).toMatchObject({ purchased: 60 })
    last.told({ purchased: 50 }, then, 'a1')
    last.keepNow()
    expect(waiting).toEqual([])
    expect(readBalance(note() ?? '')).toMatchObject({ purchased: 50 })
  })

  it('is of the key that it was told for: no other account’s is shown, nor one of nobody knows whom (O7, O8)', async () => {
    const { keyValues } = await opened(newFolder())
    const last = new LastBalance(keyValues, origin, held().timers)
    last.told({ purchased: 94 }, then, 'a1')
    for (const key of ['b2', null]) expect(last.get(key)).toBeNull()
    last.keepNow()
    for (const key of ['b2', null]) expect(new LastBalance(keyValues, origin).get(key)).toBeNull()
    expect(new LastBalance(keyValues, origin).get('a1')).toEqual(balanceFrom({ purchased: 94 }, then))
    last.told({ purchased: 3 }, then, 'b2')
    expect([last.get('a1'), last.get('b2')]).toMatchObject([null, { purchased: 3 }])
    // As earlier versions kept it.
    keyValues.setNote(`balance:${origin}`, JSON.stringify(balanceFrom({ purchased: 60 }, then)))
    const later = new LastBalance(keyValues, origin)
    for (const key of ['a1', 'b2', null]) expect(later.get(key)).toBeNull()
  })
})

it('a key that takes another’s place shows no balance of that one’s, and a 402 tells its own (O7, O8, O136)', async () => {
  const strange = new StrangeService()
  await strange.open()
  strange.models = [{ entry: { id: 'painter', credits_per_generation: 6, media_type: 'image' }, charge: () => 6 }]
  let submitted: { status: number; body: Json }
  strange.instead = ({ method, path }) => {
    if (method === 'POST' && path === '/api/generate/v2') return submitted
    return path.includes('/requests/') ? { status: 404, body: { error: 'none', code: 'request_not_found' } } : null
  }
  const at = await engineAt(strange.base, strange.key, { environmentKey: null, keychain: new MemoryKeychain().open })
  at.engine.driver.start()
  await at.calls['key.set']({ key: strange.key })
  const order = async (): Promise<string> => {
    const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'painter' })
    return (await at.approve(quote))[0] ?? ''
  }
  const credits = { daily: 20, purchased: 94, unlimited: false }
  submitted = { status: 200, body: { success: true, generationId: 'j', status: 'processing', creditsUsed: 6, credits } }
  await at.until(await order(), ({ state }) => state === 'running')
  expect(at.engine.status().balance).toMatchObject({ purchased: 94 })

  let told: unknown
  at.engine.listen('statusChanged', () => {
    told = at.engine.status().balance
  })
  await at.calls['key.set']({ key: `svc_sk_${'b'.repeat(32)}` })
  expect([told, at.engine.status().balance]).toEqual([null, null])

  const paywall = { code: 'premium_model_paywall', required: 6, available: 2 }
  submitted = { status: 402, body: { success: false, error: 'needs purchased credits', ...paywall } }
  await at.settled(await order())
  expect(at.engine.status().balance).toMatchObject({ purchased: 2, daily: null })
})
