import { existsSync, renameSync, rmSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { StrangeService } from '../../support/strange-service.ts'
import { opened, orderNumber, stepOf } from '../store/support/open.ts'

const model = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }

let strange: StrangeService
beforeEach(async () => {
  strange = new StrangeService()
  strange.models = [{ charge: () => 1, entry: model }]
  await strange.open()
})

const posts = () => strange.count('POST', '/api/generate/v2')

const until = (is: () => boolean): Promise<void> => expect.poll(is).toBe(true)

describe('a database that was deleted under a living program', () => {
  it.each(['database', 'journal'] as const)(
    'of which the %s went: it ceases to drive, says so, and orders nothing; the next one drives alone (S10, I3)',
    async (gone) => {
      const first = await engineAt(strange.base, strange.key)
      first.engine.driver.start()
      expect(first.engine.driver.drives).toBe(true)
      const quote = await first.calls['quote.generation']({ prompt: 'x', modelId: 'm' })
      const { paths } = first.engine.store
      for (const end of gone === 'database' ? ['', '-wal', '-shm'] : ['']) rmSync(paths[gone] + end, { force: true })
      await expect(first.approve(quote)).rejects.toThrow(/moved, deleted or replaced/)
      await until(() => !first.engine.driver.drives)
      expect(first.engine.status().notice).toMatch(/start it again/)
      const second = await engineAt(strange.base, strange.key, { home: first.home })
      second.engine.driver.start()
      expect(second.engine.driver.drives).toBe(true)
      expect(first.engine.driver.drives).toBe(false)
      expect(posts()).toBe(0)
    },
  )

  it('sends nothing any more of what is due already (S10, I1, I3)', async () => {
    const home = newFolder()
    const first = await engineAt(strange.base, strange.key, { home })
    await first.calls['queue.pause'](undefined)
    first.engine.driver.start()
    const quote = await first.calls['quote.generation']({ prompt: 'x', modelId: 'm' })
    const [id = ''] = await first.approve(quote)
    const { database } = first.engine.store.paths
    renameSync(database, `${database}.away`)
    expect(() => first.engine.driver.pause(false)).toThrow(/moved, deleted or replaced/)
    await until(() => !first.engine.driver.drives)
    expect(posts()).toBe(0)
    // Put back it is the same file, and goes on by itself.
    renameSync(`${database}.away`, database)
    await first.calls['queue.resume'](undefined)
    expect(await first.settled(id)).toMatchObject({ state: 'completed' })
    expect(posts()).toBe(1)
  })

  it('is no reason to lose what the journal has (S10)', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    store.receipts.save([stepOf(orderNumber(1))])
    for (const end of ['', '-wal', '-shm']) rmSync(store.paths.database + end, { force: true })
    const other = await opened(folder)
    expect(other.receipts.list({})).toHaveLength(1)
    expect(() => store.receipts.save([stepOf(orderNumber(2))])).toThrow(/moved, deleted or replaced/)
    other.receipts.save([stepOf(orderNumber(3))])
    expect(existsSync(store.paths.database)).toBe(true)
    expect([...other.receipts.fromJournal().keys()]).toHaveLength(2)
  })
})
