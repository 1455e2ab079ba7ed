import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ExportView } from '../../../src/contract/exports.ts'
import { type ExportPicture, usualExportPicture } from '../../../src/domain/export/choice.ts'
import type { ExportWish } from '../../../src/domain/export/wish.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { exportItems } from '../../../src/engine/library/export.ts'
import { unlessCalledOff } from '../../../src/engine/library/export-folders.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { markAsWatched, resultsMarkedIn } from '../../../src/engine/platform/folder-marks.ts'
import { engineAt } from '../../support/engine-at.ts'
import { eventually } from '../../support/eventually.ts'
import { newFolder } from '../../support/folders.ts'
import { addFile } from './support/moving-home.ts'

const wishOf = (picture: Partial<ExportPicture>, more: Partial<ExportWish> = {}): ExportWish => ({
  template: '{title}',
  sidecar: false,
  mark: false,
  picture: { ...usualExportPicture, ...picture },
  ...more,
})

/** Each of another grey, so that one can be told from the other. */
const grey = (n: number): Promise<Buffer> =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: { r: n * 20, g: n * 20, b: n * 20 } } })
    .png()
    .toBuffer()

async function filled(count: number) {
  const at = await engineAt('https://service.test', 'a key')
  for (let n = 1; n <= count; n += 1)
    addFile(
      at.engine.store,
      at.engine.place.folder,
      n,
      { title: 'A pear', origin: 'https://service.test', width: 120, height: 80 },
      await grey(n),
    )
  return { ...at, folder: newFolder() }
}

const items = (engine: Engine, count: number) =>
  engine.store.organise.itemsOf(Array.from({ length: count }, (_, n) => n + 1))

const greyOf = async (path: string): Promise<number> => {
  const [value = 0] = await sharp(await readFile(path))
    .raw()
    .toBuffer()
  return Math.round(value / 20)
}

const leftInCache = (engine: Engine): string[] => {
  const folder = join(engine.options.folders.cache, 'exports')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('exporting results as other pictures', () => {
  it('puts each with its sidecar where a long Chinese prompt, a number and a scale would be a name too long (W1)', async () => {
    const { engine, folder } = await filled(2)
    const title = '海边的老房子'.repeat(30)
    const long = items(engine, 2).map((item) => ({ ...item, asset: { ...item.asset, title } }))
    const done = await exportItems(engine, long, folder, wishOf({ scales: [1, 1.5] }, { sidecar: true }))
    expect(done).toMatchObject({ count: 2, files: 4, missed: 0, problems: [] })
    const names = readdirSync(folder)
    expect(names).toHaveLength(8)
    for (const name of names.filter((one) => one.endsWith('.webp'))) expect(names).toContain(`${name}.json`)
  })

  it('makes each scale of each, names what belongs together alike, and numbers what is taken, in their order', async () => {
    const { engine, folder } = await filled(5)
    writeFileSync(join(folder, 'A-pear-2@2x.webp'), 'mine')
    const original = readFileSync(engine.pathOf(items(engine, 1)[0]?.asset ?? never()))
    const wish = wishOf({ scales: [1, 2] })
    const done = await exportItems(engine, items(engine, 5), folder, wish)
    expect(done).toMatchObject({ count: 5, files: 10, missed: 0, unmarked: 0, asTheyWere: 0, smaller: 0 })
    const numbers = ['', '-3', '-4', '-5', '-6']
    expect(readdirSync(folder).sort()).toEqual(
      [...numbers.flatMap((n) => [`A-pear${n}@1x.webp`, `A-pear${n}@2x.webp`]), 'A-pear-2@2x.webp'].sort(),
    )
    for (const [at, n] of numbers.entries()) {
      const { width, height, format } = await sharp(readFileSync(join(folder, `A-pear${n}@1x.webp`))).metadata()
      expect([width, height, format]).toEqual([60, 40, 'webp'])
      expect((await sharp(readFileSync(join(folder, `A-pear${n}@2x.webp`))).metadata()).width).toBe(120)
      expect(await greyOf(join(folder, `A-pear${n}@2x.webp`))).toBe(at + 1)
    }
    expect(readFileSync(join(folder, 'A-pear-2@2x.webp'), 'utf8')).toBe('mine')
    expect(readFileSync(engine.pathOf(items(engine, 1)[0]?.asset ?? never())), 'the stored file').toEqual(original)
    await exportItems(engine, items(engine, 1), folder, wish)
    expect(readdirSync(folder)).toContain('A-pear-7@1x.webp')
    expect(leftInCache(engine)).toEqual([])
  })

  it('copies a film as it is, and says so', async () => {
    const { engine, folder } = await filled(1)
    const film = Buffer.from('the bytes of a film')
    addFile(
      engine.store,
      engine.place.folder,
      2,
      { name: 'film.mp4', mediaType: 'video', format: 'mp4', title: 'Sea' },
      film,
    )
    const done = await exportItems(engine, items(engine, 2), folder, wishOf({ format: 'jpeg' }, { sidecar: true }))
    expect(done).toMatchObject({ count: 2, files: 2, asTheyWere: 1 })
    expect(readFileSync(join(folder, 'practice-Sea.mp4'))).toEqual(film)
    expect(readdirSync(folder).sort()).toEqual([
      'A-pear.jpg',
      'A-pear.jpg.json',
      'practice-Sea.mp4',
      'practice-Sea.mp4.json',
    ])
  })

  it('writes down in a watched folder what carries no mark, before it is there, and not what does (I13)', async () => {
    const { engine, folder } = await filled(1)
    await markAsWatched(folder)
    const seen: boolean[] = []
    watchPoints((point, side) => {
      if (point === 'export rename' && side === 'before')
        seen.push(readdirSync(folder).some((name) => /avif$/.test(name)))
    })
    onTestFinished(() => watchPoints(null))
    await exportItems(engine, items(engine, 1), folder, wishOf({ format: 'avif', scales: [1, 2] }, { mark: true }))
    const hashes = readdirSync(folder)
      .filter((name) => name.endsWith('.avif'))
      .map((name) =>
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      )
    expect(hashes).toHaveLength(2)
    expect(seen[0]).toBe(false)
    const { contents } = await resultsMarkedIn(folder, engine.store.salt)
    expect([...contents].sort()).toEqual([...hashes].sort())
    const done = await exportItems(engine, items(engine, 1), folder, wishOf({ format: 'webp' }, { mark: true }))
    expect(done.unmarked).toBe(0)
    expect((await resultsMarkedIn(folder, engine.store.salt)).contents.size).toBe(2)
  })

  it('counts what cannot be made, says why, and goes on with the rest', async () => {
    const { engine, folder } = await filled(3)
    const path = engine.pathOf(items(engine, 2)[1]?.asset ?? never())
    writeFileSync(path, readFileSync(path).subarray(0, 120))
    const done = await exportItems(engine, items(engine, 3), folder, wishOf({}))
    expect(done).toMatchObject({ count: 2, missed: 1, problems: [expect.stringMatching(/^picture-2\.png: /)] })
    expect(readdirSync(folder).sort()).toEqual(['A-pear-2.webp', 'A-pear.webp'])
  })
})

describe('an export under way', () => {
  const ended = async (engine: Engine, state: ExportView['state'] = 'ended'): Promise<ExportView> =>
    eventually(() => {
      const view = engine.exports.view()
      expect(view?.state).toBe(state)
      return view ?? never()
    })

  it('waits for a folder that goes away with its disk, says so, and goes on where it was', async () => {
    const { engine, folder } = await filled(4)
    const disk = join(folder, 'stick')
    mkdirSync(disk)
    engine.exports.begin(items(engine, 2), disk, wishOf({}))
    await engine.exports.settled()
    renameSync(disk, `${disk}-away`)
    engine.exports.begin(items(engine, 4), disk, wishOf({ format: 'jpeg' }))
    const paused = await ended(engine, 'paused')
    expect(paused).toMatchObject({ count: 0, missed: 0, trouble: expect.stringContaining('is not there any more') })
    expect(existsSync(disk), 'nothing is made in its place').toBe(false)
    renameSync(`${disk}-away`, disk)
    engine.exports.resume()
    expect(await ended(engine)).toMatchObject({ count: 4, files: 4, missed: 0, trouble: null, problems: [] })
    expect(readdirSync(disk).filter((name) => name.endsWith('.jpg'))).toHaveLength(4)
  })

  it('is paused, resumed and stopped by a person; what is there stays, and a second one is refused meanwhile', async () => {
    const { engine, folder } = await filled(6)
    let put = 0
    watchPoints((point, side) => {
      if (point !== 'export rename' || side !== 'after') return
      put += 1
      if (put === 2) engine.exports.pause()
    })
    onTestFinished(() => watchPoints(null))
    engine.exports.begin(items(engine, 6), folder, wishOf({}))
    expect(() => engine.exports.begin(items(engine, 1), folder, wishOf({}))).toThrow('under way')
    // What was under way then comes to its end.
    await eventually(() => {
      const view = engine.exports.view()
      expect(view).toMatchObject({ state: 'paused', trouble: null })
      expect(view?.count).toBeLessThan(6)
      expect(readdirSync(folder)).toHaveLength(view?.count ?? -1)
    })
    const before = put
    engine.exports.resume()
    await eventually(() => expect(put).toBeGreaterThan(before))
    const stopped = await engine.exports.stop()
    expect(stopped).toMatchObject({ state: stopped?.count === 6 ? 'ended' : 'stopped' })
    expect(readdirSync(folder)).toHaveLength(stopped?.count ?? -1)
    expect(engine.exports.dismiss()).toBeNull()
    expect(engine.exports.view()).toBeNull()
    // What was made ahead comes to its end behind it.
    await eventually(() => expect(leftInCache(engine)).toEqual([]))
  })

  it('is stopped at once, though a worker is at a picture, and what that one still makes is cleared behind it', async () => {
    const { engine, folder } = await filled(2)
    const goesOn = Promise.withResolvers<void>()
    const made: Promise<unknown>[] = []
    const real = engine.images.export
    // As where the worker has its task already: it goes on, whether or not whoever called it off still waits.
    engine.images.export = (from, out, wish, options) => {
      const one = goesOn.promise.then(() => real(from, out, wish, { ...options, signal: undefined }))
      made.push(one)
      return unlessCalledOff(one, options?.signal)
    }
    engine.exports.begin(items(engine, 2), folder, wishOf({}))
    await eventually(() => expect(made.length).toBeGreaterThan(0))
    expect(await engine.exports.stop()).toMatchObject({ state: 'stopped', count: 0, missed: 0, problems: [] })
    goesOn.resolve()
    await Promise.all(made)
    await eventually(() => expect(leftInCache(engine)).toEqual([]))
    expect(readdirSync(folder)).toEqual([])
  })

  it('is refused where its folder is Printroom’s own, before anything begins (S9)', async () => {
    const { engine } = await filled(1)
    expect(() => engine.exports.begin(items(engine, 1), engine.place.folder, wishOf({}))).toThrow(/Printroom’s own/)
    expect(engine.exports.view()).toBeNull()
  })
})

describe('a sample of an export', () => {
  it('is the size of the very file that an export makes, and leaves nothing behind', async () => {
    const { engine, calls, folder } = await filled(1)
    const wish = wishOf({ format: 'jpeg', quality: 60, scales: [1, 2] }, { mark: true })
    const picture = wish.picture ?? never()
    const sample = await calls['exports.sample']({ id: 'request-1.0.0', picture, mark: true })
    expect(leftInCache(engine)).toEqual([])
    await exportItems(engine, items(engine, 1), folder, wish)
    expect(sample).toEqual({
      files: [1, 2].map((scale) => ({
        scale,
        sizeBytes: readFileSync(join(folder, `A-pear@${scale}x.jpg`)).length,
        width: 60 * scale,
        height: 40 * scale,
      })),
      isAsItWas: false,
      isSmaller: false,
    })
  })

  it('gives way to the next one that is asked for: of several at once only the last is made', async () => {
    const { engine, calls } = await filled(1)
    let asked = 0
    const real = engine.images.export
    engine.images.export = (...of) => {
      asked += 1
      return real(...of)
    }
    const answers = await Promise.all(
      [10, 20, 30, 40, 50].map((quality) =>
        calls['exports.sample']({ id: 'request-1.0.0', picture: { ...usualExportPicture, quality }, mark: false }),
      ),
    )
    expect(answers.slice(0, 4)).toEqual([null, null, null, null])
    expect(answers[4]?.files).toHaveLength(1)
    expect(asked).toBeLessThanOrEqual(2)
  })
})

describe('presets of an export', () => {
  it('are kept by name, replaced whatever the case, outlive the database, and are dropped', async () => {
    const { calls, close, home } = await filled(0)
    await calls['exports.keepPreset']({ name: 'Web', wish: wishOf({ quality: 70 }) })
    await calls['exports.keepPreset']({ name: 'App icons', wish: wishOf({ scales: [1, 2, 3] }) })
    const kept = await calls['exports.keepPreset']({ name: 'web', wish: wishOf({ quality: 80 }) })
    expect(kept.map(({ name, wish }) => [name, wish.picture?.quality])).toEqual([
      ['App icons', 82],
      ['web', 80],
    ])
    await close()
    for (const name of readdirSync(join(home, 'service')))
      if (name.startsWith('printroom.db')) renameSync(join(home, 'service', name), join(home, `away-${name}`))
    const again = await engineAt('https://service.test', 'a key', { home })
    expect(await again.calls['exports.presets'](undefined)).toEqual(kept)
    expect(await again.calls['exports.dropPreset']({ name: 'WEB' })).toHaveLength(1)
  })
})

function never(): never {
  throw new Error('there is one')
}
