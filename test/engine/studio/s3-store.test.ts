import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FileStore } from '../../../src/engine/studio/file-store.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { newFolder } from '../../support/folders.ts'
import { newS3Server, openS3 } from '../../support/s3/open-s3.ts'
import type { Fault, S3Server } from '../../support/s3/server.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function newFile(sizeBytes = 300_000): { path: string; sha256: string; bytes: Buffer } {
  const path = join(newFolder(), 'file')
  const bytes = randomBytes(sizeBytes)
  writeFileSync(path, bytes)
  return { path, sha256: hashOf(bytes), bytes }
}

const keyOf = (sha256: string): string => `studio/${sha256.slice(0, 2)}/${sha256}`

/** What is said, which never holds what was signed or a key. */
async function saidOf(work: () => Promise<unknown>, server: S3Server): Promise<string> {
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown as Error & { code: string },
  )
  if (error === null) throw new Error('it was done')
  expect(error.code).toBe('files')
  for (const secret of Object.values(server.keys))
    expect(JSON.stringify([error.message, error.stack])).not.toContain(secret)
  return error.message
}

describe('files in S3 storage', () => {
  it.each<Fault>([
    { method: 'GET', how: 'cut', times: 3 },
    { method: 'GET', how: 'silent', times: 2 },
    { method: 'GET', how: 'slow-down', times: 3 },
    { method: 'GET', how: 'wrong', times: 1 },
  ])('come home whole although the storage answers $how, $times times', async (fault) => {
    const server = await newS3Server()
    const store = openS3(server)
    const { path, sha256, bytes } = newFile()
    await store.put(path, sha256)
    server.fail({ ...fault, of: /\/[0-9a-f]{64}$/ })
    const own = newFolder()
    expect(readFileSync((await store.fetch(sha256, own)) ?? '')).toEqual(bytes)
    expect(readdirSync(own)).toEqual([sha256])
    expect(server.isDue).toBe(0)
  })

  it.each<Fault>([
    { method: 'PUT', how: 'cut-upload', times: 3 },
    { method: 'PUT', how: 'silent', times: 1 },
    { method: 'PUT', how: 'slow-down', times: 3 },
    { method: 'PUT', how: 'unheard', times: 2 },
  ])(
    'are put whole, and nothing else, although the storage answers an upload with $how, $times times',
    async (fault) => {
      const server = await newS3Server()
      const { path, sha256, bytes } = newFile()
      server.fail(fault)
      await openS3(server).put(path, sha256)
      expect([...server.objects]).toEqual([[keyOf(sha256), bytes]])
      expect(server.isDue).toBe(0)
    },
  )

  it('that come back wrong after they were put count as not kept, and are said: what follows from them does not happen (I7)', async () => {
    const server = await newS3Server()
    const store = openS3(server)
    const { path, sha256 } = newFile()
    server.fail({ method: 'GET', how: 'wrong', times: 1 })
    expect(await saidOf(() => store.put(path, sha256), server)).toMatch(/gave back other bytes.*counts as not kept/)
    const other = newFile()
    server.fail({ method: 'PUT', how: 'forgotten', times: 1 })
    expect(await saidOf(() => store.put(other.path, other.sha256), server)).toMatch(/gave back nothing/)
    await store.put(path, sha256)
    await store.put(other.path, other.sha256)
    expect(await store.has(sha256)).toBe(true)
  })

  it('that are wrong each time are not there, and are put anew by whoever has them', async () => {
    const server = await newS3Server()
    const store = openS3(server)
    const { path, sha256, bytes } = newFile()
    server.objects.set(keyOf(sha256), bytes.subarray(0, 1000))
    expect(await store.has(sha256)).toBe(false)
    const own = newFolder()
    expect(await store.fetch(sha256, own)).toBeNull()
    expect(readdirSync(own)).toEqual([])
    await store.put(path, sha256)
    expect(server.objects.get(keyOf(sha256))).toEqual(bytes)
  })

  it('that are there whole are not sent again', async () => {
    const server = await newS3Server()
    const { path, sha256 } = newFile()
    await openS3(server).put(path, sha256)
    await openS3(server).put(path, sha256)
    expect(server.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  it('are given up after four tries, in one sentence; what stays wrong is not tried again', async () => {
    const server = await newS3Server()
    const store = openS3(server)
    server.fail({ method: 'GET', how: 'slow-down', times: 100 })
    expect(await saidOf(() => store.has('ab'.repeat(32)), server)).toMatch(
      /cannot be reached or written \(503 SlowDown\)\. Does the storage run/,
    )
    expect(server.asked).toHaveLength(4)
    server.fail({ method: 'PUT', how: 'forbidden', times: 100 })
    expect(await saidOf(() => openS3(server).probe(), server)).toMatch(
      /may not do that in s3:\/\/harbour\/studio\. Allow it GetObject/,
    )
    expect(server.asked).toHaveLength(5)
    expect(server.objects.size).toBe(0)
  })
})

describe('S3 storage that cannot be used', () => {
  const unusable: [string, (server: S3Server) => FileStore | Promise<FileStore>, RegExp][] = [
    [
      'there is no such bucket',
      (server) => openS3(server, 's3://elsewhere'),
      /There is no bucket elsewhere at 127.*--files/,
    ],
    [
      'the bucket lies in another region',
      (server) => openS3(server, undefined, { AWS_REGION: 'us-west-9' }),
      /does not lie in the region us-west-9 but in eu-test-1\. Set AWS_REGION to eu-test-1/,
    ],
    [
      'the secret is another',
      (server) => openS3(server, undefined, { AWS_SECRET_ACCESS_KEY: 'another' }),
      /does not accept this access key\. Look at AWS_ACCESS_KEY_ID/,
    ],
    [
      'the key is another',
      (server) => openS3(server, undefined, { AWS_ACCESS_KEY_ID: 'AKIDOTHER' }),
      /does not accept this access key/,
    ],
    [
      'this computer has no key',
      (server) => openS3(server, undefined, { AWS_SECRET_ACCESS_KEY: '' }),
      /this computer has no key to them\. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
    ],
    [
      'this computer has another time',
      (server) => {
        server.clockMs = -3_600_000
        return openS3(server)
      },
      /The clock of this computer differs too much.*GMT there\)\. Set it right/,
    ],
    [
      'it would go unencrypted over a network',
      (server) => openS3(server, undefined, { PRINTROOM_S3_ENDPOINT: 'http://files.example' }),
      /begins with https:\/\//,
    ],
    [
      'a password stands in its address',
      (server) => openS3(server, undefined, { PRINTROOM_S3_ENDPOINT: 'https://key:secret@files.example' }),
      /without a name or password/,
    ],
    [
      'nobody is there',
      async (server) => {
        await server.close()
        return openS3(server)
      },
      /cannot be reached or written \(ECONNREFUSED\)/,
    ],
  ]

  it.each(unusable)('says in one sentence that %s, and leaves nothing', async (_, open, words) => {
    const server = await newS3Server()
    const store = await open(server)
    const { path, sha256 } = newFile(10)
    for (const ask of [() => store.probe(), () => store.claim('one'), () => store.put(path, sha256)])
      expect(await saidOf(ask, server)).toMatch(words)
    expect(server.objects.size).toBe(0)
  })

  it('says that it knows no conditional writes where a studio would be begun', async () => {
    const server = await newS3Server()
    server.conditions = 'refused'
    const store = openS3(server)
    expect(await saidOf(() => store.claim('one'), server)).toMatch(/knows no conditional writes.*--files/)
    expect(server.objects.size).toBe(0)
  })

  it('says that it passes over the condition by which two studios are kept apart, and is not used', async () => {
    const server = await newS3Server()
    server.conditions = 'passed over'
    const store = openS3(server)
    expect(await saidOf(() => store.probe(), server)).toMatch(/If-None-Match.*two studios.*--files/)
    expect(server.objects.size).toBe(0)
  })

  it('asks for nothing before a file is asked for: a key is needed by those alone who need files', () => {
    expect(openFileStore('s3://harbour/studio').pathOf('abcd')).toBe('s3://harbour/studio/ab/abcd')
  })
})
