import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/engine/studio/database.ts'
import { newFolder } from '../support/folders.ts'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { printroom, type Ran } from '../support/terminal.ts'

describe.skipIf(noPostgres !== null)(
  noPostgres === null
    ? 'the files of a studio that is begun'
    : `the files of a studio that is begun (skipped: ${noPostgres})`,
  () => {
    let server: Server
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())

    const init = (files: string, owner: string, service = 'https://service.test'): Promise<Ran> =>
      printroom(
        ['--home', newFolder(), '--json', '--service', service, 'studio', 'init', '--files', files, '--person', 'Mia'],
        { env: { PRINTROOM_STUDIO: owner } },
      )

    it('a mistyped path makes no folder, and a refusal leaves none behind (studio trial 14)', async () => {
      const parent = newFolder()
      const owner = await server.newDatabase()
      const mistyped = await init(join(parent, 'shrae', 'files'), owner)
      expect([mistyped.status, mistyped.stderr]).toEqual([
        4,
        expect.stringMatching(/There is no folder .*shrae.*--files/),
      ])
      expect(readdirSync(parent)).toEqual([])
      const away = await init(join(parent, 'files'), owner.replace(/@[^/]+/, '@127.0.0.1:1'))
      expect([away.status, away.stderr]).toEqual([4, expect.stringMatching(/does not answer/)])
      expect(readdirSync(parent)).toEqual([])
      expect((await init(join(parent, 'files'), owner)).status).toBe(0)
      expect(readdirSync(join(parent, 'files'))).toEqual(['printroom-studio'])
      const other = await init(join(parent, 'others'), owner)
      expect([other.status, other.stderr]).toEqual([4, expect.stringMatching(/holds the studio .* already/)])
      expect(readdirSync(parent)).toEqual(['files'])
    }, 60_000)

    it('again gives a share that is not mounted no mark: it would be taken for the one with the files (studio trial 1)', async () => {
      const files = join(newFolder(), 'files')
      const owner = await server.newDatabase()
      const begun = await init(files, owner)
      expect(begun.status).toBe(0)
      // What was begun and got no mark any more is still given one while nothing was put there.
      renameSync(files, `${files}.real`)
      mkdirSync(files)
      expect((await init(files, owner)).status).toBe(0)
      const database = Database.open(owner)
      await database.rows('INSERT INTO blobs (sha256, bytes) VALUES ($1, 1)', ['ab'.repeat(32)])
      await database.close()
      renameSync(files, `${files}.second`)
      mkdirSync(files)
      const unmounted = await init(files, owner)
      expect([unmounted.status, unmounted.stderr]).toEqual([4, expect.stringMatching(/its mark is missing/)])
      expect(readdirSync(files)).toEqual([])
    }, 60_000)
  },
)
