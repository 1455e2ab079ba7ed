import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { hasEnded, isReady, Trial } from '../support/studio/trial.ts'
import { eventsOf, resultOf } from '../support/terminal.ts'

const otherKey = `svc_sk_${'k'.repeat(32)}`
const limitMs = 120_000

describe.skipIf(noPostgres !== null)(
  noPostgres === null ? 'the key of a studio’s workers' : `the key of a studio’s workers (skipped: ${noPostgres})`,
  () => {
    let server: Server
    let trial: Trial
    beforeAll(async () => {
      server = await startPostgres()
      trial = await Trial.open(server, ['Ann'])
    }, 120_000)
    afterAll(async () => {
      await trial.close()
      await server.stop()
    })
    afterEach(async () => {
      for (const worker of trial.workers) worker.child.kill('SIGTERM')
      await Promise.all(trial.workers.map(({ ended }) => ended))
    })

    const refusal =
      /The worker (\w+) of this studio works under the key [\da-f]{4}, and this one holds the key [\da-f]{4}/

    it(
      'a worker with another key than those that live begins nothing, and names one of them and both keys (I4, S13)',
      async () => {
        const one = await trial.work('one')
        const other = await trial.begin('other', { key: otherKey })
        expect(await other.ended).toBe(4)
        expect(refusal.exec(other.stderr())?.[1], other.stderr()).toBe('one')
        expect(other.lines.filter(({ event }) => event === 'worker' || event === 'ready')).toEqual([])
        const status = await trial.administer(['status'])
        expect(eventsOf(status, 'worker')).toMatchObject([{ name: 'one', partitions: 16, key: expect.any(String) }])
        expect(one.lines.filter(({ event }) => event === 'worker')).toHaveLength(1)
      },
      limitMs,
    )

    it(
      'of two that start at once with two keys one works (I4, S13)',
      async () => {
        const both = await Promise.all([trial.begin('first'), trial.begin('second', { key: otherKey })])
        await trial.until(() => both.some(isReady) && both.some(hasEnded))
        expect(both.filter(isReady)).toHaveLength(1)
        const refused = both.find(hasEnded)
        expect([await refused?.ended, refused?.stderr()]).toEqual([4, expect.stringMatching(refusal)])
      },
      limitMs,
    )

    it(
      'what was ordered under a key that no worker holds any more is asked for, in words that a designer can act on (I4)',
      async () => {
        const one = await trial.work('one')
        await trial.administer(['people', 'set', 'Ann', '--role', 'designer', '--limit', '1'])
        const ordered = await trial.order('Ann', await trial.pictures('Ann', 1), ['--wait'])
        const [id = ''] = resultOf(ordered).map((one) => String(one.id))
        one.child.kill('SIGTERM')
        await one.ended
        const other = await trial.begin('other', { key: otherKey })
        await trial.until(() => isReady(other))
        const approved = await trial.run([
          '--json',
          '--yes',
          'queue',
          'decide',
          id,
          'accept-price',
          '--studio',
          '--person',
          'Mia',
          '--wait',
        ])
        expect(approved.status, approved.stderr).toBe(3)
        expect(approved.stderr).toMatch(
          /ordered under another key.*Have an administrator set that key \([\da-f]{4}\) again at all workers of the studio, then check again/,
        )
        expect(approved.stderr).not.toContain('Set that key again')
      },
      limitMs,
    )

    it(
      'a worker that is told to end, and one that cannot begin, say nothing of anything that went wrong',
      async () => {
        const one = await trial.work('one')
        const keyless = await trial.run(['studio', 'serve'])
        const ends = await trial.begin('ends', { key: otherKey })
        await ends.ended
        one.child.kill('SIGTERM')
        expect(await one.ended).toBe(0)
        const said = [one.stderr(), keyless.stderr, ends.stderr()]
        expect(said.filter((words) => /went wrong|EBADF/.test(words))).toEqual([])
        expect([keyless.status, keyless.stderr.trim().split('\n')]).toEqual([4, [expect.stringContaining('No order')]])
      },
      limitMs,
    )
  },
)
