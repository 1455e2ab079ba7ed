import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { disc } from '../../practice/support/images.ts'
import { startPractice, until } from '../../practice/support/practice.ts'
import { engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { StrangeService } from '../../support/strange-service.ts'
import { newRig, postsOf, type Rig, scale } from './support/rig.ts'

const count = 12
const model = { id: 'm', supported_ratios: [], max_reference_images: 0, media_type: 'image', extra_config: {} }

/** How many faults have not yet met the request that they are for. */
async function faultsLeft(practice: Awaited<ReturnType<typeof startPractice>>): Promise<number> {
  const { faults } = (await (await fetch(`${practice.practice.control}/faults`)).json()) as { faults: unknown[] }
  return faults.length
}

async function cutouts(rig: Rig): Promise<string[]> {
  const folder = newFolder()
  const bytes = await disc()
  const files = Array.from({ length: count }, (_, n) => join(folder, `disc-${n}.png`))
  for (const file of files) writeFileSync(file, bytes)
  const quote = await rig.calls['quote.skill']({ skill: 'remove-bg', files })
  return (await rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })).requestIds
}

it('taking out many takes out all that were not sent, those that are being prepared at once too (I2, I8)', async () => {
  const practice = await startPractice({ timeScale: scale })
  await practice.faults({ match: { path: '/api/skills/upload' }, fault: 'slow', delayMs: 400 })
  const rig = await newRig(practice)
  const ids = await cutouts(rig)
  rig.engine.driver.start()
  const preparing = () => ids.filter((id) => rig.engine.driver.activityOf(id) !== null)
  await until(() => (preparing().length > 1 ? true : null))
  const views = await rig.calls['requests.cancel']({ ids })
  expect(views.map(({ id, state }) => [id, state])).toEqual(ids.map((id) => [id, 'cancelled']))
  // Whatever was under way for them has ended by the time when another one has had its turn.
  await practice.faults()
  expect(await rig.ended(await rig.orderCutout())).toMatchObject({ state: 'completed' })
  for (const id of ids) {
    expect(await postsOf(practice, id)).toEqual([])
    expect(rig.engine.store.receipts.get(id)?.phase).toBe('cancelled')
  }
  expect((await practice.ledger()).totals.requests).toBe(1)
})

it('one that is sent at this moment is no reason to send the others (I2, I8)', async () => {
  const practice = await startPractice({ timeScale: scale })
  await practice.faults({ match: { path: '/api/generate/v2', method: 'POST' }, fault: 'slow', delayMs: 600, times: 1 })
  const rig = await newRig(practice)
  rig.engine.driver.start()
  const sent = await rig.orderPicture()
  // It has left only when it has arrived: a pause before that still holds it.
  await until(async () => ((await faultsLeft(practice)) === 0 ? true : null))
  rig.engine.driver.pause(true)
  const waiting = [await rig.orderPicture('a'), await rig.orderPicture('b')]
  const views = await rig.calls['requests.cancel']({ ids: [sent, ...waiting] })
  expect(views.map(({ state }) => state)).toEqual(['submitting', 'cancelled', 'cancelled'])
  await expect(rig.calls['requests.cancel']({ ids: [sent] })).rejects.toThrow('under way')
  await expect(rig.calls['requests.cancel']({ ids: [sent, 'no such number'] })).rejects.toThrow('no such request')
  expect(await rig.ended(sent)).toMatchObject({ state: 'completed' })
})

it('one that waits for its price to be read is taken out at once: nothing of it was sent (I8, I10)', async () => {
  const strange = new StrangeService()
  strange.models = [{ charge: () => 8, entry: { ...model, credits_per_generation: 8 } }]
  await strange.open()
  let later = 0
  const at = await engineAt(strange.base, strange.key, { now: () => Date.now() + later })
  const post = '/api/generate/v2'
  strange.silent = ({ path }) => path === post
  at.engine.driver.start()
  // More than are sent at once: one of them is ready, and waits for its turn.
  const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm', count: 8 })
  const ids = await at.approve(quote)
  const isReady = (one: string) => at.engine.driver.activityOf(one) === 'prepared'
  await until(() =>
    ids.every((one) => isReady(one) || at.engine.driver.activityOf(one) === 'submitting') ? true : null,
  )
  const ready = ids.filter(isReady)
  const reads = strange.count('GET', '/api/models')
  // By then its price is older than half a minute at this time scale, and the list that is asked for says nothing.
  later += 400
  strange.speak()
  strange.silent = ({ path }) => path === '/api/models'
  await until(() => (strange.count('GET', '/api/models') > reads ? true : null))
  const views = await at.calls['requests.cancel']({ ids: ready })
  expect(views.map(({ state }) => state)).toEqual(ready.map(() => 'cancelled'))
  strange.speak()
  for (const one of ids) await at.settled(one)
  const posted = strange.heard.filter(({ path }) => path === post).map(({ body }) => body.requestId)
  expect(posted).toHaveLength(ids.length - ready.length)
  expect(ready.filter((one) => posted.includes(one))).toEqual([])
})

it('one whose end cannot be written yet is not sent when its preparation ends meanwhile (I3, I8)', async () => {
  const practice = await startPractice({ timeScale: scale })
  await practice.faults({ match: { path: '/api/skills/upload' }, fault: 'slow', delayMs: 300 })
  const rig = await newRig(practice)
  const { receipts } = rig.engine.store
  const save = receipts.save.bind(receipts)
  let refusedTimes = 0
  receipts.save = (steps, ...rest) => {
    const isEnd = steps.some(({ after }) => after.phase === 'cancelled')
    if (isEnd && refusedTimes < 1) {
      refusedTimes += 1
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    }
    return save(steps, ...rest)
  }
  rig.engine.driver.start()
  const id = await rig.orderCutout()
  await rig.until(id, ({ uploading }) => uploading)
  // The disk is tried again seconds after the upload has ended.
  expect(await rig.calls['requests.cancel']({ ids: [id] })).toMatchObject([{ state: 'cancelled' }])
  expect(refusedTimes).toBe(1)
  expect(await postsOf(practice, id)).toEqual([])
})
