import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ExportWish } from '../../../src/domain/export/wish.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { draggedFiles, readablePicture } from '../../../src/engine/library/dragged.ts'
import { exportItems } from '../../../src/engine/library/export.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { disc } from '../../practice/support/images.ts'
import { engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { addFile } from './support/moving-home.ts'
import { oddThings } from './support/odd-things.ts'

const wish: ExportWish = { template: '{title}', sidecar: false, mark: false, picture: null }
const nothing = { files: 0, missed: 0, unmarked: 0, asTheyWere: 0, smaller: 0, problems: [] }

async function filled(count: number, origin = 'https://service.test'): Promise<{ engine: Engine; folder: string }> {
  const { engine } = await engineAt('https://service.test', 'a key')
  const picture = await disc(100, 80)
  for (let n = 1; n <= count; n += 1)
    addFile(
      engine.store,
      engine.place.folder,
      n,
      { title: 'A pear', origin },
      Buffer.concat([picture, Buffer.from([n])]),
    )
  return { engine, folder: newFolder() }
}

/** How often the system is asked to open a file, or to list a folder, from now on. */
function countingOpens(): () => number {
  const { open, readdir } = fs.promises
  let count = 0
  Object.assign(fs.promises, {
    readdir: (path: string) => {
      count += 1
      return readdir(path)
    },
    open: (...of: Parameters<typeof open>) => {
      count += 1
      return open(...of)
    },
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs.promises, { open, readdir })
    syncBuiltinESMExports()
  })
  return () => count
}

const items = (engine: Engine, count: number) =>
  engine.store.organise.itemsOf(Array.from({ length: count }, (_, n) => n + 1))

describe('exporting copies', () => {
  it('go into no folder of Printroom, of this home or of another (S9)', async () => {
    const { engine, folder } = await filled(1)
    writeFileSync(join(folder, 'receipts.journal'), '')
    for (const own of [engine.place.folder, folder, join(folder, 'deeper')]) {
      mkdirSync(own, { recursive: true })
      const before = readdirSync(own)
      await expect(exportItems(engine, items(engine, 1), own, wish)).rejects.toThrow(/Printroom’s own/)
      expect(readdirSync(own)).toEqual(before)
    }
  })

  it('gives a copy its name when it is whole, so that a kill leaves no half file under it (I11)', async () => {
    const { engine, folder } = await filled(1)
    const whole = readFileSync(engine.pathOf(items(engine, 1)[0]?.asset ?? never()))
    const found: [string, Buffer][] = []
    watchPoints((point, side) => {
      if (point !== 'export rename' || side !== 'before') return
      for (const name of readdirSync(folder)) found.push([name, readFileSync(join(folder, name))])
    })
    onTestFinished(() => watchPoints(null))
    await exportItems(engine, items(engine, 1), folder, wish)
    expect(found).toEqual([[expect.stringMatching(/^\.printroom-export-/), whole]])
    expect(readdirSync(folder)).toEqual(['A-pear.png'])
  })

  it('takes away what a kill has left of an earlier export, and nothing that is being written (I11)', async () => {
    const { engine, folder } = await filled(1)
    for (const name of ['.printroom-export-old', '.printroom-export-new', '.printroom-other'])
      writeFileSync(join(folder, name), 'half')
    const yesterday = Date.now() / 1000 - 86_400
    for (const name of ['.printroom-export-old', '.printroom-other'])
      utimesSync(join(folder, name), yesterday, yesterday)
    await exportItems(engine, items(engine, 1), folder, wish)
    expect(readdirSync(folder).sort()).toEqual(['.printroom-export-new', '.printroom-other', 'A-pear.png'])
  })

  it('gives many of one name a number each, and overwrites neither a copy nor a sidecar that is there', async () => {
    const { engine, folder } = await filled(3)
    writeFileSync(join(folder, 'A-pear.png'), 'mine')
    writeFileSync(join(folder, 'A-pear-2.png.json'), 'mine too')
    const before = readFileSync(engine.pathOf(items(engine, 1)[0]?.asset ?? never()))
    const done = await exportItems(engine, items(engine, 3), folder, { ...wish, sidecar: true, mark: true })
    expect(done).toEqual({ ...nothing, folder, count: 3, files: 3 })
    expect(readdirSync(folder).sort()).toEqual([
      'A-pear-2.png.json',
      ...[3, 4, 5].flatMap((n) => [`A-pear-${n}.png`, `A-pear-${n}.png.json`]),
      'A-pear.png',
    ])
    expect(readFileSync(join(folder, 'A-pear.png'), 'utf8')).toBe('mine')
    expect(readFileSync(join(folder, 'A-pear-2.png.json'), 'utf8')).toBe('mine too')
    expect(readFileSync(join(folder, 'A-pear-3.png')).includes('trainedAlgorithmicMedia')).toBe(true)
    expect(readFileSync(engine.pathOf(items(engine, 1)[0]?.asset ?? never())), 'the stored file').toEqual(before)
    const sidecar = JSON.parse(readFileSync(join(folder, 'A-pear-3.png.json'), 'utf8'))
    expect(sidecar).toMatchObject({ file: 'picture-1.png', prompt: 'A pear', receipt: { id: 'request-1' } })
    expect(JSON.stringify(sidecar)).not.toContain(engine.options.folders.data)
  })

  it('begins the names of practice results with that word, whatever the template is', async () => {
    const { engine, folder } = await filled(1, 'practice')
    addFile(engine.store, engine.place.folder, 2, { name: 'practice-owl.png', title: 'x'.repeat(120) })
    for (const template of ['{title}', '{name}', '{date}-{name}', 'mine'])
      await exportItems(engine, items(engine, 2), folder, { ...wish, template })
    const names = readdirSync(folder)
    expect(names).toHaveLength(8)
    for (const name of names) expect(name).toMatch(/^practice-(?!practice)/)
    expect(names).toEqual(
      expect.arrayContaining(['practice-A-pear.png', 'practice-owl.png', 'practice-mine.png', 'practice-mine-2.png']),
    )
    expect(Math.max(...names.map((name) => name.length))).toBe(84)
  })

  it('counts what could not be copied, says why, and goes on with the rest', async () => {
    const { engine, folder } = await filled(3)
    rmSync(engine.pathOf(items(engine, 2)[1]?.asset ?? never()))
    const done = await exportItems(engine, items(engine, 3), folder, { ...wish, template: '{name}' })
    expect(done).toMatchObject({ count: 2, missed: 1, problems: ['picture-2.png: its file is missing'] })
    expect(readdirSync(folder).sort()).toEqual(['picture-1.png', 'picture-3.png'])
    mkdirSync(join(folder, 'picture-1-2.png'))
    const again = await exportItems(engine, items(engine, 1), folder, { ...wish, template: '{name}' })
    expect(again.count, 'a folder of that name is no file to write over').toBe(1)
    expect(readdirSync(folder)).toContain('picture-1-3.png')
  })

  it.skipIf(process.platform === 'win32')(
    'leaves a file of the user’s where the stored one cannot be read',
    async () => {
      const { engine, folder } = await filled(3)
      const [looped = '', part = ''] = items(engine, 2).map(({ asset }) => engine.pathOf(asset))
      for (const path of [looped, part]) rmSync(path)
      // One cannot be opened, the other not be read: before and after a file of the new name could be made.
      symlinkSync(looped, looped)
      mkdirSync(part)
      writeFileSync(join(folder, 'A-pear.png'), 'mine')
      const done = await exportItems(engine, items(engine, 3), folder, wish)
      expect(done).toMatchObject({ count: 1, missed: 2 })
      expect(readFileSync(join(folder, 'A-pear.png'), 'utf8')).toBe('mine')
      expect(readdirSync(folder).sort(), 'and nothing that was cut short').toEqual(['A-pear-2.png', 'A-pear.png'])
    },
  )

  it.each([wish, { ...wish, sidecar: true }])(
    'ends where the folder goes away with its disk, and blames no picture',
    async (wished) => {
      const { engine, folder } = await filled(3)
      const disk = join(folder, 'stick')
      mkdirSync(disk)
      rmSync(engine.pathOf(items(engine, 1)[0]?.asset ?? never()))
      const first = await exportItems(engine, items(engine, 2), disk, wished)
      expect(first).toMatchObject({ count: 1, missed: 1, problems: ['picture-1.png: its file is missing'] })
      rmSync(disk, { recursive: true })
      expect(await exportItems(engine, items(engine, 3), disk, wished)).toMatchObject({
        count: 0,
        missed: 3,
        problems: [`the folder ${disk} is not there any more`, 'picture-1.png: its file is missing'],
      })
      expect(existsSync(disk)).toBe(false)
    },
  )

  it.each([false, true])(
    'lists the folder once, and opens each picture and each copy once, however many have one name; sidecars: %s (L9)',
    async (sidecar) => {
      const { engine, folder } = await filled(40)
      writeFileSync(join(folder, 'A-pear-7.png'), 'mine')
      const opened = countingOpens()
      const done = await exportItems(engine, items(engine, 40), folder, { ...wish, sidecar })
      expect(done).toMatchObject({ count: 40, missed: 0 })
      expect(opened()).toBe(1 + 40 * (sidecar ? 3 : 2))
      expect(readFileSync(join(folder, 'A-pear-7.png'), 'utf8')).toBe('mine')
      expect(existsSync(join(folder, 'A-pear-41.png'))).toBe(true)
    },
  )

  it.skipIf(process.platform === 'win32').each(Object.keys(oddThings))(
    '%s where a picture belongs costs that one, and holds nothing up (L7)',
    async (thing) => {
      const { engine, folder } = await filled(3)
      await oddThings[thing]?.(engine.pathOf(items(engine, 2)[1]?.asset ?? never()))
      const done = await exportItems(engine, items(engine, 3), folder, wish)
      expect(done).toMatchObject({ count: 2, missed: 1 })
      expect(done.problems).toEqual([
        expect.stringMatching(/^picture-2\.png: (its file is missing|a .* has its place)$/),
      ])
      expect(readdirSync(folder).sort()).toEqual(['A-pear-2.png', 'A-pear.png'])
    },
  )

  it('copies the very bytes where no mark is wished', async () => {
    const { engine, folder } = await filled(1)
    const [item] = items(engine, 1)
    await exportItems(engine, items(engine, 1), folder, wish)
    expect(readFileSync(join(folder, 'A-pear.png'))).toEqual(readFileSync(engine.pathOf(item?.asset ?? never())))
  })
})

describe('pictures for other programs', () => {
  it('one larger than main could make a PNG of in a moment goes smaller to the clipboard (W10)', async () => {
    const { engine } = await filled(1)
    const large = { create: { width: 5000, height: 3400, channels: 3, background: '#a35' } } as const
    const jpeg = { format: 'jpeg', width: 5000, height: 3400 }
    addFile(engine.store, engine.place.folder, 2, { name: 'a.jpg', ...jpeg }, await sharp(large).jpeg().toBuffer())
    const path = (await readablePicture(engine, 'request-2.0.0')) ?? ''
    expect(path).not.toMatch(/a\.jpg$/)
    expect(await sharp(readFileSync(path)).metadata()).toMatchObject({ format: 'png', width: 4096, height: 2785 })
  })

  it('a WebP is made a PNG of for the clipboard, PNG and JPEG go as they are; a small PNG is dragged', async () => {
    const { engine } = await filled(1)
    const webp = await sharp(await disc(300, 200))
      .ensureAlpha(0.5)
      .webp()
      .toBuffer()
    addFile(engine.store, engine.place.folder, 2, { name: 'disc.webp', format: 'webp' }, webp)
    addFile(engine.store, engine.place.folder, 3, { name: 'film.mp4', mediaType: 'video', format: 'mp4' })
    const [first, second] = items(engine, 2)
    expect(await readablePicture(engine, 'request-1.0.0')).toBe(engine.pathOf(first?.asset ?? never()))
    const png = (await readablePicture(engine, 'request-2.0.0')) ?? ''
    expect(await sharp(readFileSync(png)).metadata()).toMatchObject({
      format: 'png',
      width: 300,
      height: 200,
      hasAlpha: true,
    })
    expect(await readablePicture(engine, 'request-3.0.0')).toBeNull()
    expect(await readablePicture(engine, 'nobody')).toBeNull()
    rmSync(engine.pathOf(first?.asset ?? never()))
    const dragged = await draggedFiles(engine, items(engine, 3))
    expect(dragged).toMatchObject({ missing: 1, paths: [engine.pathOf(second?.asset ?? never()), expect.any(String)] })
    expect(await sharp(readFileSync(dragged.icon ?? '')).metadata()).toMatchObject({
      format: 'png',
      width: 96,
      height: 64,
    })
  })
})

function never(): never {
  throw new Error('there is one')
}
