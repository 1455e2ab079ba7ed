import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TouchUpStroke } from '../../../src/domain/touch-up/stroke.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { exportItems } from '../../../src/engine/library/export.ts'
import type { Asset } from '../../../src/engine/store/assets.ts'
import { restoreBackup } from '../../../src/engine/store/restore.ts'
import { openStore, type Store } from '../../../src/engine/store/store.ts'
import { disc } from '../../practice/support/images.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { receiptOf } from '../../support/receipts.ts'
import { databaseIn } from '../store/support/open.ts'
import { addFile } from './support/moving-home.ts'

const [width, height] = [120, 90]
const service = 'https://service.test'
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const keep: TouchUpStroke = { mode: 'keep', radius: 6, hardness: 1, points: [3, 3] }
const erase: TouchUpStroke = { mode: 'erase', radius: 10, hardness: 1, points: [60, 45, 70, 45] }

interface Desk extends EngineAt {
  engine: Engine
  parent: Asset
  photograph: string
}

/** A home with one charged cutout, and the photograph that it was made from. */
async function deskWithCutout(): Promise<Desk> {
  const at = await engineAt(service, 'a key')
  const { engine } = at
  const folder = newFolder()
  const photograph = join(folder, 'jolla.png')
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  mkdirSync(folder, { recursive: true })
  writeFileSync(photograph, bytes)
  const source = { path: photograph, name: 'jolla.png', sha256: sha256(bytes), sizeBytes: bytes.length }
  const id = '0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01'
  const cut = await sharp(await disc(width, height))
    .ensureAlpha()
    .png()
    .toBuffer()
  const alpha = await sharp(cut).raw().toBuffer()
  for (let n = 0; n < width * height; n += 1) if (n % width < 40) alpha.fill(0, 4 * n, 4 * n + 4)
  const file = await sharp(alpha, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  const receipt = receiptOf({
    id,
    phase: 'completed',
    order: { kind: 'skill', skill: 'remove-bg', fields: {}, pictures: [{ field: 'image', source }] },
    creditsUsed: 3,
    settled: true,
    assets: [{ assetId: `${id}.0.0`, jobIndex: 0, outputIndex: 0, sha256: sha256(file) }],
  })
  engine.store.receipts.save([{ after: receipt, timeline: [] }])
  engine.store.projects.file([id], 'Autumn', Date.now())
  const parent = addFile(
    engine.store,
    engine.place.folder,
    1,
    {
      id: `${id}.0.0`,
      requestId: id,
      origin: service,
      name: 'jolla-cutout.png',
      width,
      height,
      hasAlpha: true,
      kind: 'skill',
      skill: 'remove-bg',
      modelName: null,
      title: 'jolla.png',
    },
    file,
  )
  return { ...at, parent, photograph }
}

const creditsOf = ({ engine }: Desk, id: string): unknown => {
  const [first, second] = engine.store.lists.open({ sort: 'price' }, 10).items
  return [first, second].findIndex((item) => item?.asset.id === id)
}

describe('a cutout that is touched up', () => {
  it('becomes a new picture at no cost, and the paid one stays byte for byte (L16, TU7)', async () => {
    const desk = await deskWithCutout()
    const { engine, calls, parent } = desk
    const before = readFileSync(engine.pathOf(parent))
    const receipt = engine.store.receipts.get(parent.requestId)
    expect(await calls['library.startTouchUp']({ id: parent.id })).toEqual({
      keptFrom: 'source',
      source: `printroom://source/${parent.requestId}/full`,
      why: null,
    })
    const item = await calls['library.touchUp']({ id: parent.id, strokes: [keep, erase], keptFrom: 'source' })
    expect(item).toMatchObject({
      name: 'jolla-cutout-touch-up.png',
      parentId: parent.id,
      hasAlpha: true,
      present: true,
    })
    expect([item.width, item.height, item.skill, item.title]).toEqual([width, height, 'remove-bg', 'jolla.png'])
    expect(readFileSync(engine.pathOf(parent))).toEqual(before)
    expect(engine.store.assets.get(parent.id)).toEqual(parent)
    expect(engine.store.receipts.get(parent.requestId)).toEqual(receipt)
    const pixels = await sharp(readFileSync(item.path)).raw().toBuffer()
    expect([...pixels.subarray(4 * (3 * width + 3), 4 * (3 * width + 3) + 4)]).toEqual([0x33, 0x66, 0x99, 255])
    expect(pixels[4 * (45 * width + 65) + 3]).toBe(0)
    // No result of the request, no charge, and nothing of it left in the cache.
    expect(engine.store.assets.ofRequest(parent.requestId).map(({ id }) => id)).toEqual([parent.id])
    expect(creditsOf(desk, item.id)).toBe(1)
    expect(readdirSync(join(engine.options.folders.cache, 'touch-ups'))).toEqual([])
  })

  it('is not painted where its strokes would take minutes, in words (W1)', async () => {
    const { engine, calls, parent } = await deskWithCutout()
    const large = { create: { width: 400, height: 300, channels: 4 as const, background: '#33669980' } }
    writeFileSync(engine.pathOf(parent), await sharp(large).png().toBuffer())
    const points = Array.from({ length: 20_000 }, (_, at) => (at % 4) * 10)
    const strokes = Array.from({ length: 10 }, () => ({ ...keep, radius: 2000, points }))
    await expect(calls['library.touchUp']({ id: parent.id, strokes, keptFrom: 'own' })).rejects.toThrow(
      /not saved: So many wide strokes cannot be painted at once: take the last ones back and save.*nothing was charged/,
    )
  })

  it('has no charge of its own when the charge of its request is told later (TU7)', async () => {
    const desk = await deskWithCutout()
    const { engine, parent } = desk
    const made = await engine.touchUps.save(parent.id, [keep], 'own')
    const receipt = engine.store.receipts.get(parent.requestId)
    if (receipt === null) throw new Error('no receipt')
    engine.store.receipts.save([{ after: { ...receipt, revision: 2, creditsUsed: 9 }, timeline: [] }])
    expect(creditsOf(desk, made.id)).toBe(1)
    expect(creditsOf(desk, parent.id)).toBe(0)
  })

  it('is found, filed, marked, exported and touched up again as any other (TU8)', async () => {
    const { engine, parent } = await deskWithCutout()
    const made = await engine.touchUps.save(parent.id, [keep], 'source')
    const again = await engine.touchUps.save(made.id, [erase], 'source')
    const twin = await engine.touchUps.save(made.id, [erase], 'source')
    expect([again, twin].map(({ name }) => name)).toEqual([
      'jolla-cutout-touch-up-2.png',
      'jolla-cutout-touch-up-3.png',
    ])
    expect(again.parentId).toBe(made.id)
    expect(twin.sha256).toBe(again.sha256)
    const list = (filter: object): string[] => engine.store.lists.open(filter, 10).items.map(({ asset }) => asset.id)
    expect(list({ search: 'touch' })).toEqual([twin.id, again.id, made.id])
    expect(list({ project: 'Autumn' })).toHaveLength(4)
    expect(list({ skill: 'remove-bg', cutout: true })).toHaveLength(4)
    engine.store.organise.mark(engine.store.organise.seqsOf([made.id]), { rating: 5, flag: 'pick' })
    expect(list({ rating: 5, flag: 'pick' })).toEqual([made.id])
    const folder = newFolder()
    mkdirSync(folder, { recursive: true })
    const items = engine.store.organise.itemsOf(engine.store.organise.seqsOf([made.id]))
    const wish = { template: '{title}', sidecar: true, mark: true, picture: null }
    expect(await exportItems(engine, items, folder, wish)).toMatchObject({ count: 1, missed: 0 })
    const sidecar = JSON.parse(
      readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.json')) ?? ''), 'utf8'),
    )
    expect(sidecar).toMatchObject({ madeFrom: parent.id, receipt: { id: parent.requestId } })
  })

  it('says what its strokes take their colours from, and why where that is not the photograph (TU9)', async () => {
    const { engine, parent, photograph } = await deskWithCutout()
    const why = async () => (await engine.touchUps.start(parent.id)).why
    const was = readFileSync(photograph)
    writeFileSync(photograph, await disc(30, 30))
    expect(await why()).toBe('changed')
    await expect(engine.touchUps.save(parent.id, [keep], 'source')).rejects.toThrow(/no longer there/)
    rmSync(photograph)
    expect(await why()).toBe('gone')
    writeFileSync(photograph, was)
    expect(await why()).toBeNull()
    expect(engine.store.lists.open({}, 10).items).toHaveLength(1)
    await expect(engine.touchUps.save('nobody', [keep], 'own')).rejects.toThrow(/no such file/)
  })

  it('leaves nothing behind where it could not be saved, and says that nothing was charged (TU7)', async () => {
    const { engine, parent } = await deskWithCutout()
    const nothing: TouchUpStroke = { ...erase, points: [3, 3] }
    await expect(engine.touchUps.save(parent.id, [nothing], 'own')).rejects.toThrow(
      /not saved: The strokes change nothing.*nothing was charged/,
    )
    expect(existsSync(join(engine.options.folders.cache, 'touch-ups'))).toBe(false)
    expect(engine.store.lists.open({}, 10).items).toHaveLength(1)
  })
})

describe('a picture that no receipt names', () => {
  /** Closed, with what was touched up before and after a backup. */
  async function backedUp(): Promise<{ folder: string; backup: string; before: Asset; after: Asset }> {
    const { engine, parent, close } = await deskWithCutout()
    const before = await engine.touchUps.save(parent.id, [keep], 'own')
    const backup = (await engine.store.backups.make(Date.now())) ?? ''
    const after = await engine.touchUps.save(parent.id, [erase], 'own')
    engine.store.organise.mark(engine.store.organise.seqsOf([after.id]), { rating: 4 })
    const folder = engine.options.folders.data
    await close()
    return { folder, backup, before, after }
  }
  const opened = async (opening: Promise<Store>): Promise<Store> => {
    const store = await opening
    onTestFinished(() => store.close())
    return store
  }
  const ratingOf = (store: Store, id: string): number[] =>
    store.organise.itemsOf(store.organise.seqsOf([id])).map(({ rating }) => rating)

  it('is here again after a backup was put back, also where it was made since (TU10)', async () => {
    const { folder, backup, before, after } = await backedUp()
    const store = await opened(restoreBackup(folder, backup))
    expect(store.assets.get(before.id)).toMatchObject({ parentId: before.parentId, sha256: before.sha256 })
    expect(store.assets.get(after.id)).toMatchObject({ parentId: after.parentId, sha256: after.sha256 })
    expect(ratingOf(store, after.id)).toEqual([4])
  })

  it('is read back from a damaged database (TU10)', async () => {
    const { folder, before, after } = await backedUp()
    const path = databaseIn(folder)
    const db = new Database(path)
    const page = Number(db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'assets_by_size'").pluck().get())
    const size = Number(db.pragma('page_size', { simple: true }))
    db.close()
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0, (page - 1) * size, page * size))
    const store = await opened(openStore(folder))
    expect(readdirSync(folder).some((name) => name.includes('.set-aside-'))).toBe(true)
    for (const each of [before, after]) expect(store.assets.get(each.id)?.sha256).toBe(each.sha256)
    expect(ratingOf(store, after.id)).toEqual([4])
  })
})
