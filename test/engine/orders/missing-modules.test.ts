import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { disc } from '../../practice/support/images.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { newFolder } from '../../support/folders.ts'
import { chargesOf, newRig, postsOf, scale } from '../queue/support/rig.ts'

it('orders only what is missing of a set, at its own price and under a number of its own, and once (O102, O103, I2)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  const path = '/api/skills/product-detail/run'
  await practice.faults({ fault: 'job-fails', match: { method: 'POST', path }, module: 'Size', times: 1 })
  const file = join(newFolder(), 'disc.png')
  writeFileSync(file, await disc())
  const customModules = [{ name: 'Size', description: 'Beside a hand.' }]
  const values = { modules: ['hero'], customModules, quality: 'medium', productName: 'Disc' }
  const quote = await rig.calls['quote.skill']({ skill: 'product-detail', files: [file], values })
  expect(quote).toMatchObject({ credits: 22, each: 22 })
  const [id = ''] = (await rig.calls['orders.approve']({ quoteId: quote.id, credits: 22 })).requestIds
  rig.engine.driver.start()
  expect(await rig.ended(id)).toMatchObject({ state: 'partial', canRetry: true, creditsUsed: 22, creditsRefunded: 11 })

  const [first, second] = [await rig.calls['requests.retry']({ id }), await rig.calls['requests.retry']({ id })]
  expect(first.quote).toMatchObject({ credits: 11, requests: 1, problems: [] })
  expect(await postsOf(practice, id)).toHaveLength(1)
  const accepted = { quoteId: first.quote?.id ?? '', credits: 11 }
  const [anew = ''] = (await rig.calls['orders.approve'](accepted)).requestIds
  expect(await rig.ended(anew)).toMatchObject({ state: 'completed', creditsUsed: 11 })
  const { order, replaces } = rig.engine.store.receipts.get(anew) ?? expect.fail()
  expect(replaces).toBe(id)
  expect(order.fields).toEqual({ ...values, modules: [], customModules })
  expect(await chargesOf(practice, anew)).toEqual([11])

  // Neither the other quote nor another try makes them a third time.
  const other = { quoteId: second.quote?.id ?? '', credits: 11 }
  await expect(rig.calls['orders.approve'](other)).rejects.toThrow('was ordered anew already')
  await expect(rig.calls['requests.retry']({ id })).rejects.toThrow('was ordered anew already')
})
