import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canMove, placeAfter, placeBetween, placeOf } from '../../../../src/domain/request/place.ts'
import { play, ready, receiptOf, running, t0 } from '../../../support/receipts.ts'

const member = (index: number, approvedAtMs = t0) =>
  placeOf(receiptOf({ approvedAtMs, batch: { id: 'b', index, size: 5000 } }))

describe('a place in the queue', () => {
  it('is that of approval, and within a batch that of the file', () => {
    const places = [member(0), member(1), member(9), member(10), member(4999), member(0, t0 + 1)]
    expect([...places].sort()).toEqual(places)
    expect(new Set(places).size).toBe(places.length)
  })

  it('is its own, also among what was approved in the same moment', () => {
    const ids = ['0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01', '1b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01', 'no number at all', '']
    const places = ids.slice(0, 2).map((id) => placeOf(receiptOf({ id })))
    const [first = '', second = ''] = [...places].sort()
    expect(first < second).toBe(true)
    const between = placeBetween(first, second)
    expect([first < between, between < second]).toEqual([true, true])
    for (const id of ids) expect(placeOf(receiptOf({ id }))).toMatch(/^\d+$/)
  })

  it('is told apart from another by every digit of its number, however many zeros that has', () => {
    const ids = ['000000000001', '00000000000a', '000000000064', '0000000003e8']
    const places = ids.map((id) => placeOf(receiptOf({ id })))
    expect(new Set(places).size).toBe(ids.length)
    // Two texts of one place would have no room between them.
    for (const place of places) expect(place).not.toMatch(/0$/)
  })

  it('has room for another before it, again and again, in any order of moves', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 200 }), (moves) => {
        const places = [member(0), member(1), member(2)]
        for (const move of moves) {
          const at = move % places.length
          const made = placeBetween(places[at - 1] ?? '', places[at] ?? '')
          places.splice(at, 0, made)
        }
        expect([...places].sort()).toEqual(places)
        expect(new Set(places).size).toBe(places.length)
      }),
    )
  })

  it('at the end is behind all that waits, and before what is ordered later', () => {
    expect(placeAfter(member(4), t0 + 5) > member(4)).toBe(true)
    expect(placeAfter(member(4), t0 + 5) < member(0, t0 + 6)).toBe(true)
    // What was ordered in between stays before it.
    expect(placeAfter(member(4), t0 + 5) > member(0, t0 + 4)).toBe(true)
    const now = placeAfter('', t0)
    expect(placeAfter(now, t0) > now).toBe(true)
    // Moved there in the same moment as it was ordered, again and again.
    const places = [member(9)]
    for (let times = 0; times < 50; times += 1) places.push(placeAfter(places.at(-1) ?? '', t0))
    expect([...places].sort()).toEqual(places)
    expect(new Set(places).size).toBe(places.length)
  })

  it('can be changed only while nothing was sent (I3, I4)', () => {
    expect([canMove(receiptOf()), canMove(receiptOf({ phase: 'needs-decision' }))]).toEqual([true, true])
    for (const receipt of [ready(), running(), receiptOf({ phase: 'cancelled' })]) expect(canMove(receipt)).toBe(false)
    const sent = play(ready(), { type: 'moved', place: '1', atMs: t0 })
    expect([sent.receipt.place, sent.timeline]).toEqual([null, []])
    const moved = play(receiptOf(), { type: 'moved', place: '1', atMs: t0 })
    expect([moved.receipt.place, moved.timeline.length, moved.effect]).toEqual(['1', 1, null])
    expect(play(moved.receipt, { type: 'moved', place: '1', atMs: t0 }).timeline).toEqual([])
  })
})
