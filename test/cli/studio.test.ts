import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder } from '../support/folders.ts'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { Trial } from '../support/studio/trial.ts'
import { eventsOf, printroom, resultOf } from '../support/terminal.ts'

describe.skipIf(noPostgres !== null)(
  noPostgres === null ? 'the terminal in a studio' : `the terminal in a studio (skipped: ${noPostgres})`,
  () => {
    let server: Server
    let trial: Trial
    beforeAll(async () => {
      server = await startPostgres()
      trial = await Trial.open(server, ['Ann', 'Ben'])
      await trial.work('one')
    })
    afterAll(async () => {
      await trial.close()
      await server.stop()
    })

    it('orders, waits and copies the results; the same command again orders nothing more (I2)', async () => {
      const pictures = await trial.pictures('Ann', 2)
      const out = newFolder()
      const ran = await trial.order('Ann', pictures, ['--wait', '--out', out, '--project', 'Harbour Days'])
      expect(ran.status, ran.stderr).toBe(0)
      const [command] = eventsOf(ran, 'command')
      expect(command).toMatchObject({ person: 'Ann', outcome: 'done' })
      const requests = eventsOf(ran, 'request')
      expect(
        requests.every(
          ({ person, worker, project }) => person === 'Ann' && worker === 'one' && project === 'Harbour Days',
        ),
      ).toBe(true)
      const results = resultOf(ran)
      expect(results.map(({ state, creditsUsed }) => [state, creditsUsed])).toEqual([
        ['completed', 2],
        ['completed', 2],
      ])
      expect(results.flatMap(({ assets }) => assets).every((path) => existsSync(path))).toBe(true)
      expect(readdirSync(out).filter((name) => !name.startsWith('.'))).toHaveLength(2)
      const again = await trial.order('Ann', pictures, ['--wait', '--command', String(command?.id)])
      expect(again.status, again.stderr).toBe(0)
      expect(again.stderr).toContain('was given before: nothing more is ordered')
      expect(resultOf(again).map(({ id }) => id)).toEqual(results.map(({ id }) => id))
      expect((await trial.charges()).size).toBe(2)
      const other = await trial.order('Ben', pictures, ['--command', String(command?.id)])
      expect([other.status, eventsOf(other, 'command')]).toEqual([4, []])
    })

    it('without --yes nothing is ordered, and above a budget the order is refused whole (status 3)', async () => {
      const pictures = await trial.pictures('Ben', 3)
      const unasked = await trial.run(['--json', 'skill', 'remove-bg', ...pictures, '--studio', '--person', 'Ben'])
      expect([unasked.status, eventsOf(unasked, 'command')]).toEqual([3, []])
      const set = await trial.administer(['budget', 'person', 'Ben', 'day', '5'])
      expect(eventsOf(set, 'budget')).toEqual([
        { event: 'budget', scope: 'person', name: 'Ben', perDay: 5, perOrder: null, spent: 0, reserved: 0 },
      ])
      const before = (await trial.charges()).size
      const ran = await trial.order('Ben', pictures, ['--wait'])
      expect(ran.status, ran.stderr).toBe(3)
      expect(eventsOf(ran, 'command')[0]).toMatchObject({ outcome: 'refused', code: 'cap' })
      expect(ran.stderr).toMatch(/Ben’s own budget is 5 credits in 24 hours.*Nothing was ordered or charged/)
      expect((await trial.charges()).size).toBe(before)
      const audit = await trial.administer(['audit'])
      expect(eventsOf(audit, 'command')[0]).toMatchObject({
        person: 'Ben',
        kind: 'order',
        what: '3 requests for 6 credits',
        outcome: { is: 'refused' },
      })
      expect((await trial.administer(['check'])).status).toBe(0)
    })

    it('shows who works and what there is, and takes nothing of somebody who was revoked', async () => {
      const status = await trial.administer(['status'])
      expect(eventsOf(status, 'worker')).toMatchObject([{ name: 'one', partitions: 16, reachesService: true }])
      await trial.administer(['people', 'set', 'Zoe', '--role', 'designer'])
      const people = await trial.administer(['people', 'revoke', 'Zoe'])
      expect(eventsOf(people, 'person').find(({ name }) => name === 'Zoe')).toMatchObject({ revoked: true })
      const ran = await trial.order('Zoe', await trial.pictures('Zoe', 1))
      expect(ran.status).toBe(4)
      expect(ran.stderr).toContain('Zoe may not act in this studio any more')
    })

    it('above a person’s limit an order waits for a lead, who approves it by its number; others and the person may not (I2)', async () => {
      const before = (await trial.charges()).size
      await trial.administer(['people', 'set', 'Dora', '--role', 'designer', '--limit', '3'])
      const listed = await trial.administer(['people'])
      expect(eventsOf(listed, 'person').find(({ name }) => name === 'Dora')).toMatchObject({ limit: 3 })
      const ordered = await trial.order('Dora', await trial.pictures('Dora', 2), ['--wait'])
      expect(ordered.status, ordered.stderr).toBe(3)
      const number = String(eventsOf(ordered, 'command')[0]?.id)
      const ids = resultOf(ordered).map(({ id }) => String(id))
      const list = await trial.run(['--json', 'queue', 'list', '--studio'])
      expect(eventsOf(list, 'request').filter(({ person }) => person === 'Dora')).toMatchObject(
        ids.map((id) => ({ id, state: 'needs-decision', person: 'Dora' })),
      )
      expect(list.stderr).toContain(
        `queue decide ${ids[0]?.slice(0, 8)} accept-price --studio: Approve and send (2 credits)`,
      )
      const own = await answer(['decide', ids[0] ?? '', 'accept-price'], 'Dora')
      expect([own.status, own.stderr]).toEqual([
        4,
        expect.stringContaining('a lead or an administrator has to approve it'),
      ])
      const dear = await answer(['decide', number, 'accept-price'], 'Mia', ['--max-credits', '3'])
      expect([dear.status, dear.stderr]).toEqual([3, expect.stringContaining('costs 4 credits, above --max-credits 3')])
      const wrong = await answer(['decide', ids[0] ?? '', 'send-again'], 'Mia')
      expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('The choices are accept-price, leave.')])
      expect((await trial.charges()).size).toBe(before)
      const approved = await answer(['decide', number, 'accept-price'], 'Mia', ['--wait'])
      expect(approved.status, approved.stderr).toBe(0)
      expect(resultOf(approved).map(({ state }) => state)).toEqual(['completed', 'completed'])
      expect((await trial.charges()).size).toBe(before + 2)
      const audit = await trial.administer(['audit'])
      expect(eventsOf(audit, 'command')[0]).toMatchObject({ person: 'Mia', kind: 'decide', outcome: { is: 'done' } })
      expect((await trial.administer(['check'])).status).toBe(0)
    }, 240_000)

    it('takes out what waits, with one outcome for one number, and says what cannot be taken out any more (I2)', async () => {
      const before = (await trial.charges()).size
      const ordered = await trial.order('Dora', await trial.pictures('Dora', 3), ['--wait'])
      const [first, second, done] = resultOf(ordered).map(({ id }) => String(id))
      const number = '7d0b1c52-1111-4222-8333-944455566677'
      const words = ['decide', first?.slice(0, 10) ?? '', 'leave']
      const left = await answer(words, 'Dora', ['--command', number])
      expect([left.status, resultOf(left)[0]?.state], left.stderr).toEqual([0, 'cancelled'])
      const again = await answer(words, 'Dora', ['--command', number])
      expect([again.status, resultOf(again)[0]?.id], again.stderr).toEqual([0, first])
      const other = await answer(['decide', second ?? '', 'leave'], 'Ann', ['--command', number])
      expect([other.status, other.stderr]).toEqual([4, expect.stringContaining('is somebody else’s')])
      const asked = await answer(['cancel', second ?? ''], 'Dora')
      expect([asked.status, asked.stderr]).toEqual([4, expect.stringContaining('decide it with “leave”')])
      await answer(['decide', done ?? '', 'accept-price'], 'Mia', ['--wait'])
      const late = await answer(['cancel', done ?? ''], 'Dora')
      expect([late.status, late.stderr]).toEqual([4, expect.stringContaining('cannot be taken out any more')])
      expect((await trial.charges()).size).toBe(before + 1)
      const cases: [string[], RegExp][] = [
        [['queue', 'pause', '--studio'], /--studio does not go with “queue pause”/],
        [['queue', 'cancel', 'none', '--studio', '--person', 'Ann'], /There is no request of this studio/],
        [['queue', 'cancel', '--studio', '--person', 'Ann'], /With --studio, queue needs list/],
        [
          ['studio', 'people', 'set', 'Dora', '--role', 'designer', '--limit', 'much', '--person', 'Mia'],
          /--limit takes/,
        ],
        [['--service', 'practice', 'queue', 'list', '--studio'], /--service does not go with --studio/],
      ]
      for (const [bad, says] of cases) {
        const ran = await trial.run(bad)
        expect([bad, ran.status, ran.stderr]).toEqual([bad, 2, expect.stringMatching(says)])
      }
    }, 240_000)

    const answer = (words: string[], person: string, more: string[] = []) =>
      trial.run(['--json', 'queue', ...words, '--studio', '--person', person, ...more])

    it('says each bad input in one sentence', async () => {
      const cases: [string[], number, RegExp][] = [
        [['studio'], 2, /studio needs one of init, serve/],
        [['studio', 'init', '--service', 'https://service.test'], 2, /needs --files DIR/],
        [['studio', 'budget', 'person', 'Ann'], 2, /studio budget takes/],
        [['studio', 'budget', 'studio', 'day', '1e3'], 2, /A budget is a number of credits/],
        [
          ['studio', 'budget', 'person', 'Nobody', 'day', '5', '--person', 'Mia'],
          4,
          /Nobody in this studio is named Nobody/,
        ],
        [
          ['studio', 'budget', 'studio', 'day', '5000', '--person', 'Ann'],
          4,
          /Ann is a designer here, and only lead and admin/,
        ],
        [['studio', 'people', 'set', 'Dan', '--person', 'Mia'], 2, /needs --role with one of/],
        [['studio', 'people', 'revoke', 'Mia', '--person', 'Mia'], 4, /You cannot revoke yourself/],
        [['studio', 'status', 'x'], 2, /takes no “x”/],
        [['studio', 'status', '--db', 'mysql://x/y'], 4, /has an address such as postgres:/],
        [['studio', 'status', '--db', 'postgres://nobody@127.0.0.1:1/none'], 4, /does not answer/],
        [['--service', 'practice', 'generate', '--prompt', 'x', '--studio'], 2, /--service does not go with --studio/],
      ]
      for (const [words, status, says] of cases) {
        const ran = await trial.run(words)
        expect([words, ran.status, ran.stderr]).toEqual([words, status, expect.stringMatching(says)])
        expect(ran.stderr.trim().split('\n'), ran.stderr).toHaveLength(1)
      }
      const nameless = await printroom(['studio', 'status'])
      expect([nameless.status, nameless.stderr]).toEqual([2, expect.stringContaining('Set PRINTROOM_STUDIO')])
      const nobody = await trial.order('Nobody', await trial.pictures('Ann', 1))
      expect([nobody.status, nobody.stderr]).toEqual([
        4,
        expect.stringContaining('Nobody in this studio is named Nobody'),
      ])
      const numberless = await trial.order('Ann', await trial.pictures('Ann', 1), ['--command', 'seven'])
      expect([numberless.status, numberless.stderr]).toEqual([2, expect.stringContaining('--command takes the number')])
    }, 240_000)

    it('a home that a worker uses is driven by nobody else', async () => {
      const home = join(newFolder(), 'home')
      const worker = await trial.work('two', home)
      const own = await trial.run(['--service', trial.log.url, 'receipts', 'list'], home)
      expect([own.status, own.stderr]).toEqual([4, expect.stringContaining('belongs to a worker of a studio')])
      const keyless = await trial.run(['studio', 'serve'])
      expect([keyless.status, keyless.stderr]).toEqual([4, expect.stringContaining('No order is taken.')])
      worker.child.kill('SIGTERM')
      expect(await worker.ended).toBe(0)
    })
  },
)
