import { expect, it } from 'vitest'
import { adopted } from '../../../src/engine/queue/steps.ts'
import { madeJob, running } from '../../support/receipts.ts'

it('what another program has written of a request is taken on whole, a file that it found missing too (I7)', () => {
  const asset = { assetId: 'a', jobIndex: 0, outputIndex: 0, sha256: 'ab'.repeat(32) }
  const own = running([madeJob()], { assets: [asset], failuresInARow: 3, expectedAtMs: 7, revision: 4 })
  const owed = [{ jobIndex: 0, outputIndex: 0, reason: 'Its file is missing.', triedTimes: 0 }]
  const stored = { ...own, assets: [], owed, place: 'm', failuresInARow: 0, expectedAtMs: null, revision: 5 }
  expect(adopted(stored, own)).toEqual({ ...stored, failuresInARow: 3, expectedAtMs: 7, next: own.next })
})
