import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../support/folders.ts'
import { BlockingLine } from '../support/studio/blocking-line.ts'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { Trial } from '../support/studio/trial.ts'
import { eventsOf, type Ran, resultOf } from '../support/terminal.ts'

const limitMs = 180_000
const uuid = /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/

/** A person who reads no line of it but the last one knows all the same. @returns the command's number */
function isTold({ status, stderr, stdout }: Ran): string {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  const number = uuid.exec(last)?.[0] ?? ''
  expect([status, last], stderr).toEqual([5, expect.stringMatching(/may stand|stands/)])
  expect(last).toContain('may be charged as agreed')
  expect(last).toContain(`--command ${number}`)
  // It was told before it was sent, too.
  expect(stderr.slice(0, -last.length)).toContain(number)
  expect(stdout).toContain(`{"event":"sending","command":"${number}"`)
  expect(stdout).toContain(`{"event":"unknown","command":"${number}"`)
  return number
}

describe.skipIf(noPostgres !== null)(
  noPostgres === null ? 'what was sent to a studio that goes away' : `what was sent (skipped: ${noPostgres})`,
  () => {
    let server: Server
    let trial: Trial
    beforeAll(async () => {
      server = await startPostgres()
      trial = await Trial.open(server, ['Ann', 'Ben', 'Dora'])
    }, 120_000)
    afterAll(async () => {
      await trial.close()
      await server.stop()
    })

    let isAway = false
    const dies = async (): Promise<void> => {
      isAway = true
      await server.kill()
    }
    const lives = async (): Promise<void> => {
      await server.start()
      isAway = false
    }
    afterEach(async () => {
      if (isAway) await lives()
      for (const { name } of trial.workers) await ended(name)
    })

    const ordered = (person: string, pictures: readonly string[], ...more: string[]) => [
      '--json',
      '--yes',
      'skill',
      'remove-bg',
      ...pictures,
      '--studio',
      '--person',
      person,
      ...more,
    ]
    const answered = (...words: string[]) => ['--json', '--yes', 'queue', ...words, '--studio', '--person', 'Dora']
    const waits = (count: number) =>
      trial.until(
        async () => (await trial.database.rows('SELECT id FROM commands WHERE done_at IS NULL')).length === count,
      )
    const ended = async (name: string): Promise<void> => {
      const worker = trial.workers.find((one) => one.name === name && one.child.exitCode === null)
      worker?.child.kill('SIGTERM')
      await worker?.ended
    }
    async function lineTo(): Promise<{ line: BlockingLine; address: string }> {
      const line = await BlockingLine.open(server.port)
      onTestFinished(() => line.close())
      const url = new URL(trial.address)
      url.port = String(line.port)
      return { line, address: url.href }
    }

    it(
      'an order whose database dies before a worker took it: its number, that it may be charged, and how to ask; asked, it is ordered once (I1, I2, S11)',
      async () => {
        const pictures = await trial.pictures('Ann', 2)
        const charged = (await trial.charges()).size
        const { ran } = trial.inFrontOf(ordered('Ann', pictures))
        await waits(1)
        await dies()
        const number = isTold(await ran)
        // Whoever asks while it is still away must not take that for an answer.
        const away = await trial.run(ordered('Ann', pictures, '--command', number))
        expect([away.status, away.stderr]).toEqual([
          5,
          expect.stringContaining(`${number} was not learned: it may stand`),
        ])
        await lives()
        await trial.work('one')
        const again = await trial.run(ordered('Ann', pictures, '--command', number, '--wait'))
        expect([again.status, resultOf(again).map(({ state }) => state)], again.stderr).toEqual([
          0,
          ['completed', 'completed'],
        ])
        expect((await trial.charges()).size).toBe(charged + 2)
      },
      limitMs,
    )

    it(
      'with --wait a database that goes away is waited for, which is said once, before and after a worker took the order (I2, S11)',
      async () => {
        const { ran, says } = trial.inFrontOf(ordered('Ben', await trial.pictures('Ben', 2), '--wait'))
        await waits(1)
        await dies()
        await says('It is waited for.')
        await lives()
        await says('The database answers again.')
        // Results are late, so that somebody waits for them.
        await trial.remote.client.faults({
          match: { path: '/api/skills/remove-bg/run' },
          fault: 'slow',
          delayMs: 1500,
          times: 2,
        })
        await trial.work('one')
        await says('The studio has taken it, as command')
        await dies()
        await says('It is waited for.', 2)
        await lives()
        const done = await ran
        expect([done.status, resultOf(done).map(({ state }) => state)], done.stderr).toEqual([
          0,
          ['completed', 'completed'],
        ])
        expect(done.stderr.match(/It is waited for\./g)).toHaveLength(2)
        expect(done.stderr.match(/The database answers again\./g)).toHaveLength(2)
      },
      limitMs,
    )

    it(
      'Ctrl-C while the database is away tells the same, at once (I2, S11)',
      async () => {
        const { ran, says, stop } = trial.inFrontOf(ordered('Ann', await trial.pictures('Ann', 1), '--wait'))
        await waits(1)
        await dies()
        await says('It is waited for.')
        stop()
        isTold(await ran)
        await lives()
        await trial.work('one')
        await waits(0)
      },
      limitMs,
    )

    it(
      'an order whose own answer is lost is sent again under its number, and stands once (I2)',
      async () => {
        await trial.work('one')
        const { line, address } = await lineTo()
        const cut = line.cut({ text: 'INSERT INTO commands', when: 'after' })
        const { ran } = trial.inFrontOf(ordered('Ben', await trial.pictures('Ben', 1), '--wait'), address)
        await cut
        const done = await ran
        expect(done.status, done.stderr).toBe(0)
        const number = String(eventsOf(done, 'command')[0]?.id)
        expect(eventsOf(done, 'sending')).toEqual([{ event: 'sending', command: number, person: 'Ben' }])
        const rows = await trial.database.rows('SELECT id FROM requests WHERE command = $1', [number])
        expect(rows).toHaveLength(1)
      },
      limitMs,
    )

    it(
      'a cancellation and a decision are told in the same way, and are carried out once (I2, S11)',
      async () => {
        await trial.work('one')
        await trial.administer(['people', 'set', 'Dora', '--role', 'designer', '--limit', '1'])
        const asking = await trial.run(ordered('Dora', await trial.pictures('Dora', 2), '--wait'))
        const [first = '', second = ''] = resultOf(asking).map(({ id }) => String(id))
        await ended('one')
        for (const [n, words] of [
          ['decide', first, 'leave'],
          ['decide', second, 'leave'],
        ].entries()) {
          const { ran, says, stop } = trial.inFrontOf(answered(...words, ...(n === 0 ? [] : ['--wait'])))
          await waits(n + 1)
          await dies()
          if (n === 1) {
            await says('It is waited for.')
            stop()
          }
          const number = isTold(await ran)
          await lives()
          if (n === 0) continue
          await trial.work('one')
          const again = await trial.run(answered(...words, '--command', number))
          expect([again.status, resultOf(again)[0]?.state], again.stderr).toEqual([0, 'cancelled'])
          await ended('one')
        }
      },
      limitMs,
    )

    it(
      'an import that is broken off says what may have come, and comes to its end when it is made again (I1, S11)',
      async () => {
        await trial.work('one')
        const home = join(newFolder(), 'home')
        const { key } = trial.remote
        const alone = (words: string[]) => trial.run(['--json', '--service', trial.log.url, ...words], home, key)
        await alone(['queue', 'pause'])
        await alone(['--yes', 'skill', 'remove-bg', ...(await trial.pictures('Ann', 2))])
        const { line, address } = await lineTo()
        const cut = line.cut({ text: 'INSERT INTO requests', when: 'after' })
        const words = ['--json', 'studio', 'import', '--person', 'Ann']
        const { ran } = trial.inFrontOf(words, address, home, key)
        await cut
        const { status, stderr, stdout } = await ran
        const last = stderr.trim().split('\n').at(-1) ?? ''
        expect([status, last], stderr).toEqual([5, expect.stringMatching(/may be charged as agreed.*Import again/)])
        expect(stdout).toContain(`{"event":"sending","command":"${uuid.exec(last)?.[0]}"`)
        const again = await trial.run(words, home, key)
        expect(again.status, again.stderr).toBe(0)
        expect(eventsOf(again, 'imported')[0]).toMatchObject({ left: [], missing: [] })
      },
      limitMs,
    )
  },
)
