import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkHistory } from '../../../src/engine/studio/check-history.ts'
import { sendCommand } from '../../../src/engine/studio/commands.ts'
import { askToMend } from '../../../src/engine/studio/mend.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { takeOrder } from '../../../src/engine/studio/orders.ts'
import { personNamed } from '../../../src/engine/studio/people.ts'
import { readWorkers } from '../../../src/engine/studio/workers.ts'
import { filesUnder } from '../../support/files-under.ts'
import { newFolder } from '../../support/folders.ts'
import { anyOf, filesIn, newS3Server, openS3 } from '../../support/s3/open-s3.ts'
import { describeStudio, judged, newReceipts, orderCommand } from './support/studio.ts'
import { allCompleted, atelier, isSound, until } from './support/workers.ts'

const limitMs = 120_000

/** A share that is mounted over an empty folder. */
function newShare() {
  const folder = join(newFolder(), 'share')
  mkdirSync(folder)
  return {
    folder,
    away: () => {
      renameSync(folder, `${folder}.real`)
      mkdirSync(folder)
    },
    back: () => {
      rmdirSync(folder)
      renameSync(`${folder}.real`, folder)
    },
  }
}

/** What a worker says, in order. */
function newTold() {
  const told: string[] = []
  return { told, onTrouble: (words: string, isOver: boolean) => void told.push(`${isOver ? 'over: ' : ''}${words}`) }
}

describeStudio('workers whose share is not mounted any more', (server) => {
  it(
    'count no result as kept that lies under it, send nothing more, and say so once until it is over (studio trial 1, I1, I7)',
    async () => {
      const share = newShare()
      const at = await atelier(server(), openFileStore(share.folder))
      const { told, onTrouble } = newTold()
      await at.work('one', { onTrouble })
      expect((await at.order('Ann', 6)).outcome?.is).toBe('done')
      await at.until((all) => all.some(({ phase }) => phase === 'running' || phase === 'downloading'))
      share.away()
      const sentBefore = (await at.receipts()).filter(({ phase }) => phase !== 'approved').length
      await until(() => told.length > 0)
      // Longer than what is under way takes: what could be written under the share would be by now.
      await new Promise((resolve) => setTimeout(resolve, 6000))
      const now = await at.receipts()
      const kept = now.filter(({ phase }) => phase === 'completed').length
      expect(kept).toBeLessThan(6)
      expect(now.filter(({ phase }) => phase !== 'approved').length - sentBefore).toBeLessThanOrEqual(2)
      expect(readdirSync(share.folder)).toEqual([])
      expect(told).toHaveLength(1)
      expect(told[0]).toMatch(/its mark is missing/)
      share.back()
      await allCompleted(at, 6)
      await isSound(at, 6)
      await until(() => told.length > 1)
      expect(told).toEqual([told[0], `over: ${told[0]}`])
    },
    limitMs,
  )

  it(
    'refuse nothing of what waits: that a picture is gone is known only where the share is there (studio trial 2)',
    async () => {
      const share = newShare()
      const at = await atelier(server(), openFileStore(share.folder))
      const ordered = at.order('Ann', 3)
      await until(async () => (await at.database.rows('SELECT 1 FROM commands')).length > 0)
      const { told, onTrouble } = newTold()
      const sources = filesUnder(share.folder).filter((path) => !path.endsWith('printroom-studio'))
      await at.work('one', { onTrouble })
      share.away()
      expect((await ordered).outcome?.is).toBe('done')
      await until(() => told.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 2000))
      expect((await at.receipts()).map(({ phase }) => phase)).toEqual(['approved', 'approved', 'approved'])
      expect(told).toHaveLength(1)
      expect(told[0]).toMatch(/its mark is missing/)
      // One of them really is gone.
      rmSync(sources[0]?.replace(share.folder, `${share.folder}.real`) ?? '')
      share.back()
      const all = await at.until((receipts) =>
        receipts.every(({ phase }) => phase === 'completed' || phase === 'rejected'),
      )
      expect(all.map(({ phase }) => phase).toSorted()).toEqual(['completed', 'completed', 'rejected'])
      expect(all.find(({ phase }) => phase === 'rejected')?.error).toMatch(
        /no longer there\. Nothing was sent or charged/,
      )
    },
    limitMs,
  )
})

describeStudio('what cannot be taken in', (server) => {
  it(
    'holds up nobody: damaged rows and pictures that cannot be read are left out for a while, and told (studio trial 7)',
    async () => {
      const folder = newFolder()
      const at = await atelier(server(), openFileStore(folder))
      // Those of Ann come before all others, more of them than are taken at once.
      const command = await orderCommand(at.database, 'Ann', newReceipts(45, 1, { origin: at.remote.url }))
      await sendCommand(at.database, command)
      const taken = await takeOrder(at.database, command, { ...judged, service: at.remote.url }, randomUUID())
      expect(taken?.is).toBe('done')
      await at.database.rows(`UPDATE requests SET checksum = 'spoiled', place = '!' || place`)
      const ben = at.order('Ben', 2)
      await until(async () => (await at.database.rows(`SELECT 1 FROM commands WHERE done_at IS NULL`)).length > 0)
      const [stuck = ''] = filesUnder(folder).filter((path) => !path.endsWith('printroom-studio'))
      const { told, onTrouble } = newTold()
      renameSync(stuck, `${stuck}-away`)
      mkdirSync(stuck)
      await at.work('one', { onTrouble })
      expect((await ben).outcome?.is).toBe('done')
      const phases = async () =>
        (
          await at.database.rows<{ phase: string }>(
            `SELECT phase FROM requests WHERE checksum <> 'spoiled' ORDER BY phase`,
          )
        ).map(({ phase }) => phase)
      await until(async () => (await phases()).join() === 'approved,completed')
      await until(async () => ((await readWorkers(at.database))[0]?.troubles.length ?? 0) === 46)
      const said = (await readWorkers(at.database))[0]?.troubles ?? []
      expect(
        said.filter((words) => /cannot be taken up: .* fails its checksum\. It is tried again/.test(words)),
      ).toHaveLength(45)
      expect(said.filter((words) => /cannot be taken up: .* \(EISDIR\).*It is tried again/.test(words))).toHaveLength(1)
      expect(told.length).toBeLessThanOrEqual(2)
      expect(told[0]).toMatch(/cannot be taken up/)
      rmdirSync(stuck)
      renameSync(`${stuck}-away`, stuck)
      await until(async () => (await phases()).join() === 'completed,completed')
      await until(async () => ((await readWorkers(at.database))[0]?.troubles.length ?? 0) === 45)
    },
    limitMs,
  )

  it(
    'in S3 storage holds up nobody either: one picture that it does not give is left out, the next is sent (studio trial 7)',
    async () => {
      const s3 = await newS3Server()
      const at = await atelier(server(), openS3(s3))
      const ordered = at.order('Ann', 18)
      await until(async () => (await at.database.rows('SELECT 1 FROM commands')).length > 0)
      const refused = filesIn(s3).slice(0, 17)
      s3.fail({ method: 'GET', how: 'forbidden', times: 1e6, of: anyOf(refused) })
      await at.work('one')
      expect((await ordered).outcome?.is).toBe('done')
      await at.until((all) => all.filter(({ phase }) => phase === 'completed').length === 1)
      expect((await at.receipts()).filter(({ phase }) => phase === 'approved')).toHaveLength(17)
      s3.mend()
      await allCompleted(at, 18)
      await isSound(at, 18)
    },
    limitMs,
  )
})

describeStudio('results that the file store has lost', (server) => {
  it(
    'are put back by whichever worker has them at home, when an administrator asks; what nobody has stays owed (studio trial 1, I7)',
    async () => {
      const folder = newFolder()
      const at = await atelier(server(), openFileStore(folder))
      const homes = [newFolder(), newFolder()]
      const one = await at.work('one', { home: homes[0] ?? '' })
      await at.order('Ann', 2)
      await allCompleted(at, 2)
      await one.end()
      const two = await at.work('two', { home: homes[1] ?? '' })
      await at.order('Ben', 1)
      await allCompleted(at, 3)
      const [first = '', second = '', third = ''] = (
        await at.database.rows<{ sha256: string }>(
          'SELECT assets.sha256 FROM assets JOIN steps USING (request) GROUP BY 1 ORDER BY max(written_at)',
        )
      ).map(({ sha256 }) => sha256)
      rmSync(at.files.pathOf(first))
      writeFileSync(at.files.pathOf(second), 'rot')
      rmSync(at.files.pathOf(third))
      const { lost } = await checkHistory(at.database, at.files)
      expect(lost.toSorted()).toEqual([first, second, third].toSorted())
      const mia = await personNamed(at.database, 'Mia')
      await askToMend(at.database, mia?.id ?? '', lost)
      await until(() => at.files.has(third))
      const open = () => at.database.rows(`SELECT 1 FROM commands WHERE done_at IS NULL`)
      expect(await at.files.has(first)).toBe(false)
      expect(await open()).toHaveLength(1)
      // Others order meanwhile, and the worker that has the rest comes back.
      await at.order('Ben', 1)
      await allCompleted(at, 4)
      await at.work('one again', { home: homes[0] ?? '' })
      await until(async () => (await open()).length === 0)
      await isSound(at, 4)
      await two.end()
    },
    limitMs,
  )
})

describeStudio('a trouble of a worker', (server) => {
  it(
    'is said once until it is over: a database that can only be read for a while (studio trial 21)',
    async () => {
      const at = await atelier(server())
      const { told, onTrouble } = newTold()
      await at.work('one', { onTrouble })
      await at.order('Ann', 2)
      const name = new URL(at.address).pathname.slice(1)
      const cut = () =>
        at.database.rows(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        )
      await at.database.rows(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`)
      await cut()
      await until(() => told.some((words) => /can only be read/.test(words)))
      await new Promise((resolve) => setTimeout(resolve, 10_000))
      await at.database.rows(`SET default_transaction_read_only = off`)
      await at.database.rows(`ALTER DATABASE "${name}" SET default_transaction_read_only = off`)
      await cut()
      await allCompleted(at, 2)
      await until(() => told.some((words) => /^over: .*can only be read/.test(words)))
      expect(told.filter((words) => /^The database .* can only be read/.test(words))).toHaveLength(1)
      expect(told.filter((words) => /^over: .*can only be read/.test(words))).toHaveLength(1)
    },
    limitMs,
  )
})
