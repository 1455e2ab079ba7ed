import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService
let at: EngineAt
let folder: string

beforeEach(async () => {
  folder = newFolder()
  strange = new StrangeService()
  await strange.open()
  strange.models = [
    { entry: { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }, charge: () => 8 },
  ]
  strange.skills.set(
    'cut',
    pictureSkill(3, () => 3, { edge: { type: 'string' } }),
  )
  at = await engineAt(strange.base, strange.key)
  at.engine.driver.start()
})

async function file(name: string, background = '#cc8833'): Promise<string> {
  const path = join(folder, name)
  const create = { width: 24, height: 16, channels: 3, background } as const
  writeFileSync(path, await sharp({ create }).png().toBuffer())
  return path
}

const quote = (files: string[], values = {}): Promise<QuoteView> =>
  at.calls['quote.skill']({ skill: 'cut', files, values })

async function made(files: string[]): Promise<string[]> {
  const ids = await at.approve(await quote(files))
  for (const id of ids) expect(await at.settled(id)).toMatchObject({ state: 'completed', owed: [] })
  return ids
}

describe('an order that was paid before', () => {
  it('is offered with its receipt and files, wherever the picture lies now; the rest has a price of its own', async () => {
    const first = await file('first.png')
    const [id = ''] = await made([first])
    const copy = join(folder, 'copy.png')
    copyFileSync(first, copy)
    const other = await file('other.png', '#336699')
    const view = await quote([copy, other])
    const assets = at.engine.store.assets.ofRequest(id).map((asset) => at.engine.pathOf(asset))
    expect(view.alreadyPaid).toEqual([{ source: copy, requestId: id, assets, credits: 3, isOpen: false }])
    expect(view).toMatchObject({ requests: 2, credits: 6, rest: { requests: 1, price: 'known', credits: 3 } })
  })

  it('is left out when that is asked for, at the price of the rest and no other (I2)', async () => {
    const [first, other] = [await file('first.png'), await file('other.png', '#336699')]
    await made([first])
    const { id: quoteId } = await quote([first, other])
    const approve = (credits: number) => at.calls['orders.approve']({ quoteId, credits, leaveOut: 'already-paid' })
    await expect(approve(6)).rejects.toThrow('not the one that was quoted')
    const { requestIds } = await approve(3)
    expect(requestIds).toHaveLength(1)
    await at.settled(requestIds[0] ?? '')
    const all = await quote([first, other])
    expect(all.rest).toMatchObject({ requests: 0, price: 'known', credits: 0, lines: [] })
    expect(await at.calls['orders.approve']({ quoteId: all.id, credits: 0, leaveOut: 'already-paid' })).toEqual({
      requestIds: [],
    })
    expect(strange.taken.size).toBe(2)
  })

  it('or waits, or is under way, is the same: it is named, and left out where that is asked for (S6, I2)', async () => {
    const [first, other] = [await file('first.png'), await file('other.png', '#336699')]
    at.engine.driver.pause(true)
    const [waits = ''] = await at.approve(await quote([first]))
    const offered = await quote([first, other])
    expect(offered.alreadyPaid).toEqual([{ source: first, requestId: waits, assets: [], credits: 3, isOpen: true }])
    const { requestIds } = await at.calls['orders.approve']({
      quoteId: offered.id,
      credits: 3,
      leaveOut: 'already-paid',
    })
    strange.silent = ({ path }) => path.startsWith('/pictures/')
    at.engine.driver.pause(false)
    await at.until(waits, ({ state }) => state === 'downloading')
    expect((await quote([first])).alreadyPaid).toMatchObject([{ requestId: waits, isOpen: true }])
    strange.speak()
    for (const id of [waits, ...requestIds]) await at.settled(id)
    expect((await quote([first])).alreadyPaid).toMatchObject([{ requestId: waits, isOpen: false }])
    expect(strange.taken.size).toBe(2)
  })

  it('and was taken out of the queue is none (S6)', async () => {
    const first = await file('first.png')
    at.engine.driver.pause(true)
    const [id = ''] = await at.approve(await quote([first]))
    await at.calls['requests.cancel']({ ids: [id] })
    expect((await quote([first])).alreadyPaid).toEqual([])
  })

  it('is ordered all the same when nothing is said', async () => {
    const first = await file('first.png')
    await made([first])
    await made([first])
    expect(strange.taken.size).toBe(2)
  })

  it('is none with other settings, for another file, or the same file twice in one batch', async () => {
    const first = await file('first.png')
    expect(await quote([first, first])).toMatchObject({ alreadyPaid: [], rest: null, credits: 6 })
    await made([first])
    expect((await quote([first], { edge: 'soft' })).alreadyPaid).toEqual([])
    expect((await quote([await file('other.png', '#336699')])).alreadyPaid).toEqual([])
  })

  it('twice in one order is named in the quote with the files that are too many, to be taken out (S6)', async () => {
    const [first, other] = [await file('first.png'), await file('other.png', '#336699')]
    const copy = join(folder, 'copy.png')
    copyFileSync(first, copy)
    const view = await quote([first, other, copy])
    expect(view.repeated?.sources).toEqual([copy])
    expect(view.repeated?.note).toBe('copy.png is the same picture as first.png. Each is ordered and paid for.')
    expect((await quote([first, other])).repeated).toBeNull()
  })

  it('is none once the file has changed in its place', async () => {
    const first = await file('first.png')
    await made([first])
    expect((await quote([first])).alreadyPaid).toHaveLength(1)
    await file('first.png', '#112233')
    expect((await quote([first])).alreadyPaid).toEqual([])
  })

  it.each([
    ['deleted', (path: string) => rmSync(path)],
    ['moved to the trash', (_: string, id: string) => at.engine.store.assets.markTrashed([id], Date.now())],
  ])('is none when its file was %s (I7)', async (_, lose) => {
    const first = await file('first.png')
    const [id = ''] = await made([first])
    const [asset] = at.engine.store.assets.ofRequest(id)
    if (asset) lose(at.engine.pathOf(asset), asset.id)
    expect((await quote([first])).alreadyPaid).toEqual([])
  })

  it('is found for words alone, too', async () => {
    const picture = (prompt: string) => at.calls['quote.generation']({ prompt, modelId: 'm' })
    const [id = ''] = await at.approve(await picture('a fox'))
    await at.settled(id)
    expect((await picture('a fox')).alreadyPaid).toMatchObject([{ source: null, requestId: id, credits: 8 }])
    expect((await picture('a hare')).alreadyPaid).toEqual([])
  })

  it('is not one of another service in the same home', async () => {
    const first = await file('first.png')
    await made([first])
    const other = new StrangeService()
    await other.open()
    other.skills = strange.skills
    const there = await engineAt(other.base, other.key, { home: at.home })
    expect((await there.calls['quote.skill']({ skill: 'cut', files: [first] })).alreadyPaid).toEqual([])
  })

  it('is found again after the database was lost (I8)', async () => {
    const first = await file('first.png')
    const [id = ''] = await made([first])
    const { database } = at.engine.store.paths
    await at.close()
    for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true })
    const again = await engineAt(strange.base, strange.key, { home: at.home })
    const view = await again.calls['quote.skill']({ skill: 'cut', files: [first] })
    expect(view.alreadyPaid).toMatchObject([{ requestId: id }])
  })
})

describe('what a quote says beforehand', () => {
  it('names the daily limit of runs, without enforcing it (O131, A24)', async () => {
    const first = await file('first.png')
    expect((await quote([first])).notes).toEqual([])
    const many = await quote(Array.from({ length: 1001 }, () => first))
    expect(many.notes.join(' ')).toMatch(/1000 runs of cut a day.*0 of the last 24 hours and these are 1001 more/)
    expect(many.problems).toEqual([])
  })

  it('says that a folder was cut off', async () => {
    const first = await file('first.png')
    for (let n = 0; n < 5000; n += 1) writeFileSync(join(folder, `x${n}.png`), '')
    const files = (await at.engine.inspector.openOut([folder])).slice(0, 1)
    expect(files).toEqual([first])
    expect((await quote(files)).notes.join(' ')).toContain('only the first 5000')
    expect((await quote([join(newFolder(), 'a.png')])).notes.join(' ')).not.toContain('5000')
    rmSync(join(folder, 'x1.png'))
    await at.engine.inspector.openOut([folder])
    expect((await quote(files)).notes).toEqual([])
  })
})
