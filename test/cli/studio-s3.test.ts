import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesUnder } from '../support/files-under.ts'
import { newFolder } from '../support/folders.ts'
import { S3Server } from '../support/s3/server.ts'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { Trial } from '../support/studio/trial.ts'
import { eventsOf, printroom, type Ran } from '../support/terminal.ts'

const limitMs = 120_000

describe.skipIf(noPostgres !== null)(
  noPostgres === null ? 'a studio with S3 storage' : `a studio with S3 storage (skipped: ${noPostgres})`,
  () => {
    let server: Server
    let s3: S3Server
    let trial: Trial
    beforeAll(async () => {
      server = await startPostgres()
      s3 = await S3Server.open()
      const storage = { files: `s3://${s3.bucket}/studio`, environment: s3.environment }
      trial = await Trial.open(server, ['Ann'], 10, storage)
      await trial.work('one')
    }, limitMs)
    afterAll(async () => {
      await trial.close()
      await s3.close()
      await server.stop()
    })

    const init = async (files: string, changes: Record<string, string>, owner?: string): Promise<Ran> =>
      printroom(
        [
          '--home',
          newFolder(),
          '--json',
          '--service',
          trial.remote.url,
          'studio',
          'init',
          '--files',
          files,
          '--person',
          'Mia',
        ],
        { env: { PRINTROOM_STUDIO: owner ?? (await server.newDatabase()), ...s3.environment, ...changes } },
      )

    it(
      'orders, copies the results out, and is whole by its own check; no secret stands anywhere (I1, I7)',
      async () => {
        const out = newFolder()
        const home = newFolder()
        const pictures = await trial.pictures('Ann', 2)
        const words = [
          '--json',
          '--yes',
          'skill',
          'remove-bg',
          ...pictures,
          '--studio',
          '--person',
          'Ann',
          '--wait',
          '--out',
          out,
        ]
        const ran = await trial.run(words, home)
        expect(ran.status, ran.stderr).toBe(0)
        expect(readdirSync(out)).toHaveLength(2)
        const assets = eventsOf(ran, 'asset')
        expect(assets.map(({ path }) => String(path).slice(0, 19))).toEqual([
          's3://harbour/studio',
          's3://harbour/studio',
        ])
        const copies = readdirSync(out).map((name) => readFileSync(join(out, name)).toString('base64'))
        const kept = assets.map(({ path }) =>
          s3.objects.get(String(path).slice('s3://harbour/'.length))?.toString('base64'),
        )
        expect(new Set(copies)).toEqual(new Set(kept))
        const checked = await trial.administer(['check'])
        expect([checked.status, checked.lines.at(-1)], checked.stderr).toEqual([
          0,
          { event: 'checked', requests: 2, results: 2, wrongs: 0 },
        ])
        expect(s3.asked.some(({ method, key }) => method === 'DELETE' && key.includes('printroom-probe-'))).toBe(true)
        expect([...s3.objects.keys()].filter((key) => key.includes('probe'))).toEqual([])
        const tables = [
          'studio',
          'commands',
          'requests',
          'events',
          'steps',
          'workers',
          'blobs',
          'assets',
          'people',
          'budgets',
        ]
        const rows = await Promise.all(tables.map((table) => trial.database.rows(`SELECT * FROM ${table}`)))
        const { home: workerHome, lines, stderr } = trial.workers[0] ?? { home: '', lines: [], stderr: () => '' }
        const audit = await trial.administer(['audit'])
        const said = JSON.stringify([rows, lines, stderr(), ran, checked, audit])
        for (const secret of [s3.keys.secretAccessKey, s3.keys.accessKeyId]) {
          expect(said).not.toContain(secret)
          for (const file of [...filesUnder(workerHome), ...filesUnder(home)])
            expect(readFileSync(file).includes(secret), file).toBe(false)
        }
      },
      limitMs,
    )

    it(
      'check says which result is wrong, and a storage that cannot be written',
      async () => {
        const ran = await trial.order('Ann', await trial.pictures('Anna', 1), ['--wait'])
        expect(ran.status, ran.stderr).toBe(0)
        const key = String(eventsOf(ran, 'asset')[0]?.path).slice('s3://harbour/'.length)
        const whole = s3.objects.get(key) ?? Buffer.alloc(0)
        s3.objects.set(key, Buffer.from('rot'))
        const wrong = await trial.administer(['check'])
        expect([wrong.status, wrong.stderr]).toEqual([
          4,
          expect.stringMatching(/its result [0-9a-f]{64} is not in the file store, or not whole/),
        ])
        s3.objects.set(key, whole)
        s3.fail({ method: 'PUT', how: 'forbidden', times: 1 })
        const unwritten = await trial.administer(['check'])
        expect([unwritten.status, unwritten.stderr]).toEqual([
          4,
          expect.stringMatching(/may not do that.*Allow it GetObject/),
        ])
        expect((await trial.administer(['check'])).status).toBe(0)
      },
      limitMs,
    )

    it(
      'is not begun where its files cannot be written or are another studio’s: no table is made',
      async () => {
        const owner = await server.newDatabase()
        const closed = await init('s3://elsewhere/studio', {}, owner)
        expect([closed.status, closed.stderr]).toEqual([4, expect.stringMatching(/There is no bucket elsewhere/)])
        const taken = await init('s3://harbour/studio', {}, owner)
        expect([taken.status, taken.stderr]).toEqual([4, expect.stringMatching(/files of another studio.*--files/)])
        const keyless = await init('s3://harbour/new', { AWS_SECRET_ACCESS_KEY: '' }, owner)
        expect([keyless.status, keyless.stderr]).toEqual([4, expect.stringMatching(/has no key to them/)])
        const status = await printroom(['--home', newFolder(), 'studio', 'status'], {
          env: { PRINTROOM_STUDIO: owner },
        })
        expect([status.status, status.stderr]).toEqual([4, expect.stringMatching(/holds no studio/)])
        const begun = await init('s3://harbour/new/', {}, owner)
        expect([begun.status, begun.lines[0]]).toEqual([0, expect.objectContaining({ files: 's3://harbour/new' })])
        expect(begun.stderr).toMatch(/needs the key to the storage too/)
        // Who asks only of the database needs no key to the files.
        expect(
          (await printroom(['--home', newFolder(), 'studio', 'status'], { env: { PRINTROOM_STUDIO: owner } })).status,
        ).toBe(0)
      },
      limitMs,
    )

    it(
      'a worker or an order with the key to other storage is refused, and nothing is ordered',
      async () => {
        const other = await S3Server.open()
        try {
          const words = [
            '--yes',
            'skill',
            'remove-bg',
            ...(await trial.pictures('Annabel', 1)),
            '--studio',
            '--person',
            'Ann',
          ]
          const env = { PRINTROOM_STUDIO: trial.address, PRINTROOM_TIME_SCALE: '10', ...other.environment }
          const before = await trial.database.rows('SELECT id FROM commands')
          const ordered = await printroom(['--home', newFolder(), ...words], { env })
          expect([ordered.status, ordered.stderr]).toEqual([4, expect.stringMatching(/its mark is missing/)])
          const key = { PRINTROOM_API_KEY: trial.remote.key, PRINTROOM_SERVICE: trial.log.url }
          const served = await printroom(['--home', newFolder(), 'studio', 'serve'], { env: { ...env, ...key } })
          expect([served.status, served.stderr]).toEqual([4, expect.stringMatching(/its mark is missing/)])
          expect(await trial.database.rows('SELECT id FROM commands')).toEqual(before)
          expect(other.objects.size).toBe(0)
        } finally {
          await other.close()
        }
      },
      limitMs,
    )
  },
)
