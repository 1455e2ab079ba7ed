import { beforeEach, describe, expect, it } from 'vitest'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { cutoutUnderAnotherKey } from './support/in-doubt.ts'
import { chargesOf, hashOnDisk, newRig, postsOf, type Rig, scale } from './support/rig.ts'

describe('trouble of this computer', () => {
  let practice: Client
  let rig: Rig

  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    rig = await newRig(practice)
  })

  it('an observer that fails after an accepted POST does not make it go out again (A6, I3, I5)', async () => {
    const { keyValues } = rig.engine.store
    const setNote = keyValues.setNote.bind(keyValues)
    // The balance that came with the acceptance cannot be written: the disk is full just then.
    keyValues.setNote = (key, value) => {
      if (key.startsWith('balance:')) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      setNote(key, value)
    }
    rig.engine.driver.start()
    for (const id of [await rig.orderPicture(), await rig.orderCutout()]) {
      expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
      expect(await postsOf(practice, id)).toHaveLength(1)
    }
  })

  it('a listener that throws stops neither the request nor the others (I7)', async () => {
    rig.engine.listen('requestChanged', () => {
      throw new Error('a window that has gone')
    })
    rig.engine.listen('statusChanged', () => {
      throw new Error('a window that has gone')
    })
    rig.engine.driver.start()
    const ids = [await rig.orderPicture(), await rig.orderPicture()]
    for (const id of ids) {
      expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
      expect(await postsOf(practice, id)).toHaveLength(1)
    }
  })
})

describe('another key', () => {
  it('does not send a Skill again that the first key may have paid for; with the first it is found (O117, A35, I3, I4)', async () => {
    const practice = await startPractice({ timeScale: scale })
    const rig = await newRig(practice)
    const id = await cutoutUnderAnotherKey(practice, rig)
    const asked = await rig.until(id, (view) => view.decision !== null)
    expect(asked.decision).toMatchObject({ kind: 'key', mayHaveCharged: true })
    rig.engine.key.hold(practice.key(0), 'environment')
    await rig.calls['requests.decide']({ id, choice: 'look-again' })
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    expect(await postsOf(practice, id)).toHaveLength(1)
    expect(await chargesOf(practice, id)).toHaveLength(1)
  })

  it('of the same account finds a generation that the first one ordered, and brings it home (O50)', async () => {
    const practice = await startPractice({ timeScale: scale })
    const rig = await newRig(practice)
    await practice.faults({ match: { path: '/api/generate/v2' }, times: 1, fault: 'lost-after' })
    rig.engine.driver.start()
    const id = await rig.orderPicture()
    await rig.until(id, (view) => view.state === 'uncertain')
    rig.engine.key.hold(practice.key(1), 'environment')
    const over = await rig.until(id, (view) => view.decision !== null || view.state === 'completed')
    expect(over).toMatchObject({ state: 'completed', decision: null })
    expect(await postsOf(practice, id)).toHaveLength(1)
  })

  it('does not carry an order that was approved under the first one (I4)', async () => {
    const practice = await startPractice({ timeScale: scale })
    const rig = await newRig(practice)
    const id = await rig.orderPicture()
    rig.engine.key.hold(practice.key(1), 'environment')
    rig.engine.driver.start()
    const asked = await rig.until(id, (view) => view.decision !== null)
    expect(asked.decision).toMatchObject({ kind: 'key', mayHaveCharged: false })
    expect(await postsOf(practice, id)).toEqual([])
  })
})

describe('a result that cannot be fetched', () => {
  it('is owed with its reason, the request is over, and it comes home when it can (I7, A14, O14)', async () => {
    const practice = await startPractice({ timeScale: 500 })
    const rig = await newRig(practice, { timeScale: 500 })
    await practice.faults({ match: { path: '/media/*' }, fault: 'media-gone' })
    rig.engine.driver.start()
    const id = await rig.orderPicture()
    const over = await rig.until(id, (view) => view.state === 'completed')
    expect(over.assets).toEqual([])
    expect(over.owed[0]?.reason).toContain('410')
    expect(over.error).toContain('paid for')
    await practice.faults()
    const home = await rig.until(id, (view) => view.assets.length > 0)
    expect(home).toMatchObject({ state: 'completed', owed: [], error: null })
    expect(hashOnDisk(home.assets[0]?.path ?? '')).toBe(home.assets[0]?.sha256)
    expect(await chargesOf(practice, id)).toHaveLength(1)
  })

  it('comes home through a line that breaks and files that are cut or no pictures (I7)', async () => {
    const practice = await startPractice({ timeScale: 500 })
    const rig = await newRig(practice, { timeScale: 500 })
    await practice.faults(
      { match: { path: '/media/*' }, fault: 'lost-after', times: 1 },
      { match: { path: '/media/*' }, fault: 'cut', times: 1 },
      { match: { path: '/media/*' }, fault: 'wrong-type', times: 1 },
    )
    rig.engine.driver.start()
    const view = await rig.ended(await rig.orderPicture())
    expect(view).toMatchObject({ state: 'completed', owed: [] })
    expect(view.assets.map((asset) => hashOnDisk(asset.path))).toEqual(view.assets.map((asset) => asset.sha256))
  })
})
