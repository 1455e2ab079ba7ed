import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileStore, mustBeOf } from '../../../src/engine/studio/file-store.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { filesUnder } from '../../support/files-under.ts'
import { newFolder } from '../../support/folders.ts'
import { newS3Server, openS3 } from '../../support/s3/open-s3.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function fileOf(text: string): { path: string; sha256: string } {
  const path = join(newFolder(), 'file')
  writeFileSync(path, text)
  return { path, sha256: hashOf(text) }
}

const placeOf = (sha256: string): string => join(sha256.slice(0, 2), sha256)

/** One place of files, with what lies in it. */
interface Place {
  /** As another computer opens it. */
  open: () => FileStore
  names: () => string[]
  rot: (name: string, text: string) => void
  /** From now on it cannot be had. */
  takeAway: () => void | Promise<void>
}

const kinds: Record<string, () => Promise<Place>> = {
  'in a folder': async () => {
    const folder = newFolder()
    return {
      open: () => openFileStore(`file://${folder}`),
      names: () => filesUnder(folder).map((path) => path.slice(folder.length + 1)),
      rot: (name, text) => writeFileSync(join(folder, name), text),
      takeAway: () => {
        rmSync(folder, { recursive: true })
        writeFileSync(folder, '')
      },
    }
  },
  'in S3 storage': async () => {
    const server = await newS3Server()
    return {
      open: () => openS3(server),
      names: () => [...server.objects.keys()].map((key) => key.replace(/^studio\//, '')),
      rot: (name, text) => server.objects.set(`studio/${name}`, Buffer.from(text)),
      takeAway: () => server.close(),
    }
  },
}

describe.each(Object.entries(kinds))('the files of a studio %s', (_, newPlace) => {
  it('come back as they were put, at another computer too', async () => {
    const place = await newPlace()
    const { path, sha256 } = fileOf('a lighthouse')
    await place.open().put(path, sha256)
    const own = newFolder()
    const other = place.open()
    expect(await other.fetch(sha256, own)).toBe(join(own, sha256))
    expect(readdirSync(own)).toEqual([sha256])
    expect(readFileSync(join(own, sha256), 'utf8')).toBe('a lighthouse')
    expect(readFileSync((await other.reach(sha256, newFolder())) ?? '', 'utf8')).toBe('a lighthouse')
    expect(place.names()).toEqual([placeOf(sha256)])
  })

  it('that are missing or not what they should be are not there: nobody is given them (I7)', async () => {
    const place = await newPlace()
    const store = place.open()
    const { path, sha256 } = fileOf('a lighthouse')
    const own = newFolder()
    expect(await store.has(sha256)).toBe(false)
    expect(await store.fetch(sha256, own)).toBeNull()
    await store.put(path, sha256)
    for (const rot of ['a lighthous', 'a lighthousf', 'a lighthouse and more', '']) {
      place.rot(placeOf(sha256), rot)
      expect(await store.has(sha256)).toBe(false)
      expect(await store.fetch(sha256, own)).toBeNull()
      expect(await store.reach(sha256, own)).toBeNull()
    }
    expect(readdirSync(own)).toEqual([])
    await store.put(path, sha256)
    expect(await store.has(sha256)).toBe(true)
  })

  it('are not taken under a hash that is not theirs, and nothing is left of the try', async () => {
    const place = await newPlace()
    const { path } = fileOf('a lighthouse')
    await expect(place.open().put(path, hashOf('a warehouse'))).rejects.toThrow()
    expect(place.names()).toEqual([])
  })

  it('a copy of this computer that rotted is fetched again', async () => {
    const place = await newPlace()
    const store = place.open()
    const { path, sha256 } = fileOf('a lighthouse')
    await store.put(path, sha256)
    const own = newFolder()
    writeFileSync(join(own, sha256), 'rot')
    const fetched = await store.fetch(sha256, own)
    expect(fetched).toBe(join(own, sha256))
    expect(await (await newPlace()).open().put(fetched ?? '', sha256)).toBeUndefined()
  })

  it('two studios do not share one place, and one without its mark is nobody’s', async () => {
    const place = await newPlace()
    await expect(mustBeOf(place.open(), 'one')).rejects.toThrow(/its mark is missing.*Nothing was put there/)
    await place.open().claim('one')
    await place.open().claim('one')
    expect(await place.open().owner()).toBe('one')
    await expect(place.open().claim('another')).rejects.toThrow(/files of another studio.*--files/)
    await expect(mustBeOf(place.open(), 'another')).rejects.toThrow(/files of another studio.*--files/)
    expect(await place.open().owner()).toBe('one')
    const race = await newPlace()
    const claims = await Promise.allSettled(['a', 'b', 'c', 'd'].map((studio) => race.open().claim(studio)))
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('a probe writes, reads and removes a file of its own, and nothing else', async () => {
    const place = await newPlace()
    await place.open().claim('one')
    await place.open().probe()
    expect(place.names()).toEqual(['printroom-studio'])
  })

  it('where they cannot be reached, one sentence says so, and it is no missing file', async () => {
    const place = await newPlace()
    const { path, sha256 } = fileOf('a lighthouse')
    const store = place.open()
    await place.takeAway()
    const words = /cannot be reached or written \([A-Z_]+\)\. (Is the share mounted|Does the storage run)/
    for (const ask of [
      () => store.claim('one'),
      () => store.owner(),
      () => store.probe(),
      () => store.put(path, sha256),
      () => store.has(sha256),
      () => store.fetch(sha256, newFolder()),
    ])
      await expect(ask()).rejects.toThrow(words)
  })
})

describe('an address of files', () => {
  it('that is neither a folder nor S3 storage is refused in one sentence', () => {
    expect(() => openFileStore('https://files.test/x')).toThrow(/Name one with --files/)
    for (const odd of [
      's3://',
      's3://B',
      's3://key:secret@bucket/x',
      's3://bucket/../x',
      's3://bucket/a//b',
      's3://bucket/a b',
      's3://bucket/?x=1',
    ])
      expect(() => openFileStore(odd), odd).toThrow(/s3:\/\/bucket\/prefix.*--files/)
    expect(openFileStore('s3://bucket/a/b/').address).toBe('s3://bucket/a/b')
    expect(openFileStore('s3://bucket').address).toBe('s3://bucket')
  })

  it('that is no folder of this computer any more is trouble', async () => {
    await expect(openFileStore(join(newFolder(), 'away')).has('ab'.repeat(32))).rejects.toThrow(/Is the share mounted/)
  })
})
