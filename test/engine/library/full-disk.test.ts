import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { Downloader } from '../../../src/engine/remote/download.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { newFolder } from '../../support/folders.ts'
import { newRig, scale } from '../queue/support/rig.ts'
import { raw, scriptedServer } from '../remote/support/server.ts'

it('a result for which the disk has no room is told of, waits, and comes home by itself when there is some (I12, I7)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  let isFull = true
  let fetches = 0
  watchPoints((point, side) => {
    if (point === 'download' && side === 'before') fetches += 1
    if (isFull && point === 'result sync' && side === 'before')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  onTestFinished(() => watchPoints(null))
  rig.engine.driver.start()
  const id = await rig.orderPicture()
  const waiting = await rig.until(id, () => (rig.engine.store.receipts.get(id)?.owed[0]?.fullTimes ?? 0) >= 3)
  expect(waiting.owed).toMatchObject([
    { triedTimes: 0, reason: expect.stringMatching(/full.*nothing more.*by itself/) },
  ])
  expect(waiting.next?.words).toContain('space')
  expect(rig.engine.status().notice).toBeNull()
  expect(fetches).toBeLessThan(6)
  isFull = false
  expect(await rig.ended(id)).toMatchObject({ state: 'completed', owed: [] })
})

it('a file that cannot fit is not fetched at all (I12)', async () => {
  const folder = newFolder()
  const { bavail, bsize } = statfsSync(folder)
  const sizeBytes = bavail * bsize
  const server = await scriptedServer(raw(200, 'bytes', { 'content-length': String(sizeBytes) }))
  const downloader = new Downloader(async () => server.url)
  onTestFinished(() => downloader.close())
  const fetching = downloader.fetchTo(`${server.url}/1`, join(folder, 'file'), Number.MAX_SAFE_INTEGER)
  await expect(fetching).rejects.toMatchObject({ name: 'NoRoomError', code: 'ENOSPC', needsBytes: sizeBytes })
})
