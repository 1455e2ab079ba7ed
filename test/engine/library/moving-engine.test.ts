import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/engine/engine.ts'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { newFolder } from '../../support/folders.ts'
import { chargesOf, hashOnDisk, newRig, type Rig, scale } from '../queue/support/rig.ts'

describe('a whole engine whose library moves', () => {
  let practice: Client
  let rig: Rig
  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    rig = await newRig(practice)
    await rig.engine.key.load()
    rig.engine.driver.start()
  })

  const resultOf = async (id: string) => (await rig.ended(id)).assets[0] ?? { id: '', path: '', sha256: '' }
  const ordered = async (path: string): Promise<string> => {
    const quote = await rig.calls['quote.skill']({ skill: 'remove-bg', files: [path] })
    const [id = ''] = (await rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })).requestIds
    return id
  }

  it('an order whose picture lies in it is made all the same, once, and its result comes home to the new folder (I7)', async () => {
    const { engine, calls } = rig
    const made = await resultOf(await rig.orderPicture())
    const before = engine.place.folder
    await calls['queue.pause'](undefined)
    const id = await ordered(made.path)
    // Moved by hand: the path of the order leads nowhere.
    const disk = newFolder()
    renameSync(before, join(disk, 'Printroom'))
    await engine.libraryTasks.pointTo(disk)
    await engine.libraryTasks.settled()
    expect(existsSync(made.path)).toBe(false)
    await calls['queue.resume'](undefined)
    const result = await resultOf(id)
    expect(result.path.startsWith(join(disk, 'Printroom'))).toBe(true)
    expect(hashOnDisk(result.path)).toBe(result.sha256)
    expect(await chargesOf(practice, id)).toHaveLength(1)
    // What names the old path finds the picture: a form, a quote.
    const [looked] = await calls['files.inspect']({ files: [made.path] })
    expect(looked).toMatchObject({ problem: null, path: join(disk, 'Printroom', made.path.slice(before.length + 1)) })
    expect((await calls['quote.skill']({ skill: 'remove-bg', files: [made.path] })).problems).toEqual([])
    expect(await calls['skills.orderOf']({ id })).toMatchObject({
      skill: 'remove-bg',
      pictures: [{ source: looked?.path }],
    })
  })

  it('results that come home while it moves are all there at the end (I7)', async () => {
    const { engine } = rig
    const first = await resultOf(await rig.orderPicture())
    const disk = newFolder()
    const ids = await Promise.all([1, 2, 3].map((n) => rig.orderPicture(`a lighthouse, no. ${n}`)))
    await rig.until(ids[0] ?? '', ({ assets }) => assets.length > 0)
    await engine.libraryTasks.move(disk)
    const results = await Promise.all(ids.map(resultOf))
    await engine.libraryTasks.settled()
    for (const { id, sha256 } of [first, ...results]) {
      const { path } = await rig.calls['library.get']({ id })
      expect(path.startsWith(join(disk, 'Printroom'))).toBe(true)
      expect(hashOnDisk(path)).toBe(sha256)
    }
    expect((await rig.calls['library.placeNow'](undefined)).task?.words).toMatch(/^The library is in /)
  })

  it('a missing result comes again from the service, byte for byte, and nothing is charged for it', async () => {
    const ids = [await rig.orderPicture(), await rig.orderCutout()]
    const results = await Promise.all(ids.map(resultOf))
    for (const { path } of results) rmSync(path)
    expect((await rig.calls['library.get']({ id: results[0]?.id ?? '' })).present).toBe(false)
    await rig.calls['library.fetchAgain']({})
    await rig.engine.libraryTasks.settled()
    expect(rig.engine.libraryTasks.view().task?.words).toBe(
      'All 2 missing files came back, byte for byte. Nothing was charged.',
    )
    for (const { path, sha256 } of results) expect(hashOnDisk(path)).toBe(sha256)
    for (const id of ids) expect(await chargesOf(practice, id)).toHaveLength(1)
    expect(readdirSync(rig.engine.place.folder).filter((name) => name.startsWith('.'))).toEqual(['.printroom-library'])
  })

  it('results wait while its disk is not there, nothing is put at its mount point, and they come home with the disk (S4, I7)', async () => {
    const { engine } = rig
    const made = await resultOf(await rig.orderPicture())
    const { folder } = engine.place
    renameSync(folder, `${folder} pulled out`)
    mkdirSync(folder)
    const id = await rig.orderPicture('a lighthouse, the second')
    await toldAway(engine)
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
    renameSync(`${folder} pulled out`, folder)
    const result = await resultOf(id)
    for (const { path, sha256 } of [made, result]) expect(hashOnDisk(path)).toBe(sha256)
    expect(await chargesOf(practice, id)).toHaveLength(1)
  })
})

const toldAway = (engine: Engine): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!/is not there\. Connect its disk/.test(engine.status().notice ?? '')) return
      stop()
      resolve()
    }
    const stop = engine.listen('statusChanged', look)
    look()
  })
