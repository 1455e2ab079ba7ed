import { expect, it } from 'vitest'
import { newFolder } from '../../support/folders.ts'
import { receiptOf } from '../../support/receipts.ts'
import { opened, stepOf } from './support/open.ts'

it('how far requests are is told of what is open and of what came since, not of what ended before', async () => {
  const { receipts } = await opened(newFolder())
  const [origin, other] = ['https://here.example', 'https://there.example']
  const save = (id: string, phase: 'approved' | 'cancelled', at = origin) =>
    receipts.save([stepOf(receiptOf({ id, phase, origin: at }))])
  save('waits', 'approved')
  save('ended', 'cancelled')
  const { revisions, lastSeq } = receipts.standing(origin, null)
  expect([...revisions]).toEqual([['waits', 1]])
  save('came and ended', 'cancelled')
  save('of another service', 'cancelled', other)
  const next = receipts.standing(origin, lastSeq)
  expect([...next.revisions]).toEqual([
    ['waits', 1],
    ['came and ended', 1],
  ])
  expect([...receipts.standing(origin, next.lastSeq).revisions.keys()]).toEqual(['waits'])
  expect([receipts.revision('ended'), receipts.revision('never heard of')]).toEqual([1, 0])
})
