import { expect, it } from 'vitest'
import { isGateWord } from '../../../src/engine/queue/gate.ts'
import { t0 } from '../../support/receipts.ts'

const limited = { type: 'submitted', outcome: { type: 'limited', afterMs: 16_000, message: '' }, atMs: t0 } as const

it('a limit that a send met is no word on how it stands: it is looked up before the next send (I10, A6, A23)', () => {
  expect(isGateWord(limited)).toBe(false)
  expect(isGateWord({ type: 'lookedUp', outcome: { type: 'missing' }, atMs: t0 })).toBe(true)
})
