import { expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { newRig } from '../queue/support/rig.ts'

it('an order that a broken disk neither takes nor lets go of is said to be in doubt, and not made twice by a second click (I2)', async () => {
  const rig = await newRig(await startPractice())
  const { models } = await rig.calls['catalogue.models']({ media: 'image' })
  const quote = await rig.calls['quote.generation']({ prompt: 'a lighthouse', modelId: models[0]?.id ?? '' })
  const approve = () => rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
  onTestFinished(() => watchPoints(null))
  watchPoints((point, side) => {
    if (side === 'before' && ['journal sync', 'journal cut'].includes(point))
      throw Object.assign(new Error(`EIO: i/o error, ${point}`), { code: 'EIO' })
  })
  await expect(approve()).rejects.toThrow(/may stand or not\. Nothing was sent or charged yet\./)
  watchPoints(null)
  await expect(approve()).rejects.toThrow(/not ordered a second time/)
  expect(rig.engine.store.receipts.list({}).length).toBeLessThanOrEqual(1)
})
