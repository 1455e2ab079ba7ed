import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder } from '../support/folders.ts'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { Trial } from '../support/studio/trial.ts'
import { eventsOf, resultOf } from '../support/terminal.ts'

describe.skipIf(noPostgres !== null)(
  noPostgres === null ? 'a home that joins a studio' : `a home that joins a studio (skipped: ${noPostgres})`,
  () => {
    let server: Server
    let trial: Trial
    beforeAll(async () => {
      server = await startPostgres()
      trial = await Trial.open(server, ['Ann'])
    })
    afterAll(async () => {
      await trial.close()
      await server.stop()
    })

    it('brings what has ended, with its files, and as often as it is asked once; what has no key to go by stays with the home (I1, I2, I7)', async () => {
      const home = join(newFolder(), 'home')
      const alone = (words: string[]) =>
        trial.run(['--json', '--service', trial.log.url, ...words], home, trial.remote.key)
      const order = async (count: number, more: string[]) =>
        alone(['--yes', 'skill', 'remove-bg', ...(await trial.pictures(`Own${count}`, count)), ...more])
      const ended = await order(3, ['--wait', '--project', 'Harbour'])
      expect(ended.status, ended.stderr).toBe(0)
      // Told to wait for long: it is open when the home is imported.
      await trial.remote.client.faults({
        match: { method: 'POST', path: '/api/skills/remove-bg/run' },
        fault: 'status',
        status: 429,
        retryAfter: '6000',
      })
      const open = await order(1, [])
      const opened = String(resultOf(open)[0]?.id)
      const charges = (await trial.charges()).size
      const bring = (person = 'Ann') => trial.run(['--json', 'studio', 'import', '--person', person], home)
      const [first, second] = await Promise.all([bring(), bring()])
      // One is open, and no worker has run yet: nobody knows whose key the studio’s is.
      for (const { status, stderr } of [first, second]) expect(status, stderr).toBe(4)
      expect(first.stderr).toMatch(
        /stays with this home.*(No worker has run in this studio yet|Another program drives)/,
      )
      const brought = [first, second].flatMap((ran) => eventsOf(ran, 'imported'))
      expect(brought.reduce((sum, { requests }) => sum + Number(requests), 0)).toBe(3)
      expect(brought.map(({ left, taken }) => [(left as unknown[]).length, taken])).toEqual([
        [1, []],
        [1, []],
      ])
      expect(eventsOf(await bring(), 'imported')).toMatchObject([
        { requests: 0, results: 0, known: 3, taken: [], left: [{ id: opened }], missing: [] },
      ])
      // Workers send nothing of it, and the history is whole; budgets count what was spent.
      const worker = await trial.work('one')
      const there = await trial.database.rows<{ id: string; project: string; phase: string }>(
        'SELECT id, project, phase FROM requests',
      )
      expect(there.map(({ id }) => id).toSorted()).toEqual(
        resultOf(ended)
          .map(({ id }) => String(id))
          .toSorted(),
      )
      expect(there.every(({ project, phase }) => project === 'Harbour' && phase === 'completed')).toBe(true)
      const budget = await trial.administer(['budget', 'studio', 'day', '7'])
      expect(eventsOf(budget, 'budget')[0]).toMatchObject({ spent: 6, reserved: 0 })
      await trial.remote.client.faults()
      const ordered = await trial.order('Ann', await trial.pictures('Ann', 1), ['--wait'])
      expect(ordered.status, ordered.stderr).toBe(3)
      const goes = await trial.administer(['budget', 'studio', 'day', 'none'])
      expect(goes.status).toBe(0)
      const wide = await trial.order('Ann', await trial.pictures('Ann', 1), ['--wait'])
      expect(wide.status, wide.stderr).toBe(0)
      expect((await trial.charges()).size).toBe(charges + 1)
      expect((await trial.administer(['check'])).status).toBe(0)
      worker.child.kill('SIGTERM')
      await worker.ended
      // The home goes on with its own, which then can be brought as well.
      const left = await alone(['queue', 'cancel', opened])
      expect(left.status, left.stderr).toBe(0)
      expect(eventsOf(await bring(), 'imported')).toMatchObject([
        { requests: 1, results: 0, known: 3, taken: [], left: [] },
      ])
    }, 240_000)

    it('leaves what is not there as it came, and says so; a stranger brings nothing', async () => {
      const home = join(newFolder(), 'home')
      const ran = await trial.run(
        [
          '--json',
          '--yes',
          '--service',
          trial.log.url,
          'skill',
          'remove-bg',
          ...(await trial.pictures('Gone', 2)),
          '--wait',
        ],
        home,
        trial.remote.key,
      )
      expect(ran.status, ran.stderr).toBe(0)
      const [lost, kept] = resultOf(ran)
      rmSync(String(lost?.assets[0]))
      const nobody = await trial.run(['--json', 'studio', 'import', '--person', 'Nobody'], home)
      expect([nobody.status, nobody.stderr]).toEqual([
        4,
        expect.stringContaining('Nobody in this studio is named Nobody'),
      ])
      const brought = await trial.run(['--json', 'studio', 'import', '--person', 'Ann'], home)
      expect(brought.status, brought.stderr).toBe(4)
      expect(eventsOf(brought, 'imported')).toMatchObject([{ requests: 1, results: 1, missing: [lost?.id] }])
      expect(await trial.database.rows('SELECT 1 FROM requests WHERE id = $1', [kept?.id])).toHaveLength(1)
      expect((await trial.administer(['check'])).status).toBe(0)
    })
  },
)
