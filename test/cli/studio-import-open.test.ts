import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importSteps } from '../../src/engine/studio/import-open.ts'
import { newFolder } from '../support/folders.ts'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { Trial } from '../support/studio/trial.ts'
import { eventsOf, resultOf } from '../support/terminal.ts'

const path = '/api/skills/remove-bg/run'

describe.skipIf(noPostgres !== null)(
  noPostgres === null ? 'what is open in a home that joins a studio' : `open requests (skipped: ${noPostgres})`,
  () => {
    let server: Server
    let trial: Trial
    beforeAll(async () => {
      server = await startPostgres()
      trial = await Trial.open(server, ['Ann', 'Ben', 'Cleo', 'Dora'])
      await trial.work('one')
    }, 120_000)
    afterAll(async () => {
      await trial.close()
      await server.stop()
    })

    const newHome = () => join(newFolder(), 'home')
    const alone = (home: string, words: string[]) =>
      trial.run(['--json', '--service', trial.log.url, ...words], home, trial.remote.key)
    const bring = (home: string, person: string, key: string | null = trial.remote.key) =>
      trial.run(['--json', 'studio', 'import', '--person', person], home, key)
    const importedBy = async (home: string, person: string, key?: string | null) =>
      eventsOf(await bring(home, person, key), 'imported')[0] as {
        taken: string[]
        known: number
        left: { id: string; why: string }[]
        command: string
      }
    const decide = (name: string, person: string) =>
      trial.run(['--json', '--yes', 'queue', 'decide', name, 'send-again', '--studio', '--person', person, '--wait'])
    const postsOf = (ids: readonly string[]) => trial.log.posts.filter(({ id }) => ids.includes(id)).length
    const phasesOf = async (ids: readonly string[]) =>
      (
        await trial.database.rows<{ phase: string }>('SELECT phase FROM requests WHERE id = ANY ($1::uuid[])', [ids])
      ).map(({ phase }) => phase)

    async function queued(home: string, named: string, count: number, more: string[] = []): Promise<string[]> {
      await alone(home, ['queue', 'pause'])
      const ran = await alone(home, ['--yes', 'skill', 'remove-bg', ...(await trial.pictures(named, count)), ...more])
      return resultOf(ran).map(({ id }) => String(id))
    }

    async function areSound(ids: readonly string[]): Promise<void> {
      const charges = await trial.charges()
      expect(ids.map((id) => charges.get(id))).toEqual(ids.map(() => 1))
      expect(trial.log.wrongs()).toEqual([])
      const checked = await trial.administer(['check'])
      expect(checked.status, checked.stderr).toBe(0)
    }

    it('is looked up first and never sent first: what was sent is found, of the rest a person says so (I1, I2, I3, A6)', async () => {
      const home = newHome()
      await trial.remote.client.faults({ match: { method: 'POST', path }, fault: 'lost-after', times: 1 })
      const lost = await alone(home, ['--yes', 'skill', 'remove-bg', ...(await trial.pictures('Ann', 1))])
      const [doubt = ''] = resultOf(lost).map(({ id }) => String(id))
      const waiting = await queued(home, 'Ann', 2)
      const all = [doubt, ...waiting]
      const before = postsOf(all)
      const keyless = await bring(home, 'Ann', null)
      expect(keyless.status).toBe(4)
      expect(eventsOf(keyless, 'imported')[0]).toMatchObject({ taken: [], left: [{}, {}, {}] })
      expect(keyless.stderr).toContain('No key is set in this home')
      const { taken, left, command } = await importedBy(home, 'Ann')
      expect([taken.toSorted(), left]).toEqual([all.toSorted(), []])
      await trial.until(async () =>
        (await phasesOf(all)).every((phase) => phase === 'completed' || phase === 'needs-decision'),
      )
      expect(postsOf(all)).toBe(before)
      expect((await phasesOf(waiting)).every((phase) => phase === 'needs-decision')).toBe(true)
      const list = await trial.run(['--json', 'queue', 'list', '--studio'])
      expect(list.stderr).toContain('came into the studio from a home of one computer')
      const sent = await decide(command, 'Ann')
      expect(sent.status, sent.stderr).toBe(0)
      expect(await phasesOf(all)).toEqual(all.map(() => 'completed'))
      // The home does nothing more for them, and says whose they are.
      await alone(home, ['queue', 'resume'])
      const resumed = await alone(home, ['--yes', 'resume', '--wait'])
      expect(resumed.status, resumed.stderr).toBe(0)
      const receipts = await alone(home, ['receipts', 'list'])
      expect(eventsOf(receipts, 'request').map(({ state }) => state)).toEqual(all.map(() => 'handed-over'))
      expect(await importedBy(home, 'Ann')).toMatchObject({ taken: [], left: [], known: 3 })
      await areSound(all)
    }, 240_000)

    it('stays with its home where it does not fit, each with a sentence: a budget, a limit, a file that is gone (I10)', async () => {
      const home = newHome()
      await trial.administer(['budget', 'project', 'Small', 'day', '2'])
      const small = await queued(home, 'Ben', 2, ['--project', 'Small'])
      const first = await importedBy(home, 'Ben')
      expect(first.taken).toHaveLength(1)
      expect(first.left).toMatchObject([
        { why: expect.stringMatching(/The budget of the project Small is 2 credits in 24 hours/) },
      ])
      await trial.administer(['people', 'set', 'Ben', '--role', 'designer', '--limit', '1'])
      await trial.administer(['budget', 'project', 'Small', 'day', 'none'])
      const limited = await importedBy(home, 'Ben')
      expect(limited).toMatchObject({
        taken: [],
        left: [{ why: expect.stringMatching(/may order for 1 credit at most alone.*Have a lead import it/) }],
      })
      await trial.administer(['people', 'set', 'Ben', '--role', 'designer', '--limit', 'none'])
      const last = await importedBy(home, 'Ben')
      expect(last.taken).toEqual(small.filter((id) => !first.taken.includes(id)))
      const [gone = ''] = await trial.pictures('Gone', 1)
      await alone(home, ['--yes', 'skill', 'remove-bg', gone])
      writeFileSync(gone, 'another')
      const missing = await importedBy(home, 'Ben')
      expect(missing).toMatchObject({ taken: [], left: [{ why: expect.stringContaining('not where it was') }] })
      for (const command of [first.command, last.command]) expect((await decide(command, 'Ben')).status).toBe(0)
      await areSound(small)
    }, 240_000)

    it('is not taken from a home that somebody drives, nor where it was ordered under another key', async () => {
      const home = newHome()
      const [id = ''] = await queued(home, 'Cleo', 1)
      const driver = trial.drive(home)
      await driver.begun
      const refused = await bring(home, 'Cleo')
      expect(refused.status).toBe(4)
      expect(refused.stderr).toContain('Another program drives this home')
      driver.end()
      await driver.ended
      const other = await importedBy(
        home,
        'Cleo',
        `${trial.remote.key.slice(0, -1)}${trial.remote.key.endsWith('a') ? 'b' : 'a'}`,
      )
      expect(other.left).toMatchObject([{ id, why: expect.stringContaining('under another key') }])
      expect((await importedBy(home, 'Cleo')).taken).toEqual([id])
    }, 120_000)

    it('an import that is killed at any of its steps and begun again takes each exactly once (I1, I2, I3, I7)', async () => {
      const probed = newHome()
      const probe = await queued(probed, 'Probing', 1)
      const whole = await trial.importKilledAt(probed, 'Ann', null)
      expect(whole?.taken).toEqual(probe)
      // Between its steps, and in the middle of what it writes at home and keeps as files.
      const places = [...importSteps, 'before journal write', 'before source rename']
      expect(whole?.points).toEqual(expect.arrayContaining(places))
      const home = newHome()
      // One that is given away is brought by the next import before that comes to its own place.
      const all = await queued(home, 'Doras', places.length + 1)
      for (const place of places)
        expect([place, await trial.importKilledAt(home, 'Dora', place)]).toEqual([place, null])
      expect((await trial.importKilledAt(home, 'Dora', null))?.left).toEqual([])
      await trial.until(async () => (await phasesOf(all)).every((phase) => phase === 'needs-decision'))
      expect(postsOf(all)).toBe(0)
      const commands = await trial.database.rows<{ command: string }>(
        'SELECT DISTINCT command FROM requests WHERE id = ANY ($1::uuid[])',
        [all],
      )
      for (const { command } of commands) expect((await decide(command, 'Dora')).status).toBe(0)
      expect(await phasesOf(all)).toEqual(all.map(() => 'completed'))
      await areSound(all)
    }, 240_000)

    it('what its home goes on with after an import that was killed comes in as it stands then (I1, I2)', async () => {
      const home = newHome()
      const [id = ''] = await queued(home, 'Ann', 1)
      expect(await trial.importKilledAt(home, 'Ann', 'arriving')).toBeNull()
      // Nobody in the studio touches it: the home has not given it away.
      await alone(home, ['queue', 'resume'])
      const sent = await alone(home, ['--yes', 'resume', '--wait'])
      expect(sent.status, sent.stderr).toBe(0)
      expect(eventsOf(await bring(home, 'Ann'), 'imported')[0]).toMatchObject({ requests: 1, results: 1, left: [] })
      expect(await phasesOf([id])).toEqual(['completed'])
      await areSound([id])
    }, 120_000)
  },
)
