import { describe, expect, it } from 'vitest'
import { day, lookedUp, play, receiptOf, t0 } from '../../../support/receipts.ts'

const approved = receiptOf({ phase: 'approved' })

describe('the first look at what was approved in an earlier run', () => {
  it('goes on where the service knows of nothing', () => {
    expect(play(approved, lookedUp({ type: 'missing' })).effect).toEqual({ do: 'prepare', afterMs: 0 })
  })

  it('asks where it is not known under another key: to another account each order looks missing (M7)', () => {
    const { receipt, effect } = play(approved, lookedUp({ type: 'missing', underOtherKey: true }))
    expect(effect).toBeNull()
    expect(receipt.decision).toMatchObject({ kind: 'key', mayHaveCharged: true })
    expect(receipt.decision?.question).toContain('then it is charged')
    const left = play(receipt, { type: 'decided', choice: 'leave', atMs: t0 + day }).receipt
    expect(left).toMatchObject({ phase: 'failed', error: expect.stringContaining('may have charged it') })
  })
})

describe('a price that was read for a question', () => {
  it('is no sum that an answer agrees to which names none', () => {
    const asked = play(approved, lookedUp({ type: 'missing', underOtherKey: true })).receipt
    const seen = play(asked, { type: 'priceSeen', credits: 80, atMs: t0 }).receipt
    const again = play(seen, { type: 'decided', choice: 'look-again', atMs: t0 }).receipt
    expect([again.quote, again.consent]).toEqual([approved.quote, approved.consent])
  })
})
