import { expect, it } from 'vitest'
import { isWord } from '../../../src/engine/queue/gate.ts'
import { receiptOf, t0 } from '../../support/receipts.ts'

const limited = { type: 'submitted', outcome: { type: 'limited', afterMs: 16_000, message: '' }, atMs: t0 } as const

it('a limit that a send met is no word on an earlier send that is in doubt: it is looked up again before the next (I10, A6)', () => {
  const lost = receiptOf({ phase: 'ready', sentTimes: 1, settled: false })
  expect(isWord(limited, lost)).toBe(false)
  expect(isWord(limited, receiptOf({ phase: 'ready' }))).toBe(true)
})
