import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdingOf } from '../../../src/domain/quote/cap.ts'
import { clearanceOf } from '../../../src/domain/request/clearance.ts'
import { asBefore, handOver, takeOver } from '../../../src/domain/request/hand-over.ts'
import { type Phase, phases, type Receipt } from '../../../src/domain/request/receipt.ts'
import { isEndState } from '../../../src/domain/request/states.ts'
import { step } from '../../../src/domain/request/step.ts'
import { stateOf } from '../../../src/domain/request/words.ts'
import { whyItStays } from '../../../src/domain/studio/stays-at-home.ts'
import { columnsOf } from '../../../src/engine/store/receipt-rows.ts'
import { bodyOf, receiptOf, t0, timing } from '../../support/receipts.ts'

const studio = { id: 's', name: 'Harbour Studio' }
const unsent: Phase[] = ['approved', 'ready', 'uncertain', 'needs-decision']
const any: fc.Arbitrary<Receipt> = fc
  .record({
    phase: fc.constantFrom(...phases.filter((phase) => phase !== 'handed-over')),
    body: fc.constantFrom(null, bodyOf()),
    sentTimes: fc.nat({ max: 2 }),
    acceptedAtMs: fc.constantFrom(null, t0),
    mayResend: fc.boolean(),
  })
  .map((changes) => receiptOf(changes))

const departure = {
  isDriven: true,
  isHeld: false,
  isFromBefore: false,
  wordAgeMs: 0,
  price: null,
  askedForPriceMs: 0,
  goesOnForMs: null,
  overchargedForMs: null,
  capRefusal: null,
}
const taken = (receipt: Receipt): Receipt =>
  takeOver(receipt, { keyFingerprint: 'k', place: '1', by: 'Ann', atMs: t0 }).after

describe('a request that a home gives to a studio', () => {
  it('is over for the home: it holds nothing, is not open, and nothing that happens moves it (I2, I3)', () => {
    fc.assert(
      fc.property(any, fc.boolean(), (receipt, isThere) => {
        const { after } = handOver(receipt, studio, { isThere, atMs: t0 })
        expect(isEndState(stateOf(after, null))).toBe(true)
        expect([columnsOf(after).is_open, holdingOf(after).kind]).toEqual([0, 'nothing'])
        for (const event of [
          { type: 'recovered' },
          { type: 'cancelled' },
          { type: 'lookAsked' },
          { type: 'homeCopied' },
        ] as const)
          expect(step(after, { ...event, atMs: t0 }, timing)).toMatchObject({
            effect: null,
            receipt: { phase: 'handed-over' },
          })
        const known = handOver(after, studio, { isThere: true, atMs: t0 }).after
        expect(asBefore(known)).toMatchObject({ phase: receipt.phase, handedOver: null })
      }),
    )
  })

  it('is never sent by the studio before it was looked up there (I3, A6)', () => {
    fc.assert(
      fc.property(any, (receipt) => {
        const after = taken(receipt)
        expect(after.isImported).toBe(true)
        if (receipt.acceptedAtMs !== null || !unsent.includes(receipt.phase)) return
        expect(clearanceOf(after, departure, timing)).toEqual({ do: 'look' })
        if (after.phase === 'ready' || after.phase === 'uncertain')
          expect(step(after, { type: 'recovered', atMs: t0 }, timing).effect).toMatchObject({ do: 'lookUp' })
      }),
    )
  })

  it('stays with the home where another key, a folder of this computer or an agent belongs to it', () => {
    const keys = { own: '00112233aabbccdd', shared: 'k', account: 'k' }
    expect(whyItStays(receiptOf(), keys)).toBeNull()
    expect(whyItStays(receiptOf(), { ...keys, account: null })).toContain('No worker has run')
    expect(whyItStays(receiptOf(), { ...keys, own: null })).toContain('No key is set in this home')
    expect(whyItStays(receiptOf({ keyFingerprint: 'other' }), keys)).toContain(
      'another key than the one that is set here',
    )
    expect(whyItStays(receiptOf(), { ...keys, shared: 'other' })).toContain('another key than the studio’s')
    expect(whyItStays(receiptOf({ watch: { id: 'w', content: 'c' } }), keys)).toContain('A folder that is watched')
  })
})
