import { symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RequestView } from '../../../src/contract/views.ts'
import { pictureFile } from '../../../src/engine/api/picture-files.ts'
import { Remote } from '../../proof/support/remote.ts'
import { engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { imageWorkerEntry } from '../../support/image-worker.ts'
import { childrenNamed, forgetPeaksOfChildren, peakBytesOfChildren } from './support/children-memory.ts'
import { flat } from './support/pictures.ts'
import { useWorkshop } from './support/workshop.ts'

const shop = useWorkshop()
const count = 20
const worker = imageWorkerEntry

/** The large size, with real photographs and the cores' load: `npm run bench -- dropped-files`. */
describe.skipIf(process.platform !== 'linux')('many files dropped at once', () => {
  it('are seen, prepared and sent by no more workers than cores, in memory that does not grow', async () => {
    const remote = await Remote.open({ timeScale: 100_000 })
    onTestFinished(() => remote.close())
    // Slow enough that no look at the service grows old while a busy machine prepares.
    const at = await engineAt(remote.url, remote.key, {
      timeScale: 10,
      entries: { imageWorker: worker, practice: '' },
    })
    // Large enough that a bitmap left behind by each of them would be seen.
    const photo = await shop.write(
      'photo.jpg',
      await flat(4200, 1600).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    )
    const folder = join(newFolder(), 'dropped')
    await mkdir(folder)
    for (let n = 0; n < count; n += 1) symlinkSync(photo, join(folder, `${n}.jpg`))

    at.engine.driver.start()
    const files = await at.calls['files.inspect']({ files: [folder] })
    expect(
      files.filter(({ problem, width, height }) => problem === null && width === 1600 && height === 4200),
    ).toHaveLength(count)
    const seen = files.map(({ thumbnail }) => pictureFile(at.engine, thumbnail?.replace('printroom://', '') ?? ''))

    const prepared = new Set<string>()
    const halves = Promise.withResolvers<number>()
    let most = 0
    at.engine.listen('requestChanged', ({ id, state }) => {
      if (state === 'queued' || state === 'preparing' || prepared.has(id)) return
      prepared.add(id)
      most = Math.max(most, childrenNamed(worker).length)
      if (prepared.size !== count / 2) return
      halves.resolve(peakBytesOfChildren(worker))
      forgetPeaksOfChildren(worker)
    })
    const quote = await at.calls['quote.skill']({ skill: 'remove-bg', files: files.map(({ path }) => path) })
    const ids = await at.approve(quote)
    const first = await halves.promise
    // One after the other: each has its own patience, and the last of them waits for all.
    const ended: RequestView[] = []
    for (const id of ids) ended.push(await at.settled(id))
    const second = peakBytesOfChildren(worker)

    expect(ended.filter(({ state }) => state === 'completed')).toHaveLength(count)
    expect((await Promise.all(seen)).every((path) => path !== null)).toBe(true)
    const [receipt] = ids.map((id) => at.engine.store.receipts.get(id))
    expect(receipt?.preparation[0]).toMatchObject({ width: 1560, height: 4096, format: 'png' })
    expect(most).toBeLessThanOrEqual(availableParallelism())
    expect(first).toBeGreaterThan(0)
    expect(second, `${second} bytes at most after ${first}`).toBeLessThanOrEqual(first * 1.25)
  })
})
