import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Journal } from '../../../src/engine/store/journal.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { newRig, postsOf, scale } from './support/rig.ts'

it('an order whose copies disagree is shown and not sent; the others go on (I3, I5, I8)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const first = await newRig(practice)
  const id = await first.orderPicture()
  const { database, journal: path } = first.engine.store.paths
  await first.close()
  // The database is lost, and of the journal the step in which this order was sent.
  for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true })
  const journal = new Journal(path)
  journal.append([{ v: 1, id, revision: 3, set: { phase: 'running', revision: 3 }, happenings: [] }])
  journal.close()

  const rig = await newRig(practice, { home: first.home })
  expect(rig.engine.status().notice).toContain('nothing is sent for it')
  // Where this program does not drive, too.
  await rig.calls['requests.cancel']({ ids: [id] })
  expect(rig.engine.store.receipts.get(id)?.phase).toBe('approved')
  rig.engine.driver.start()
  const other = await rig.orderPicture()
  expect(await rig.ended(other)).toMatchObject({ state: 'completed' })
  expect(rig.engine.store.receipts.get(id)?.phase).toBe('approved')
  expect(rig.engine.store.receipts.list({}).map((receipt) => receipt.id)).toContain(id)
  await rig.calls['requests.cancel']({ ids: [id] })
  expect(rig.engine.store.receipts.get(id)?.phase).toBe('approved')
  expect(await postsOf(practice, id)).toEqual([])
})
