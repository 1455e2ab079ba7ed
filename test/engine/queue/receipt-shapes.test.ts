import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Fault } from '../../../src/practice/control/faults.ts'
import { disc } from '../../practice/support/images.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { newFolder } from '../../support/folders.ts'
import { chargesOf, newRig, postsOf, scale } from './support/rig.ts'

const run = { method: 'POST', path: '/api/skills/product-detail/run' }
const status = { path: '/api/skills/status' }

async function setOf(modules: string[], ...faults: Fault[]) {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  await practice.faults(...faults)
  const file = join(newFolder(), 'disc.png')
  writeFileSync(file, await disc())
  const quote = await rig.calls['quote.skill']({ skill: 'product-detail', files: [file], values: { modules } })
  const [id = ''] = await rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits }).then(
    ({ requestIds }) => requestIds,
  )
  rig.engine.driver.start()
  return { practice, rig, id, receipt: () => rig.engine.store.receipts.get(id) ?? expect.fail() }
}

const modules = ['hero', 'detail', 'scene']

it.each(
  modules.flatMap((missing) =>
    [[], ['jobs-only']].map((shape): [string, string, string[]] => [missing, shape.join() || 'as they are', shape]),
  ),
)(
  'a set of which %s has no job ends as partial, each picture under its own name, with its receipts %s (O102, O124, I9)',
  async (missing, _, shape) => {
    const { rig, id, receipt, practice } = await setOf(
      modules,
      { match: run, fault: 'dispatch-fails', module: missing, times: 1 },
      ...shape.map((fault) => ({ match: status, fault })),
    )
    expect(await rig.ended(id)).toMatchObject({ state: 'partial', creditsUsed: 12 })
    const { jobs, assets } = receipt()
    expect(jobs.map(({ module, status }) => [module, status])).toEqual(
      modules.map((module) => [module, module === missing ? 'failed' : 'completed']),
    )
    expect(assets).toHaveLength(2)
    const { quote } = await rig.calls['requests.retry']({ id })
    expect(quote).toMatchObject({ credits: 6, requests: 1 })
    expect(await chargesOf(practice, id)).toEqual([6, 6])
  },
)

it('a set whose worker died after one of three is partial and never complete, though its first answer was lost (O102, O124, I7)', async () => {
  const { practice, rig, id, receipt } = await setOf(modules, { match: run, fault: 'interrupted', after: 1, times: 1 })
  expect(await rig.ended(id)).toMatchObject({ state: 'partial', creditsUsed: null })
  // Its receipt says nothing of the others: they are looked for before anybody is asked to pay for them.
  expect(receipt().error).toContain('1 of 3 is known to be made')
  expect((await rig.calls['requests.retry']({ id })).quote).toBeNull()
  expect(await postsOf(practice, id)).toHaveLength(1)
})

it.each(['lost-after', 'cut'])(
  'a cutout whose answer is %s comes home, though its receipt keeps it as the first answer alone (O98, A13, I7)',
  async (fault) => {
    const practice = await startPractice({ timeScale: scale })
    const rig = await newRig(practice)
    await practice.faults(
      { match: { method: 'POST', path: '/api/skills/remove-bg/run' }, fault, times: 1 },
      { match: status, fault: 'items-left-out' },
    )
    const id = await rig.orderCutout()
    rig.engine.driver.start()
    expect(await rig.ended(id)).toMatchObject({ state: 'completed', creditsUsed: 2 })
    expect(await chargesOf(practice, id)).toEqual([2])
  },
)

it('a cutout that failed, and stands in no list, has failed: nobody waits for it for ever (§4.15, I6)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  await practice.faults(
    { match: { method: 'POST', path: '/api/skills/remove-bg/run' }, fault: 'lost-after', times: 1 },
    { match: { method: 'POST', path: '/api/skills/remove-bg/run' }, fault: 'job-fails', times: 1 },
    { match: status, fault: 'items-left-out' },
  )
  const id = await rig.orderCutout()
  rig.engine.driver.start()
  expect(await rig.ended(id)).toMatchObject({ state: 'failed', canRetry: true })
})

it('a set that ran out of balance, and is told of as far as it has ended, is watched until all that was paid for has ended (§4.11, §4.15; O124, A22, I7)', async () => {
  const { practice, rig, id, receipt } = await setOf(
    modules,
    { match: run, fault: 'lost-after', times: 1 },
    { match: run, fault: 'balance-drained', credits: 12, times: 1 },
    { match: run, fault: 'job-stalls', module: 'detail', times: 1 },
    // By the first look that is answered one is made, and the other is at work for long.
    { match: status, fault: 'status', status: 500, times: 2 },
    { match: status, fault: 'ended-only' },
  )
  expect(await rig.ended(id)).toMatchObject({ state: 'partial', creditsUsed: 12 })
  expect(receipt().jobs.map((job) => [job.module, job.status, job.creditsStatus])).toEqual([
    ['hero', 'completed', 'confirmed'],
    ['detail', 'failed', 'refunded'],
    ['scene', 'failed', null],
  ])
  expect((await rig.calls['requests.retry']({ id })).quote).toMatchObject({ credits: 12 })
  expect(await chargesOf(practice, id)).toEqual([6, 6])
})

it('a set of which all failed, told as a whole, has failed with all of its jobs, and its credits came back (§2.8; O13, O134, I6)', async () => {
  const { rig, id, receipt } = await setOf(
    modules,
    { match: run, fault: 'job-fails' },
    { match: status, fault: 'failure-alone' },
  )
  expect(await rig.ended(id)).toMatchObject({ state: 'failed', creditsUsed: 18, creditsStatus: 'refunded' })
  expect(receipt().jobs.map((job) => job.status)).toEqual(['failed', 'failed', 'failed'])
})

it('a set whose items say nothing of how they stand ends when the whole of it has ended (§2.8, §4.15; O13)', async () => {
  const { rig, id } = await setOf(
    modules,
    { match: run, fault: 'job-fails' },
    { match: status, fault: 'item-status-left-out' },
  )
  expect(await rig.ended(id)).toMatchObject({ state: 'failed', creditsStatus: 'refunded' })
})
