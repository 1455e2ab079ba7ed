import { appendFileSync, linkSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sha256Of } from '../../src/engine/platform/checksum.ts'
import { ContentHashes } from '../../src/engine/sources/content-hashes.ts'
import { newFolder } from '../support/folders.ts'
import { useWorkshop } from './images/support/workshop.ts'

const shop = useWorkshop()

describe('the hash of a file that is ordered from', () => {
  let path: string
  let read: string[]
  let laterMs: number
  let hashes: ContentHashes

  beforeEach(() => {
    path = join(newFolder(), 'a.jpg')
    writeFileSync(path, 'one picture')
    read = []
    laterMs = 10_000
    const { lookAt, hash } = shop.images.files
    const counted = {
      lookAt,
      hash: (of: string) => {
        read.push(of)
        return hash(of)
      },
    }
    hashes = new ContentHashes(counted, () => Date.now() + laterMs)
  })

  it('is read once as long as the file does not change, under whatever name', async () => {
    const { sha256, sizeBytes } = await hashes.hash(path)
    expect({ sha256, sizeBytes }).toEqual({ sha256: sha256Of('one picture'), sizeBytes: 11 })
    symlinkSync(path, `${path}.link`)
    expect((await hashes.hash(`${path}.link`)).sha256).toBe(sha256)
    expect(read).toEqual([path])
  })

  it('is read anew where the file changed, also where its size and date were put back (I4)', async () => {
    const dated = new Date(1_000_000_000)
    utimesSync(path, dated, dated)
    await hashes.hash(path)
    writeFileSync(path, 'two picture')
    utimesSync(path, dated, dated)
    expect((await hashes.hash(path)).sha256).toBe(sha256Of('two picture'))
    linkSync(path, `${path}.hard`)
    appendFileSync(`${path}.hard`, 's')
    expect((await hashes.hash(path)).sha256).toBe(sha256Of('two pictures'))
  })

  it('is not remembered of a file that was written just now: a disk’s clock may not tell two such states apart (I4)', async () => {
    laterMs = 0
    await hashes.hash(path)
    await hashes.hash(path)
    expect(read).toHaveLength(2)
  })

  it('is no word about what cannot be read', async () => {
    await expect(hashes.hash(`${path}.none`)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(hashes.hash(join(path, '..'))).rejects.toMatchObject({ code: 'EISDIR' })
  })
})
