import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { copyOut } from '../../../src/cli/copy-out.ts'
import { createOutput } from '../../../src/cli/output.ts'
import { exportItems } from '../../../src/engine/library/export.ts'
import { type Point, watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { resultsMarkedIn } from '../../../src/engine/platform/folder-marks.ts'
import { newFolder } from '../../support/folders.ts'
import type { StrangeService } from '../../support/strange-service.ts'
import { cuttingService, drop, saidOf, until, type Watching, watchFolder, watchingAt } from './support/watching.ts'

const another = /Printroom put it here as a result/
const ordered = /ordered from this folder before, by another Printroom/
const template = '{source}-{skill}'

let strange: StrangeService
let one: Watching
let two: Watching
beforeEach(async () => {
  strange = await cuttingService()
  one = await watchingAt(strange)
  two = await watchingAt(strange)
})
const charged = (): number => [...strange.taken.values()].reduce((sum, credits) => sum + credits, 0)
const results = (folder: string): string[] => readdirSync(folder).filter((name) => /-cut(-\d)?\.png$/.test(name))

describe('two homes with programs of their own', () => {
  it('on one folder order each new picture once together, and never what the other has put there (L2, I13, M7)', async () => {
    const folder = newFolder()
    await watchFolder(one, folder)
    await watchFolder(two, folder)
    await drop(folder, 'fox.png')
    await until(() => results(folder).length === 1, 'the result')
    for (const at of [one, two]) await saidOf(at, /-cut/, /as a result|made it/, 1)
    await drop(folder, 'owl.png')
    await until(() => results(folder).length === 2, 'the result of the second')
    for (const at of [one, two]) await saidOf(at, /-cut/, /as a result|made it/, 2)
    const ofAll = () => [one, two].flatMap((at) => at.view().files.filter(({ words }) => ordered.test(words)))
    await until(() => ofAll().length === 2, 'a word about each in the other home')
    expect(charged()).toBe(6)
    expect([one, two].some((at) => /Another Printroom.*by the first that comes/.test(at.view().words))).toBe(true)
  })

  it('whose folders feed each other in a circle end after one round, and say what to do (L2, I13)', async () => {
    const [first, second] = [newFolder(), newFolder()]
    await watchFolder(one, first, { alsoTo: { to: { kind: 'folder', folder: second }, template } })
    await watchFolder(two, second, { alsoTo: { to: { kind: 'folder', folder: first }, template } })
    await drop(first, 'fox.png')
    await saidOf(two, /^fox-cut\.png$/, another, 1)
    expect(two.view().files[0]?.words).toMatch(/from the Skill’s form/)
    await drop(second, 'owl.png')
    await saidOf(one, /^owl-cut\.png$/, another, 1)
    expect(charged()).toBe(6)
  })

  it('know a result that was renamed in its folder, and one that a person exported into it without a mark (L2, I13)', async () => {
    const folder = newFolder()
    await watchFolder(two, folder)
    const source = await drop(newFolder(), 'fox.png')
    const quote = await one.calls['quote.skill']({
      skill: 'cut',
      files: [source],
      alsoTo: { to: { kind: 'folder', folder }, template },
    })
    const moments: Point[] = []
    watchPoints((point, side) => {
      const isCopying = point === 'result mark sync' || point === 'result copy name'
      if (isCopying && side === 'after') moments.push(point)
    })
    onTestFinished(() => watchPoints(null))
    const [id = ''] = await one.approve(quote)
    await one.until(id, ({ copies }) => copies?.made === 1)
    // A kill between the two leaves a mark without a file, and never a file without its mark.
    expect(moments.slice(-2)).toEqual(['result mark sync', 'result copy name'])
    await saidOf(two, /^fox-cut\.png$/, another, 1)
    renameSync(join(folder, 'fox-cut.png'), join(folder, 'summer.png'))
    const { store } = one.engine
    const [asset] = store.assets.ofRequest(id)
    const items = store.organise.itemsOf(store.organise.seqsOf([asset?.id ?? '']))
    await exportItems(one.engine, items, folder, { template: 'shown', mark: false, sidecar: false, picture: null })
    await saidOf(two, /^(summer|shown)\.png$/, another, 2)
    expect(charged()).toBe(3)
  })
})

describe('a result that is put into a folder which comes to be watched meanwhile', () => {
  /** From right before the copy gets its name: what lies there by then was listed without it. */
  const watchedAtItsNaming = (folder: string): void => {
    watchPoints((point, side) => {
      if (point === 'export rename' && side === 'before') writeFileSync(join(folder, '.printroom-watched'), '')
    })
    onTestFinished(() => watchPoints(null))
  }
  const marked = async (folder: string): Promise<string[]> => [...(await resultsMarkedIn(folder, 'another')).contents]
  const contentsOf = (id: string): string[] => one.engine.store.assets.ofRequest(id).map(({ sha256 }) => sha256)
  /** A result of the first home. */
  const made = async (): Promise<string> => {
    const quote = await one.calls['quote.skill']({ skill: 'cut', files: [await drop(newFolder(), 'fox.png')] })
    const [id = ''] = await one.approve(quote)
    await one.until(id, ({ state }) => state === 'completed')
    return id
  }

  it('by “--out” is marked, so that it is not ordered there (I13, L2)', async () => {
    const [folder, id] = [newFolder(), await made()]
    const receipt = one.engine.store.receipts.get(id)
    watchedAtItsNaming(folder)
    const views = receipt ? [one.engine.viewOf(receipt)] : []
    expect(await copyOut(one.engine, views, folder, { output: createOutput(true) })).toBe(true)
    expect(results(folder)).toEqual(['fox-cut.png'])
    expect(await marked(folder)).toEqual(contentsOf(id))
  })

  it('by an export is marked, so that it is not ordered there (I13, L2)', async () => {
    const [folder, id] = [newFolder(), await made()]
    const { store } = one.engine
    const items = store.organise.itemsOf(store.organise.seqsOf(store.assets.ofRequest(id).map((asset) => asset.id)))
    watchedAtItsNaming(folder)
    const done = await exportItems(one.engine, items, folder, {
      template: 'shown',
      mark: false,
      sidecar: false,
      picture: null,
    })
    expect(done).toMatchObject({ count: 1, problems: [] })
    expect(await marked(folder)).toEqual(contentsOf(id))
  })
})

describe('the marks in a folder', () => {
  it('are none where no Printroom watches it', async () => {
    const folder = newFolder()
    const source = await drop(folder, 'fox.png')
    const quote = await one.calls['quote.skill']({
      skill: 'cut',
      files: [source],
      alsoTo: { to: { kind: 'beside' }, template },
    })
    const [id = ''] = await one.approve(quote)
    await one.until(id, ({ copies }) => copies?.made === 1)
    expect(readdirSync(folder).sort()).toEqual(['fox-cut.png', 'fox.png'])
  })

  it('are hidden, plain text and readable by everybody, and hold with a torn line or foreign ones among them (I13)', async () => {
    const folder = newFolder()
    await watchFolder(two, folder)
    await watchFolder(one, folder)
    await drop(folder, 'fox.png')
    await saidOf(one, /-cut/, /as a result|made it/, 1)
    const marks = readdirSync(folder).filter((name) => name.startsWith('.printroom-results-'))
    expect(marks).toHaveLength(1)
    for (const name of marks) {
      expect(readFileSync(join(folder, name), 'utf8')).toMatch(/^# .*\n[0-9a-f]{64}\n$/)
      // What a killed program, or another one, has left there.
      appendFileSync(join(folder, name), 'ab12')
    }
    writeFileSync(join(folder, '.printroom-results-foreign'), Buffer.from([0xff, 0xfe, 0, 10, 13, 0]))
    await drop(folder, 'owl.png')
    for (const at of [one, two]) await saidOf(at, /-cut/, /as a result|made it/, 2)
    expect(charged()).toBe(6)
  })

  it.skipIf(process.platform === 'win32')(
    'that cannot be read hold the folder back in words, and a link in their place is not followed (I13)',
    async () => {
      const folder = newFolder()
      await watchFolder(two, folder)
      mkdirSync(join(folder, '.printroom-results-a'))
      await drop(folder, 'fox.png')
      await until(() => two.view().state === 'trouble', 'it waits')
      expect(two.view().words).toMatch(/marks.*Nothing in it is ordered/)
      renameSync(join(folder, '.printroom-results-a'), join(newFolder(), 'away'))
      symlinkSync('/dev/zero', join(folder, '.printroom-results-b'))
      await drop(folder, 'owl.png')
      await until(() => /marks.*Nothing in it is ordered/.test(two.view().words), 'it waits')
      expect(charged()).toBe(0)
    },
  )
})
