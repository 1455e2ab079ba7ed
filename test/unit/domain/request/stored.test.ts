import { describe, expect, it } from 'vitest'
import { orderFingerprint } from '../../../../src/domain/request/order-fingerprint.ts'
import { type PaidOrder, type Receipt, receipt as receiptSchema } from '../../../../src/domain/request/receipt.ts'
import { broughtHome, jobOf, madeJob, notFetched, play, receiptOf, running, t0 } from '../../../support/receipts.ts'

const file = { path: '/pictures/a.png', name: 'a.png', sha256: 'ab', sizeBytes: 3 }
const address = { url: 'https://pictures.test/b.png' }
const pictures = [file, address].map((source) => ({ field: 'picture', source }))
const skill: PaidOrder = { kind: 'skill', skill: 'a-skill', fields: { mode: 'white' }, pictures }

/** A receipt with something in every place that can hold something. */
const full = (): Receipt => ({
  ...play(running([madeJob(['https://m.test/1', 'https://m.test/2'])]), broughtHome(), notFetched({ outputIndex: 1 }))
    .receipt,
  order: skill,
  quote: { price: 'known', credits: 8, lines: [{ label: 'Model', amount: '8', credits: 8 }], pricesReadAtMs: t0 },
  consent: { atMs: t0, credits: 8, by: 'window', ceilingCredits: 12 },
  batch: { id: 'b', index: 1, size: 2 },
  replaces: 'another',
  place: '1',
  body: { parts: [{ text: '{"a":"' }, { base64File: 'ab', sha256: 'cd' }, { text: '"}' }], sha256: 'ef', sizeBytes: 9 },
  preparation: [
    { source: 'a.png', sha256: 'ab', sizeBytes: 3, width: 1, height: 2, format: 'png', steps: ['upright'] },
  ],
  mayResend: true,
  resendDecidedAtMs: t0,
  permittedAtMs: t0,
  sendPause: { untilMs: t0, forMs: 2000 },
  askedPause: { untilMs: t0, forMs: 3000 },
  decision: {
    kind: 'price',
    question: 'It costs 12 now.',
    mayHaveCharged: false,
    price: { from: 8, to: 12 },
    pricedAtMs: t0,
    choices: [{ id: 'leave', label: 'Cancel', explains: 'Ends it.', credits: null }],
  },
})

describe('a stored receipt', () => {
  it('comes back whole: what is lost here is lost for good (O47, I4, I7)', () => {
    expect(receiptSchema.parse(structuredClone(full()))).toEqual(full())
  })

  it('of an earlier version has decided and moved nothing (I2)', () => {
    const { mayResend, resendDecidedAtMs, permittedAtMs, place, sendPause, askedPause, ...rest } = full()
    const { price, pricedAtMs, ...decision } = rest.decision ?? {}
    const { ceilingCredits, ...consent } = rest.consent
    expect(receiptSchema.parse({ ...rest, decision, consent })).toEqual({
      ...rest,
      consent: { ...consent, ceilingCredits: null },
      decision: { ...decision, price: null, pricedAtMs: null },
      mayResend: false,
      resendDecidedAtMs: null,
      permittedAtMs: null,
      place: null,
      sendPause: null,
      askedPause: null,
    })
  })

  it.each<[string, object]>([
    ['an order without its pictures’ content', { order: { ...skill, pictures: [{ field: 'picture', source: {} }] } }],
    ['a body without its bytes', { body: { parts: [{}], sha256: 'ef', sizeBytes: 9 } }],
    ['a consent that nobody gave', { consent: { atMs: t0, credits: 8, by: '' } }],
    [
      'an accepted copy of no quality',
      { order: { ...skill, pictures: [{ field: 'picture', source: file, reencode: {} }] } },
    ],
    ['a watched file without its content', { watch: { id: 'w' } }],
    ['a job without a status', { jobs: [{ ...jobOf(), status: null }] }],
  ])('is none with %s', (_, changes) => {
    expect(receiptSchema.safeParse({ ...full(), ...changes }).success).toBe(false)
  })
})

describe('two orders of the same thing', () => {
  it('may differ in the number they are sent under', () => {
    const plain = receiptOf().order
    const numbered = (id: string): PaidOrder => ({
      ...plain,
      fields: { ...plain.fields, requestId: id, idempotencyKey: id },
    })
    expect(orderFingerprint(numbered('1'))).toBe(orderFingerprint(plain))
    expect(orderFingerprint(numbered('1'))).toBe(orderFingerprint(numbered('2')))
  })

  it('are not known where one of several files was never read', () => {
    const unread = { field: 'picture', source: { ...file, sha256: '' } }
    expect(orderFingerprint({ ...skill, pictures: [...pictures, unread] })).toBeNull()
  })
})
