import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CallInput } from '../../../src/contract/ipc.ts'
import type { WatchView } from '../../../src/contract/watch.ts'
import { folderIdOf } from '../../../src/domain/watch/folder-id.ts'
import type { EngineOptions } from '../../../src/engine/assembly/options.ts'
import { createImages } from '../../../src/engine/images/client.ts'
import { forkImageWorker } from '../../../src/engine/images/spawn.ts'
import { exportItems } from '../../../src/engine/library/export.ts'
import { type Point, watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { Watches } from '../../../src/engine/watch/watches.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'
import { rudeWorker } from '../images/support/rude.ts'
import { databaseIn } from '../store/support/open.ts'
import { times, until } from './support/watching.ts'

interface Home extends EngineAt {
  watches: Watches
}

let strange: StrangeService
let home: Home
let folder: string
let price: number

/** A program with its watch folders, on a home of its own or on one that is there. */
async function openAt(changes: Partial<EngineOptions> & { home?: string } = {}): Promise<Home> {
  const at = await engineAt(strange.base, strange.key, changes)
  const watches = new Watches(at.engine, undefined, times)
  let closed: Promise<void> | null = null
  const close = (): Promise<void> => {
    closed ??= watches.close().then(() => at.close())
    return closed
  }
  onTestFinished(close)
  at.engine.driver.start()
  watches.start()
  return { ...at, watches, close }
}

beforeEach(async () => {
  folder = newFolder()
  price = 3
  strange = new StrangeService()
  await strange.open()
  strange.skills.set(
    'cut',
    pictureSkill(3, () => 3),
  )
  home = await openAt()
})
afterEach(() => watchPoints(null))

let shades = 0
/** A picture whose content no other one has. */
async function picture(): Promise<Buffer> {
  shades += 1
  const background = { r: shades % 256, g: Math.floor(shades / 256), b: 90 }
  return sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer()
}
async function drop(name: string, bytes?: Buffer, into = folder): Promise<string> {
  const path = join(into, name)
  writeFileSync(path, bytes ?? (await picture()))
  return path
}

const form: CallInput<'watch.price'> = { skill: 'cut', values: {}, pictures: [] }
const setUp = (changes: Partial<CallInput<'watch.setUp'>> = {}, at = home): Promise<void> =>
  at.watches.setUp({ ...form, folder, alsoTo: null, each: price, cap: 30, ...changes })

const view = (at = home): WatchView => {
  const [first] = at.watches.list()
  if (!first) throw new Error('there is no watch folder')
  return first
}
const posts = (): number => strange.count('POST', '/api/skills/cut/run')
const assetIds = (): string[] =>
  home.engine.store.receipts.list({}).flatMap(({ assets }) => assets.map(({ assetId }) => assetId))
const orders = (at = home): number => at.engine.store.receipts.list({}).length
/** As long as several looks through the folder take. */
const looks = async (at = home, times = 2): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    await drop(`look-${n}.txt`, Buffer.from(`${n}-${Math.random()}`))
    const seen = () => view(at).files.some(({ name, words }) => name === `look-${n}.txt` && !words.includes('growing'))
    await until(seen, 'a look')
    rmSync(join(folder, `look-${n}.txt`))
  }
}

describe('a watch folder', () => {
  it('orders each new file once, puts the result beside it, and takes neither that nor what was there for new (O96)', async () => {
    await drop('before.png')
    await setUp({ alsoTo: { to: { kind: 'beside' }, template: '{source}-{skill}' } })
    await drop('fox.png')
    await until(() => readdirSync(folder).includes('fox-cut.png'), 'the copy')
    await looks()
    expect(orders()).toBe(1)
    expect(posts()).toBe(1)
    expect(view()).toMatchObject({ state: 'on', today: { count: 1, credits: 3 }, waiting: 0 })
    const [receipt] = home.engine.store.receipts.list({})
    const { timeline, watched } = await home.calls['requests.receipt']({ id: receipt?.id ?? '' })
    expect(watched).toBe(true)
    expect(timeline[0]?.detail).toContain(`By the watch folder ${folder}`)
    expect(receipt).toMatchObject({ watch: { id: view().id }, order: { pictures: [{ source: { name: 'fox.png' } }] } })
  })

  it('orders no content again under another name, after a copy, a rename, a touch or a restart', async () => {
    await drop('before.png')
    await setUp()
    const fox = await drop('fox.png')
    await until(() => orders() === 1, 'the order')
    copyFileSync(fox, join(folder, 'fox copy.png'))
    copyFileSync(join(folder, 'before.png'), join(folder, 'before copy.png'))
    renameSync(join(folder, 'before.png'), join(folder, 'before too.png'))
    renameSync(fox, join(folder, 'reynard.png'))
    utimesSync(join(folder, 'reynard.png'), new Date(1e12), new Date(1e12))
    await looks()
    await home.close()
    copyFileSync(join(folder, 'reynard.png'), join(folder, 'while-away.png'))
    const next = await openAt({ home: home.home })
    const owl = await drop('owl.png')
    await until(() => orders(next) === 2, 'the second order')
    await looks(next)
    expect(orders(next)).toBe(2)
    expect(
      next.engine.store.receipts.list({}).map(({ order }) => order.kind === 'skill' && order.pictures[0]?.source),
    ).toMatchObject([{ path: owl }, { path: fox }])
  })

  it('never passes its cap of a day, says so, and goes on when it is raised', async () => {
    await setUp({ cap: 7 })
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) await drop(name)
    await until(() => view().state === 'held', 'the cap')
    await looks()
    expect(view()).toMatchObject({ today: { count: 2, credits: 6 }, waiting: 2 })
    expect(view().words).toMatch(/daily limit of 7 credits is reached: \d.* today/)
    expect(orders()).toBe(2)
    await home.watches.switchOn(view().id, 3, 9)
    await until(() => orders() === 3, 'the third')
    await looks()
    expect(orders()).toBe(3)
  })

  it('begins a new day with a new cap, and a clock that is set back brings none', async () => {
    await home.close()
    let nowMs = new Date(2026, 10, 21, 22).getTime()
    home = await openAt({ now: () => nowMs })
    await setUp({ cap: 3 })
    await drop('a.png')
    await until(() => orders() === 1, 'the first')
    await drop('b.png')
    await until(() => view().state === 'held', 'the cap')
    nowMs -= 24 * 3_600_000
    await looks()
    expect(orders()).toBe(1)
    nowMs += 27 * 3_600_000
    await until(() => orders() === 2, 'the next day')
  })

  it('waits where the price has risen, and orders at the new one only when that was allowed (O110)', async () => {
    await setUp()
    strange.skills.set(
      'cut',
      pictureSkill(5, () => 5),
    )
    await home.engine.skills.get({ fresh: true })
    await drop('fox.png')
    await until(() => view().state === 'held', 'the price')
    expect(view().words).toMatch(/costs 5 credits now, and you allowed 3/)
    await expect(home.watches.switchOn(view().id, 3, 30)).rejects.toThrow(/price has changed/)
    expect(orders()).toBe(0)
    await home.watches.switchOn(view().id, 5, 30)
    await until(() => orders() === 1, 'the order')
  })

  it('waits where the price cannot be read or there is none (O71, A31)', async () => {
    await setUp()
    strange.skills.set(
      'cut',
      pictureSkill(null, () => 5),
    )
    await home.engine.skills.get({ fresh: true })
    await drop('fox.png')
    await until(() => view().state === 'held' && view().waiting === 1, 'the wait')
    expect(orders()).toBe(0)
    await expect(setUp({ folder: newFolder() })).rejects.toThrow(/no price/)
  })

  it('is not set up at another price than the one that one file costs, nor in the app’s own folders', async () => {
    await expect(setUp({ each: 2 })).rejects.toThrow(/price has changed/)
    await expect(setUp({ cap: 2 })).rejects.toThrow(/less than one file costs/)
    await expect(setUp({ folder: home.engine.options.folders.library })).rejects.toThrow(/Printroom’s own/)
    await expect(setUp({ folder: join(folder, 'none') })).rejects.toThrow(/not there/)
    await setUp()
    await expect(setUp()).rejects.toThrow(/watched for this Skill already/)
    expect(home.watches.list()).toHaveLength(1)
  })

  it('reads a file when it has stopped growing, and orders nothing that is not whole', async () => {
    await setUp()
    const whole = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#357',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    const path = await drop('slow.png', whole.subarray(0, 1000))
    await until(() => view().files.some(({ words }) => /is cut off/.test(words)), 'the half')
    expect(orders()).toBe(0)
    appendFileSync(path, whole.subarray(1000))
    await until(() => orders() === 1, 'the whole one')
  })

  it.each([
    ['cannot be read', 'unread-fox.png', /no longer there/],
    ['cannot be examined', 'unexamined-fox.png', /could not be looked at/],
  ])('tries a file again by itself that %s for a while, and says that it does (O96)', async (_, name, words) => {
    await home.close()
    const images = createImages({
      spawn: forkImageWorker({ nodePath: process.execPath, entry: rudeWorker }),
      outputFolder: join(newFolder(), 'prepared'),
      workers: 1,
    })
    onTestFinished(() => images.close())
    home = await openAt({ images })
    await setUp()
    const shut = await drop(`.${name}.shut`, Buffer.from(''))
    await drop(name)
    await until(() => view().files.some((file) => words.test(file.words)), 'the trouble')
    expect(view().files).toMatchObject([{ name, state: 'waits', words: expect.stringContaining('again by itself') }])
    await looks()
    expect(
      view()
        .files.map((file) => file.words)
        .join(),
    ).not.toMatch(/whole picture/)
    rmSync(shut)
    await until(() => orders() === 1, 'the order')
  })

  it('orders nothing at the expense of another key, until it is switched on with that one (I2, A35)', async () => {
    await setUp()
    await drop('fox.png')
    await until(() => orders() === 1, 'the order')
    await home.close()
    const environmentKey = `svc_sk_${'b'.repeat(32)}`
    home = await openAt({ home: home.home, environmentKey })
    await drop('owl.png')
    await until(() => view().state === 'held' && view().waiting === 1, 'the wait')
    expect(view().words).toMatch(/Another key is set now/)
    await looks()
    expect(orders()).toBe(1)
    await home.watches.switchOn(view().id, 3, 30)
    await until(() => orders() === 2, 'the owl')
    await home.close()
    home = await openAt({ home: home.home })
    await drop('hen.png')
    await until(() => view().state === 'held', 'the first key is another one now')
    expect(orders()).toBe(2)
  })

  it('of a version that did not ask whose key it was goes on with the one that is set, and with no other', async () => {
    await setUp()
    const [setting] = home.watches.settings.all()
    if (!setting) throw new Error('there is no watch folder')
    const { keyFingerprint, ...before } = setting
    home.engine.store.settings.setWatch(setting.id, JSON.stringify(before))
    await drop('fox.png')
    await until(() => orders() === 1, 'the order')
    await until(() => home.watches.settings.all()[0]?.keyFingerprint === keyFingerprint, 'the key')
    expect(keyFingerprint).toBe(home.engine.key.fingerprint)
    await home.close()
    home = await openAt({ home: home.home, environmentKey: `svc_sk_${'b'.repeat(32)}` })
    await drop('owl.png')
    await until(() => view().state === 'held', 'the wait')
    expect(orders()).toBe(1)
  })

  it('follows no links, looks at nothing hidden or below it, and leaves other files alone', async () => {
    const outside = newFolder()
    const secret = await drop('secret.png', undefined, outside)
    await setUp()
    symlinkSync(secret, join(folder, 'link.png'))
    symlinkSync(outside, join(folder, 'linked folder'))
    await drop('.hidden.png')
    mkdirSync(join(folder, 'below'))
    await drop('deep.png', undefined, join(folder, 'below'))
    await drop('notes.txt', Buffer.from('hello'))
    await drop('bad\u202Egnp.png', Buffer.from('x'))
    await looks()
    expect(orders()).toBe(0)
    expect(view().files.map(({ name, state }) => [name, state])).toContainEqual(['notes.txt', 'left'])
    expect(view().files.every(({ name }) => !name.includes('\u202e'))).toBe(true)
  })

  it('rests where another folder stands in its place, and goes on when it is back', async () => {
    await setUp()
    const away = `${folder}-away`
    renameSync(folder, away)
    onTestFinished(() => rmSync(away, { recursive: true, force: true }))
    mkdirSync(folder)
    for (const name of ['a.png', 'b.png']) await drop(name)
    // For a moment nothing stood there, which may have been said first.
    await until(() => /another folder/.test(view().words), 'the trouble')
    expect(view().state).toBe('trouble')
    expect(orders()).toBe(0)
    rmSync(folder, { recursive: true })
    await until(() => /not there/.test(view().words), 'the folder is away')
    renameSync(away, folder)
    await drop('fox.png')
    await until(() => orders() === 1, 'the order')
  })

  it('rests where another disk stands in its place whose folder has the same number (I2)', async () => {
    await setUp()
    const [setting] = home.watches.settings.all()
    if (!setting) throw new Error('there is no watch folder')
    const { ino } = statSync(folder, { bigint: true })
    // As the folder of another card would be told, and as earlier versions told any: by its number alone.
    const elsewhere = folderIdOf({ ino, birthtimeNs: 0n, disk: 'another', type: 0n, blocks: 0n })
    for (const [folderId, words] of [
      [elsewhere, /another folder/],
      [String(ino), /earlier Printroom/],
    ] as const) {
      home.watches.settings.put({ ...setting, folderId })
      await drop(`${shades}.png`)
      await until(() => words.test(view().words), 'the trouble')
      expect(view()).toMatchObject({ state: 'trouble', today: { count: 0 } })
    }
    expect(orders()).toBe(0)
    home.watches.settings.put(setting)
    await until(() => orders() === 2, 'the right folder again')
  })

  it('does not take for new what was exported from the library, marked or not (I2)', async () => {
    await setUp()
    await drop('fox.png')
    const results = () => home.engine.store.organise.itemsOf(home.engine.store.organise.seqsOf(assetIds()))
    await until(() => results().length === 1, 'the result')
    for (const mark of [true, false]) {
      const wish = { template: `shown-${mark}`, mark, sidecar: true, picture: null }
      expect(await exportItems(home.engine, results(), folder, wish)).toMatchObject({ count: 1, unmarked: 0 })
    }
    const leftAlone = () => view().files.filter(({ name, words }) => /^shown.*png$/.test(name) && /made it/.test(words))
    await until(() => leftAlone().length === 2 || orders() > 1, 'both')
    expect(orders()).toBe(1)
  })

  it('takes no picture of practice for a new one, and one that only bears such a name once it is renamed (I2)', async () => {
    await setUp()
    const path = await drop('practice-fox-cut.png')
    await until(() => view().files.some(({ words }) => /practice’s own/.test(words)) || orders() > 0, 'a word about it')
    await looks()
    expect(orders()).toBe(0)
    renameSync(path, join(folder, 'fox.png'))
    await until(() => orders() === 1, 'the order')
  })

  it('does not read a large file that is no picture, and does not wait for one to end', async () => {
    await setUp()
    const path = await drop('film.mov', Buffer.from('....ftypqt  '))
    truncateSync(path, 64 * 2 ** 30)
    await until(() => view().files.some(({ state }) => state === 'left'), 'a word about it')
    await home.close()
  })

  it('tells nothing any more once it is closed, also of a look that was under way', async () => {
    await setUp()
    let isClosed = false
    let toldLate = 0
    const onChange = (): void => {
      if (isClosed) toldLate += 1
    }
    const watches = new Watches(home.engine, onChange, times)
    watches.start()
    isClosed = true
    await watches.close()
    // Longer than changes are gathered before they are told.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(toldLate).toBe(0)
  })

  it('that is paused or removed orders nothing, also after a restart', async () => {
    await setUp()
    await home.watches.pause(view().id)
    await drop('fox.png')
    await home.close()
    home = await openAt({ home: home.home })
    expect(view()).toMatchObject({ state: 'paused', waiting: 0 })
    await home.watches.switchOn(view().id, 3, 30)
    await until(() => orders() === 1, 'the order')
    await home.watches.remove(view().id)
    await drop('owl.png')
    await home.close()
    home = await openAt({ home: home.home })
    expect(home.watches.list()).toEqual([])
    expect(orders()).toBe(1)
  })

  it('of another service rests, and says for what it was set up', async () => {
    await setUp()
    await home.close()
    await drop('fox.png')
    const other = new StrangeService()
    await other.open()
    other.skills.set(
      'cut',
      pictureSkill(3, () => 3),
    )
    const elsewhere = await engineAt(other.base, other.key, { home: home.home })
    const watches = new Watches(elsewhere.engine, undefined, times)
    onTestFinished(() => watches.close())
    watches.start()
    expect(watches.list()).toMatchObject([{ state: 'elsewhere' }])
    await expect(watches.switchOn(watches.list()[0]?.id ?? '', 3, 30)).rejects.toThrow(/another service/)
    expect(elsewhere.engine.store.receipts.list({})).toEqual([])
  })

  it('does not order all that lies there where the database was lost', async () => {
    for (const name of ['a.png', 'b.png']) await drop(name)
    await setUp()
    await drop('fox.png')
    await until(() => orders() === 1, 'the order')
    await home.close()
    for (const end of ['', '-wal', '-shm']) rmSync(databaseIn(home.engine.options.folders.data) + end, { force: true })
    home = await openAt({ home: home.home })
    expect(view()).toMatchObject({ state: 'trouble', today: { count: 1, credits: 3 } })
    expect(view().words).toMatch(/set it up anew/)
    await home.watches.remove(view().id)
    await setUp()
    await drop('owl.png')
    await until(() => orders() === 2, 'the owl alone')
    await looks()
    expect(orders()).toBe(2)
  })

  it('counts under the caps of the queue too, and stops for them', async () => {
    await home.calls['queue.setCaps']({ day: 4 })
    await setUp()
    await drop('a.png')
    await until(() => orders() === 1, 'the first')
    await drop('b.png')
    await until(() => view().state === 'held', 'the cap')
    expect(view().words).toMatch(/your limit is 4 credits in 24 hours/)
    expect(orders()).toBe(1)
  })
})

describe('whatever happens to the programs', () => {
  const borders: Point[] = ['journal write', 'journal sync', 'receipts commit', 'watch commit']
  const moments = borders.flatMap((point) => (['before', 'after'] as const).map((side) => ({ point, side })))

  it.each(moments)('a content is ordered once where the app dies $side “$point” (I2)', async ({ point, side }) => {
    await setUp({ cap: 6 })
    let isDead = false
    const closing: ReadonlySet<Point> = new Set(['claim commit', 'keep commit'])
    watchPoints((reached, which) => {
      if (reached === point && which === side) isDead = true
      if (isDead && !closing.has(reached)) throw new Error('died')
    })
    await drop('fox.png')
    await until(() => isDead, 'the death')
    await home.close()
    watchPoints(null)
    home = await openAt({ home: home.home })
    for (const name of ['owl.png', 'hen.png', 'cat.png']) await drop(name)
    await until(() => view().state === 'held', 'the cap')
    await looks()
    const made = home.engine.store.receipts.list({})
    expect(made).toHaveLength(2)
    expect(new Set(made.map(({ watch }) => watch?.content)).size).toBe(2)
    expect(view().today).toEqual({ count: 2, credits: 6 })
  })
})
