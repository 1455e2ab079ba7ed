import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { Trial } from '../support/studio/trial.ts'
import { eventsOf } from '../support/terminal.ts'

/** What must hold after each: one charge an order, never two POSTs of one number at once, the history whole. */
async function isSound(trial: Trial, total: number): Promise<void> {
  expect(trial.log.wrongs()).toEqual([])
  const charges = await trial.charges()
  expect([charges.size, [...charges.values()].filter((count) => count !== 1)]).toEqual([total, []])
  const checked = await trial.administer(['check'])
  expect(checked.status, checked.stderr).toBe(0)
}

const limitMs = 180_000

describe.skipIf(noPostgres !== null)(
  noPostgres === null ? 'a studio whose parts go away' : `a studio whose parts go away (skipped: ${noPostgres})`,
  () => {
    let server: Server
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())

    async function opened(people: readonly string[] = ['Ann']): Promise<Trial> {
      const trial = await Trial.open(server, people)
      onTestFinished(() => trial.close())
      return trial
    }

    it(
      'a worker that is frozen with a paid request on the line, and wakes up when another has taken over, sends it no second time (I2, I3)',
      async () => {
        const trial = await opened()
        const one = await trial.work('one')
        const first = trial.log.next()
        const order = trial.order('Ann', await trial.pictures('Ann', 4), ['--wait'])
        const id = await first
        one.child.kill('SIGSTOP')
        await trial.work('two')
        const ran = await order
        expect(ran.status, ran.stderr).toBe(0)
        expect(trial.log.posts.filter((post) => post.id === id)).toHaveLength(1)
        const before = trial.log.posts.length
        one.child.kill('SIGCONT')
        // It learns what it has lost, gives up what it was doing, and works on as one of two.
        await trial.until(async () => {
          const rows = await trial.database.rows<{ count: number }>(
            'SELECT count(*)::int AS count FROM leases WHERE session IS NOT NULL GROUP BY session',
          )
          return rows.length === 2 && rows.every(({ count }) => count === 8)
        })
        expect(trial.log.posts).toHaveLength(before)
        const again = await trial.order('Ann', await trial.pictures('Ben', 2), ['--wait'])
        expect(again.status, again.stderr).toBe(0)
        await isSound(trial, 6)
      },
      limitMs,
    )

    it(
      'a database that dies in the middle of orders, and starts again: nothing is lost and nothing sent twice (I1, I2)',
      async () => {
        const trial = await opened(['Ann', 'Ben'])
        await trial.work('one')
        await trial.work('two')
        const orders = ['Ann', 'Ben'].map(async (name) => trial.order(name, await trial.pictures(name, 3)))
        for (const { status, stderr } of await Promise.all(orders)) expect([0, 5], stderr).toContain(status)
        await trial.until(() => trial.log.posts.length > 0)
        await server.kill()
        // Longer than a lease: nobody may send any more, whoever takes over looks first.
        const posts = trial.log.posts.length
        await new Promise((resolve) => setTimeout(resolve, 2000))
        expect(trial.log.posts.length).toBeLessThanOrEqual(posts + 2)
        const quiet = trial.log.posts.length
        await new Promise((resolve) => setTimeout(resolve, 1000))
        expect(trial.log.posts).toHaveLength(quiet)
        await server.start()
        await trial.until(() => trial.isDone(6))
        await isSound(trial, 6)
      },
      limitMs,
    )

    it(
      'files of the studio that cannot be written while results come home: they are owed, tried again, and said (I7)',
      async () => {
        const trial = await opened()
        const one = await trial.work('one')
        await trial.remote.client.faults({
          match: { path: '/api/skills/remove-bg/run' },
          fault: 'slow',
          delayMs: 700,
          times: 1,
        })
        const sent = trial.log.next()
        const order = trial.order('Ann', await trial.pictures('Ann', 1), ['--wait'])
        await sent
        const mend = trial.takeFilesAway()
        await trial.until(() => one.lines.some(({ state }) => state === 'downloading' || state === 'completed'))
        await trial.until(() => /cannot be reached or written/.test(one.stderr()))
        expect(await trial.isDone(1)).toBe(false)
        mend()
        const ran = await order
        expect(ran.status, ran.stderr).toBe(0)
        await isSound(trial, 1)
      },
      limitMs,
    )

    it(
      'a share that is not mounted any more while what was ordered is sent: nothing lies under it, all of it comes to its end, nothing is refused (studio trial 1 and 2, I1, I7)',
      async () => {
        const trial = await opened()
        await trial.work('one')
        await trial.work('two')
        const first = trial.log.next()
        const order = trial.order('Ann', await trial.pictures('Ann', 8), ['--wait'])
        await first
        const mount = trial.unmountFiles()
        const isSaid = (): boolean => trial.workers.some(({ stderr }) => stderr().includes('its mark is missing'))
        await trial.until(isSaid)
        await new Promise((resolve) => setTimeout(resolve, 8000))
        const phases = await trial.database.rows<{ phase: string }>('SELECT phase FROM requests')
        expect(phases.filter(({ phase }) => phase === 'rejected' || phase === 'failed')).toEqual([])
        expect(await trial.isDone(8)).toBe(false)
        const status = await trial.administer(['status'])
        expect(status.stderr).toMatch(/its mark is missing/)
        expect((await trial.administer(['check'])).stderr).toMatch(/its mark is missing/)
        expect(mount()).toEqual([])
        const ran = await order
        expect(ran.status, ran.stderr).toBe(0)
        await isSound(trial, 8)
        for (const { stderr } of trial.workers)
          expect(
            stderr().match(/^\S+ does not hold the files of this studio: its mark is missing/gm)?.length ?? 0,
          ).toBeLessThanOrEqual(1)
        await trial.until(() => trial.workers.some(({ stderr }) => /^Over: .*its mark is missing/m.test(stderr())))
      },
      limitMs,
    )

    it(
      'results that the file store has lost: check says which, and with --mend the worker that has them puts them back; what nobody has is said (studio trial 1, I7)',
      async () => {
        const trial = await opened()
        await trial.work('one')
        const ran = await trial.order('Ann', await trial.pictures('Ann', 3), ['--wait'])
        expect(ran.status, ran.stderr).toBe(0)
        const [lost = '', rotten = ''] = eventsOf(ran, 'asset').map(({ path }) => String(path))
        rmSync(lost)
        writeFileSync(rotten, 'rot')
        const checked = await trial.administer(['check'])
        expect([checked.status, checked.stderr]).toEqual([4, expect.stringMatching(/studio check --mend/)])
        for (const path of [lost, rotten])
          expect(checked.stderr).toContain(`${basename(path)} is not in the file store`)
        expect(existsSync(lost)).toBe(false)
        const notMia = await trial.run(['studio', 'check', '--mend', '--person', 'Ann'])
        expect([notMia.status, notMia.stderr]).toEqual([4, expect.stringMatching(/only admin may do that/)])
        const mended = await trial.administer(['check', '--mend'])
        expect([mended.status, mended.stderr]).toEqual([
          0,
          expect.stringMatching(/2 of 2 files that were missing are back/),
        ])
        await isSound(trial, 3)
        expect((await trial.administer(['audit'])).stderr).toMatch(/Mia {2}mend {2}2 missing files {2}done/)
      },
      limitMs,
    )
  },
)
