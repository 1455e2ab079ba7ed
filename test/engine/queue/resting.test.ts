import { expect, it } from 'vitest'
import { startPractice } from '../../practice/support/practice.ts'
import { day, jobOf, receiptOf } from '../../support/receipts.ts'
import { stepOf } from '../store/support/open.ts'
import { newRig, scale } from './support/rig.ts'

it('a refund that was asked for long enough is not taken up at each look, nor is a question (A10, I9)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  const { origin, store, driver } = rig.engine
  const longAgoMs = Date.now() - 31 * day
  const failed = receiptOf({
    origin,
    phase: 'failed',
    approvedAtMs: longAgoMs,
    acceptedAtMs: longAgoMs,
    failedAtMs: longAgoMs,
    jobs: [jobOf({ status: 'failed', creditsStatus: 'pending' })],
  })
  const asks = receiptOf({ origin, id: 'asks', phase: 'needs-decision' })
  store.receipts.save([failed, asks].map((receipt) => stepOf(receipt)))
  const told: string[] = []
  rig.engine.listen('requestChanged', ({ id }) => told.push(id))
  driver.start()
  for (let looks = 0; looks < 5; looks += 1) driver.added()
  const next = await rig.orderPicture()
  await rig.ended(next)
  expect(told.filter((id) => id !== next).sort()).toEqual([failed.id, asks.id].sort())
  expect(store.receipts.list({ open: true }).map(({ id }) => id)).toContain(failed.id)
})
