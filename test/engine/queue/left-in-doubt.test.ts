import { expect, it } from 'vitest'
import { startPractice } from '../../practice/support/practice.ts'
import { cutoutUnderAnotherKey } from './support/in-doubt.ts'
import { chargesOf, newRig, postsOf, scale } from './support/rig.ts'

it('an order left in doubt under another key is looked for before anything is ordered in its place, once its key is back (F8, A6, O117, O133)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  const id = await cutoutUnderAnotherKey(practice, rig)
  await rig.until(id, (view) => view.decision?.kind === 'key')
  await rig.calls['requests.decide']({ id, choice: 'leave' })
  expect(await rig.ended(id)).toMatchObject({ state: 'failed', canRetry: true })
  rig.engine.key.hold(practice.key(0), 'environment')
  expect(await rig.calls['requests.retry']({ id })).toMatchObject({ quote: null })
  expect(await rig.until(id, (view) => view.state === 'completed')).toMatchObject({ owed: [] })
  expect(await postsOf(practice, id)).toHaveLength(1)
  expect(await chargesOf(practice, id)).toHaveLength(1)
})
