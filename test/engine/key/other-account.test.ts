import { expect, it } from 'vitest'
import { startPractice } from '../../practice/support/practice.ts'
import { MemoryKeychain } from '../../support/memory-keychain.ts'
import { chargesOf, newRig, postsOf } from '../queue/support/rig.ts'

/** Slow enough that the pause after a look in vain, two minutes, is far longer than a look. */
const timeScale = 8

it('a generation of another account says whose key it needs, and is looked for at once when that is set (O50, A35, I5)', async () => {
  const practice = await startPractice({ timeScale })
  const keychain = new MemoryKeychain()
  const rig = await newRig(practice, { timeScale, environmentKey: null, keychain: keychain.open })
  await rig.calls['key.set']({ key: practice.key(0) })
  await practice.faults({ match: { method: 'GET', path: '/api/generate/v2/status/*' }, fault: 'lost-before' })
  rig.engine.driver.start()
  const id = await rig.orderPicture()
  await rig.until(id, (view) => view.state === 'running')
  await rig.engine.key.clear(true)
  await rig.calls['key.set']({ key: practice.key(2) })
  await practice.faults()

  const lost = await rig.until(id, (view) => view.error !== null)
  expect(lost).toMatchObject({ state: 'running', decision: null })
  expect(lost.now).toContain('Set that key again')
  const nextMs = Date.parse(lost.next?.at ?? '')
  expect(nextMs - Date.parse(lost.updatedAt)).toBe(120_000 / timeScale)
  await rig.calls['key.set']({ key: practice.key(0) })
  expect(await rig.ended(id)).toMatchObject({ state: 'completed', error: null })
  expect(Date.now()).toBeLessThan(nextMs)
  expect(await postsOf(practice, id)).toHaveLength(1)
  expect(await chargesOf(practice, id)).toHaveLength(1)
})
