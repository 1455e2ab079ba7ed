import { expect, it } from 'vitest'
import { anyOf, filesIn, newS3Server, openS3 } from '../../support/s3/open-s3.ts'
import { describeStudio } from './support/studio.ts'
import { atelier, isSound, until } from './support/workers.ts'

const limitMs = 120_000

const noneOf = (keys: readonly string[]): RegExp => new RegExp(`^(?!studio/printroom-studio$|${keys.join('$|')}$)`)

describeStudio('workers whose files lie in S3 storage', (server) => {
  it(
    'results that the storage gives back wrong stay owed, are said, and come to their end when it gives them right (I1, I7)',
    async () => {
      const s3 = await newS3Server()
      const at = await atelier(server(), openS3(s3))
      const ordered = at.order('Ann', 2)
      await until(async () => (await at.database.rows('SELECT 1 FROM commands')).length > 0)
      const sources = filesIn(s3)
      expect(sources).toHaveLength(2)
      // What it orders from is read wrong once, which a second look heals; what comes home is wrong each time.
      s3.fail({ method: 'GET', how: 'wrong', times: 1, of: anyOf(sources) })
      s3.fail({ method: 'GET', how: 'wrong', times: 1000, of: noneOf(sources) })
      const { engine } = await at.work('one')
      expect((await ordered).outcome?.is).toBe('done')
      await until(() => engine.status().notice !== null)
      expect(engine.status().notice).toMatch(
        /^The storage gave back other bytes.*counts as not kept.*it is tried again\.$/,
      )
      expect((await at.receipts()).every(({ phase }) => phase !== 'completed')).toBe(true)
      expect(await at.database.rows('SELECT 1 FROM assets')).toEqual([])
      s3.mend()
      await at.until((all) => all.every(({ phase }) => phase === 'completed'))
      await isSound(at, 2)
      await until(() => engine.status().notice === null)
      expect(filesIn(s3)).toHaveLength(4)
    },
    limitMs,
  )

  it(
    'prepared pictures that the storage does not give back whole: nothing is sent before they lie there (I1, I2)',
    async () => {
      const s3 = await newS3Server()
      const at = await atelier(server(), openS3(s3))
      const ordered = at.order('Ann', 1, null, 'a generation of them')
      await until(async () => (await at.database.rows('SELECT 1 FROM commands')).length > 0)
      const sources = filesIn(s3)
      // Small enough to be sent as it is: what is prepared of it are the same bytes, which are read there once more.
      s3.fail({ method: 'GET', how: 'wrong', times: 1000, of: anyOf(sources), after: 1 })
      const { engine } = await at.work('one')
      expect((await ordered).outcome?.is).toBe('done')
      await until(() => engine.status().notice !== null)
      expect(engine.status().notice).toMatch(/^The storage gave back other bytes/)
      expect((await at.receipts()).map(({ phase }) => phase)).toEqual(['approved'])
      expect((await at.remote.ledger()).entries.filter(({ kind }) => kind === 'charge')).toEqual([])
      s3.mend()
      await at.until((all) => all.every(({ phase }) => phase === 'completed'))
      await isSound(at, 1)
    },
    limitMs,
  )

  it(
    'a picture that the storage has lost, or has wrong each time, is never sent: the request says so, and nothing is charged (I1)',
    async () => {
      const s3 = await newS3Server()
      const at = await atelier(server(), openS3(s3))
      const ordered = at.order('Ann', 2)
      await until(async () => (await at.database.rows('SELECT 1 FROM commands')).length > 0)
      const [lost = '', wrong = ''] = filesIn(s3)
      s3.objects.delete(lost)
      s3.objects.set(wrong, Buffer.from('rot'))
      await at.work('one')
      expect((await ordered).outcome?.is).toBe('done')
      const all = await at.until((now) => now.every(({ phase }) => phase !== 'approved'))
      for (const { error } of all) expect(error).toMatch(/no longer there\. Nothing was sent or charged/)
      expect((await at.remote.ledger()).entries.filter(({ kind }) => kind === 'charge')).toEqual([])
    },
    limitMs,
  )
})
