import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { Trial } from '../support/studio/trial.ts'
import { eventsOf, resultOf } from '../support/terminal.ts'

const limitMs = 120_000

describe.skipIf(noPostgres !== null)(
  noPostgres === null ? 'people of a studio and their answers' : `people of a studio (skipped: ${noPostgres})`,
  () => {
    let server: Server
    let trial: Trial
    beforeAll(async () => {
      server = await startPostgres()
      trial = await Trial.open(server, ['Ann'])
      await trial.work('one')
    }, 120_000)
    afterAll(async () => {
      await trial.close()
      await server.stop()
    })

    const by = (person: string, words: string[]) => trial.run(['--json', ...words, '--person', person])
    const namesIn = async () => eventsOf(await trial.administer(['people']), 'person').map(({ name }) => name)

    it('nobody takes the last administrator’s role away, and where there is none any more the owner names one (S12)', async () => {
      const last = /last administrator.*Nothing was changed/
      const demoted = await by('Mia', ['studio', 'people', 'set', 'Mia', '--role', 'designer'])
      expect([demoted.status, demoted.stderr]).toEqual([4, expect.stringMatching(last)])
      await by('Mia', ['studio', 'people', 'set', 'Lea', '--role', 'admin'])
      expect((await by('Lea', ['studio', 'people', 'set', 'Mia', '--role', 'designer'])).status).toBe(0)
      const second = await by('Lea', ['studio', 'people', 'set', 'Lea', '--role', 'lead'])
      expect([second.status, second.stderr]).toEqual([4, expect.stringMatching(last)])
      expect((await by('Lea', ['studio', 'people', 'set', 'Mia', '--role', 'admin'])).status).toBe(0)
    })

    it('a name is the same however it is typed, and none that looks like another one’s', async () => {
      const before = await namesIn()
      for (const odd of [' ', '\u202eAnn', 'An\u200bn', 'A\tnn']) {
        const ran = await by('Mia', ['studio', 'people', 'set', odd, '--role', 'designer'])
        expect([odd, ran.status, ran.stderr]).toEqual([odd, 2, expect.stringContaining('has 1 to 100 characters')])
      }
      await by('Mia', ['studio', 'people', 'set', ' Zoe\u0308 ', '--role', 'designer'])
      await by('Mia', ['studio', 'people', 'set', 'Zo\u00eb', '--role', 'lead'])
      await by('Mia', ['studio', 'people', 'set', 'Ann ', '--role', 'designer'])
      expect((await namesIn()).filter((name) => !before.includes(name))).toEqual(['Zo\u00eb'])
      // Who was let in under such a name before acts under it all the same, and can be revoked.
      await trial.database.rows(`INSERT INTO people (id, name, role) VALUES (gen_random_uuid(), 'Kim ', 'lead')`)
      expect((await by('Kim ', ['studio', 'budget', 'studio', 'day', '5000'])).status).toBe(0)
      expect((await by('Kim', ['studio', 'budget', 'person', 'Zoe\u0308', 'day', '50'])).status).toBe(0)
      expect((await by('Mia', ['studio', 'people', 'revoke', 'Kim '])).status).toBe(0)
      expect((await by('Kim ', ['studio', 'budget', 'studio', 'day', 'none'])).status).toBe(4)
    })

    it(
      '“queue list” takes a name as --help says; one sentence for the same outcome of many answers, with their count',
      async () => {
        await by('Mia', ['studio', 'people', 'set', 'Dora', '--role', 'designer', '--limit', '3'])
        const ordered = await trial.order('Dora', await trial.pictures('Dora', 6), ['--wait'])
        const number = String(eventsOf(ordered, 'command')[0]?.id)
        const listed = await by('Dora', ['queue', 'list', '--studio'])
        expect([listed.status, eventsOf(listed, 'request').length], listed.stderr).toEqual([0, 6])
        const nobody = await by('Dra', ['queue', 'list', '--studio'])
        expect([nobody.status, nobody.stderr]).toEqual([4, expect.stringContaining('named Dra')])
        const refused = await by('Dora', ['queue', 'decide', number, 'accept-price', '--studio'])
        expect(refused.status).toBe(4)
        expect(refused.stderr.match(/has to approve it/g)).toHaveLength(1)
        expect(refused.stderr).toMatch(/^6 ×: .*has to approve it/m)
        expect(eventsOf(refused, 'command')).toHaveLength(6)
        const left = await by('Mia', ['queue', 'decide', number, 'leave', '--studio'])
        expect([left.status, left.stderr], left.stderr).toEqual([0, expect.stringMatching(/^6 ×: Done\.$/m)])
      },
      limitMs,
    )

    it(
      '--command of an order or an answer says so where another one is named beside it, and does nothing else (I2)',
      async () => {
        const pictures = await trial.pictures('Ann', 2)
        const ordered = await trial.order('Ann', pictures.slice(0, 1), ['--wait'])
        const number = String(eventsOf(ordered, 'command')[0]?.id)
        const charged = (await trial.charges()).size
        const again = await trial.order('Ann', pictures.slice(0, 1), ['--command', number])
        expect([again.status, again.stderr]).toEqual([0, expect.not.stringContaining('another order')])
        const others: string[][] = [
          [...pictures.slice(1)],
          [...pictures],
          [...pictures.slice(0, 1), '--project', 'Spring'],
        ]
        for (const words of others) {
          const other = await trial.order('Ann', words, ['--command', number])
          expect([other.status, other.stderr], words.join()).toEqual([
            0,
            expect.stringMatching(/It was another order than this one.*nothing of this one was ordered/),
          ])
          expect(resultOf(other).map(({ id }) => id)).toEqual(resultOf(ordered).map(({ id }) => id))
        }
        // What stands in the way of ordering it now is nothing to what became of it.
        const dear = await trial.order('Ann', pictures.slice(0, 1), ['--command', number, '--max-credits', '0'])
        expect([dear.status, resultOf(dear)[0]?.state], dear.stderr).toEqual([0, 'completed'])
        expect((await trial.charges()).size).toBe(charged)
        const asking = await trial.order('Dora', await trial.pictures('Dora', 2), ['--wait'])
        const [one = '', two = ''] = resultOf(asking).map(({ id }) => String(id))
        const left = await by('Dora', ['queue', 'decide', one, 'leave', '--studio'])
        const answer = String(eventsOf(left, 'command')[0]?.id)
        const told = (words: string[]) => by('Dora', ['queue', ...words, '--studio', '--command', answer])
        expect((await told(['decide', one.slice(0, 8), 'leave'])).stderr).not.toContain('not what is named now')
        for (const words of [
          ['decide', two, 'leave'],
          ['decide', one, 'accept-price'],
          ['cancel', one],
        ])
          expect((await told(words)).stderr).toContain(`“queue decide ${one.slice(0, 8)} leave”, not what is named now`)
        expect(resultOf(await told(['decide', one, 'leave'])).map(({ id }) => id)).toEqual([one])
      },
      limitMs,
    )
  },
)
