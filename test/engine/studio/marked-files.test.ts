import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sha256Of } from '../../../src/engine/platform/checksum.ts'
import { type Point, watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { MarkedFiles } from '../../../src/engine/studio/marked-files.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { filesUnder } from '../../support/files-under.ts'
import { newFolder } from '../../support/folders.ts'
import { newS3Server, openS3 } from '../../support/s3/open-s3.ts'

function fileOf(text: string): { path: string; sha256: string } {
  const path = join(newFolder(), 'file')
  writeFileSync(path, text)
  return { path, sha256: sha256Of(Buffer.from(text)) }
}

/** A mounted share, and what happens to it: another folder lies in its place, as the one that it is mounted over. */
async function newShare() {
  const folder = join(newFolder(), 'share')
  mkdirSync(folder)
  const store = openFileStore(folder)
  await store.claim('one')
  return {
    folder,
    store,
    files: MarkedFiles.of(store, 'one'),
    away: () => {
      renameSync(folder, `${folder}.real`)
      if (existsSync(`${folder}.under`)) renameSync(`${folder}.under`, folder)
      else mkdirSync(folder)
    },
    back: () => {
      renameSync(folder, `${folder}.under`)
      renameSync(`${folder}.real`, folder)
    },
    under: () => filesUnder(`${folder}.under`),
  }
}

function when(acts: Partial<Record<`${'before' | 'after'} ${Point}`, () => void>>): void {
  watchPoints((point, side) => acts[`${side} ${point}`]?.())
  onTestFinished(() => watchPoints(null))
}

const markWords = /its mark is missing.*Nothing was put there/

describe('files of a studio on a share', () => {
  it('that is not mounted: nothing is put, nothing counts as there and nothing as missing (I7)', async () => {
    const { files, away, back, folder } = await newShare()
    const kept = fileOf('a lighthouse')
    const other = fileOf('a pier')
    await files.put(kept.path, kept.sha256)
    expect(await files.has(other.sha256)).toBe(false)
    expect(await files.fetch(other.sha256, newFolder())).toBeNull()
    away()
    for (const ask of [
      () => files.put(other.path, other.sha256),
      () => files.has(kept.sha256),
      () => files.has(other.sha256),
      () => files.fetch(other.sha256, newFolder()),
      () => files.reach(other.sha256, newFolder()),
      () => files.mustBeThere(),
    ])
      await expect(ask()).rejects.toThrow(markWords)
    expect(readdirSync(folder)).toEqual([])
    back()
    expect(await files.has(kept.sha256)).toBe(true)
  })

  it('that goes away while a file is put: it is not kept (I7)', async () => {
    for (const point of ['before source copy', 'before source rename', 'after folder sync'] as const) {
      const { files, away, back, folder } = await newShare()
      const { path, sha256 } = fileOf('a lighthouse')
      when({ [point]: away })
      await expect(files.put(path, sha256)).rejects.toThrow()
      when({})
      expect(filesUnder(folder)).toEqual([])
      back()
      await files.put(path, sha256)
      expect(await files.has(sha256)).toBe(true)
    }
  })

  it('that is away for as long as a file is put, and back before and after: what lies under it does not count (I7)', async () => {
    const { files, away, back, under } = await newShare()
    const { path, sha256 } = fileOf('a lighthouse')
    mkdirSync(`${files.address}.under`)
    mkdirSync(join(`${files.address}.under`, sha256.slice(0, 2)))
    mkdirSync(join(files.address, sha256.slice(0, 2)))
    when({ 'before source copy': away, 'after folder sync': back })
    await expect(files.put(path, sha256)).rejects.toThrow(/just put into .* is not there.*counts as not kept/)
    when({})
    expect(under().map((name) => name.slice(-64))).toEqual([sha256])
    expect(await files.has(sha256)).toBe(false)
  })

  it('whose folder is gone altogether is not made anew by what is put there (I7)', async () => {
    const { store, folder } = await newShare()
    const { path, sha256 } = fileOf('a lighthouse')
    renameSync(folder, `${folder}.real`)
    await expect(store.put(path, sha256)).rejects.toThrow(/cannot be reached or written \(ENOENT\)/)
    await expect(store.probe()).rejects.toThrow(/cannot be reached or written \(ENOENT\)/)
    await expect(store.claim('one')).rejects.toThrow(/cannot be reached or written \(ENOENT\)/)
    expect(existsSync(folder)).toBe(false)
  })

  it('that has no more room says so in its own words (studio trial 17)', async () => {
    const { files } = await newShare()
    const { path, sha256 } = fileOf('a lighthouse')
    const failWith = (code: string) =>
      when({
        'before source sync': () => {
          throw Object.assign(new Error('no room'), { code })
        },
      })
    failWith('ENOSPC')
    await expect(files.put(path, sha256)).rejects.toThrow(/^The disk with the studio’s files in .* is full.*Make room/)
    failWith('EDQUOT')
    await expect(files.put(path, sha256)).rejects.toThrow(/^This account’s share of the disk .* is used up.*Make room/)
    when({})
    await files.put(path, sha256)
    expect(await files.has(sha256)).toBe(true)
  })

  it('are begun in a folder that is made, and nothing above it: a mistyped path makes none (studio trial 14)', async () => {
    const parent = newFolder()
    const odd = openFileStore(join(parent, 'shrae', 'files'))
    await expect(odd.make()).rejects.toThrow(/^There is no folder .*shrae, so none was made.*Nothing was changed/)
    expect(readdirSync(parent)).toEqual([])
    const store = openFileStore(join(parent, 'files'))
    const unmake = await store.make()
    expect(readdirSync(parent)).toEqual(['files'])
    await unmake()
    expect(readdirSync(parent)).toEqual([])
    const unmakeWithFiles = await store.make()
    await store.claim('one')
    await unmakeWithFiles()
    expect(await store.owner()).toBe('one')
    // One that was there before is nobody's to take away.
    const own = newFolder()
    await (await openFileStore(own).make())()
    rmdirSync(own)
  })
})

describe('files of a studio in S3 storage', () => {
  it('without its mark any more are not put there: it is looked at before, at most 5 s ago, and after each (I7)', async () => {
    const s3 = await newS3Server()
    const store = openS3(s3)
    await store.claim('one')
    const files = MarkedFiles.of(store, 'one')
    const mark = 'studio/printroom-studio'
    const looks = () => s3.asked.filter(({ key, method }) => method === 'GET' && key === mark).length
    await files.mustBeThere()
    const before = looks()
    for (const text of ['a', 'b', 'c']) {
      const { path, sha256 } = fileOf(text)
      await files.put(path, sha256)
    }
    expect(looks() - before).toBe(3)
    s3.objects.delete(mark)
    const { path, sha256 } = fileOf('d')
    await expect(files.put(path, sha256)).rejects.toThrow(markWords)
    const asked = s3.asked.length
    await expect(files.put(path, sha256)).rejects.toThrow(markWords)
    expect(s3.asked.slice(asked).map(({ key }) => key)).toEqual([mark])
    await expect(files.has('ab'.repeat(32))).rejects.toThrow(markWords)
    await expect(files.fetch('ab'.repeat(32), newFolder())).rejects.toThrow(markWords)
  })
})
