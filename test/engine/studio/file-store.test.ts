import { createHash } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFileStore } from '../../../src/engine/studio/file-store.ts'
import { newFolder } from '../../support/folders.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function fileOf(text: string): { path: string; sha256: string } {
  const path = join(newFolder(), 'file')
  writeFileSync(path, text)
  return { path, sha256: hashOf(text) }
}

const placeOf = (folder: string, sha256: string): string => join(folder, sha256.slice(0, 2), sha256)

describe('the files of a studio', () => {
  it('come back as they were put, at another computer too', async () => {
    const folder = newFolder()
    const { path, sha256 } = fileOf('a lighthouse')
    await openFileStore(folder).put(path, sha256)
    const own = newFolder()
    const fetched = await openFileStore(`file://${folder}`).fetch(sha256, own)
    expect(fetched).toBe(join(own, sha256))
    expect(readdirSync(own)).toEqual([sha256])
  })

  it('that are missing or not what they should be are not there: nobody is given them', async () => {
    const folder = newFolder()
    const store = openFileStore(folder)
    const { path, sha256 } = fileOf('a lighthouse')
    expect(await store.has(sha256)).toBe(false)
    await store.put(path, sha256)
    writeFileSync(placeOf(folder, sha256), 'a lighthous')
    expect(await store.has(sha256)).toBe(false)
    expect(await store.fetch(sha256, newFolder())).toBeNull()
    await store.put(path, sha256)
    expect(await store.has(sha256)).toBe(true)
  })

  it('are not taken under a hash that is not theirs, and nothing is left of the try', async () => {
    const folder = newFolder()
    const { path } = fileOf('a lighthouse')
    const other = hashOf('a warehouse')
    await expect(openFileStore(folder).put(path, other)).rejects.toThrow()
    expect(existsSync(placeOf(folder, other))).toBe(false)
    expect(readdirSync(join(folder, other.slice(0, 2)))).toEqual([])
  })

  it('a copy of this computer that rotted is fetched again', async () => {
    const store = openFileStore(newFolder())
    const { path, sha256 } = fileOf('a lighthouse')
    await store.put(path, sha256)
    const own = newFolder()
    writeFileSync(join(own, sha256), 'rot')
    const fetched = await store.fetch(sha256, own)
    expect(fetched).toBe(join(own, sha256))
    expect(await openFileStore(newFolder()).put(fetched ?? '', sha256)).toBeUndefined()
  })

  it('two studios do not share one folder', async () => {
    const folder = newFolder()
    await openFileStore(folder).claim('one')
    await openFileStore(folder).claim('one')
    await expect(openFileStore(folder).claim('another')).rejects.toThrow(/files of another studio.*--files/)
  })

  it('where they cannot be reached, one sentence says so, and it is no missing file', async () => {
    const file = fileOf('no folder').path
    await expect(openFileStore(file).claim('one')).rejects.toThrow(/cannot be reached or written.*Is the share mounted/)
    await expect(openFileStore(join(newFolder(), 'away')).has('ab'.repeat(32))).rejects.toThrow(/Is the share mounted/)
    expect(() => openFileStore('https://files.test/x')).toThrow(/Name one with --files/)
  })
})
