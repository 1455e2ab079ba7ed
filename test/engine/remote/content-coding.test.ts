import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Downloader } from '../../../src/engine/remote/download.ts'
import { type CodingName, codingNames, packed, rawDeflated } from '../../support/content-codings.ts'
import { newFolder } from '../../support/folders.ts'
import { flat } from '../images/support/pictures.ts'
import { noVerdict, operationNames, operations } from './support/operations.ts'
import { json, type Script, scriptedServer, serviceAt } from './support/server.ts'

const picture = await flat(300, 200).png().toBuffer()
/** Longer than a decoder is given at once, and not alike throughout. */
const long = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * at) % 251))

const headers = (coding: string): Record<string, string> => ({ 'content-encoding': coding })

/** A body as it is, with its length and what it is said to be packed in. */
const as =
  (coding: string, body: Buffer): Script =>
  (response) =>
    void response.writeHead(200, { ...headers(coding), 'content-length': String(body.length) }).end(body)

/** The same without its length, in small chunks. */
const inChunks =
  (coding: string, body: Buffer, size = 1000): Script =>
  (response) => {
    response.writeHead(200, headers(coding))
    for (let at = 0; at < body.length; at += size) response.write(body.subarray(at, at + size))
    response.end()
  }

async function fetched(script: Script, mostBytes?: number) {
  const server = await scriptedServer(script)
  const downloader = new Downloader(async () => server.url)
  onTestFinished(() => downloader.close())
  const path = join(newFolder(), 'file')
  const [came, error]: [unknown, unknown] = await downloader.fetchTo(`${server.url}/1`, path, mostBytes).then(
    (one) => [one, null],
    (why) => [null, why],
  )
  return { came, error, path, seen: server.seen }
}

describe('answers of the service', () => {
  it('are asked for as they are, and so are files (M3, I12)', async () => {
    const server = await scriptedServer(json(200, {}))
    for (const name of operationNames) await operations[name](serviceAt(server.url))
    expect(new Set(server.seen.map((one) => one.headers['accept-encoding']))).toEqual(new Set(['identity']))
    const { seen } = await fetched(as('identity', picture))
    expect(seen[0]?.headers['accept-encoding']).toBe('identity')
  })

  const job = { success: true, generationId: 'gen-1', status: 'completed', mediaType: 'image', imageUrls: [] }
  const plain = Buffer.from(JSON.stringify({ ...job, filler: 'x'.repeat(90_000) }))

  it.each([...codingNames, 'gzip, br', ' GZip , identity,, ZSTD', 'x-gzip'])(
    'are understood that come packed as “%s” all the same (M3, I12, O58, O59)',
    async (coding) => {
      const { url, answer } = await scriptedServer(inChunks(coding, packed(plain, coding)))
      const service = serviceAt(url)
      expect(await operations.submit(service)).toMatchObject({ type: 'accepted' })
      expect(await operations.lookUp(service)).toMatchObject({ type: 'found' })
      expect(await operations.status(service)).toMatchObject({ type: 'job' })
      const refusal = JSON.stringify({ success: false, code: 'insufficient_credits', error: 'Too few' })
      answer((response) => void response.writeHead(402, headers(coding)).end(packed(Buffer.from(refusal), coding)))
      expect(await operations.submit(service)).toMatchObject({ type: 'refused', reason: 'credits' })
    },
  )

  it.each(['gzip', 'br', 'compress'])(
    'are understood that are said to be packed as %s and are not (I12)',
    async (coding) => {
      const { url } = await scriptedServer(as(coding, plain))
      expect(await operations.status(serviceAt(url))).toMatchObject({ type: 'job' })
    },
  )

  it.each(codingNames)('say nothing of the order where what is packed as %s is cut (A29, I3)', async (coding) => {
    const whole = packed(plain, coding)
    const { url, answer } = await scriptedServer()
    const service = serviceAt(url)
    for (const size of [0, 1, whole.length >> 1, whole.length - 1]) {
      answer(as(coding, whole.subarray(0, size)))
      for (const name of operationNames) expect((await operations[name](service)).type).toBe(noVerdict[name])
    }
  })

  it.each(codingNames)('end at the limit where a few bytes packed as %s become many (M8, A29)', async (coding) => {
    const bomb = packed(
      Buffer.concat([plain.subarray(0, -1), Buffer.alloc(64 * 2 ** 20, 0x20), Buffer.from('}')]),
      coding,
    )
    const { url } = await scriptedServer(as(coding, bomb))
    expect(bomb.length).toBeLessThan(200_000)
    expect(await operations.status(serviceAt(url))).toMatchObject({ type: noVerdict.status })
  })
})

describe('a result that comes packed', () => {
  it.each([...codingNames, 'gzip, br', 'x-gzip', 'zstd,gzip'])(
    'as “%s” comes home as it was made, with its length or without it (M3, I7, I12)',
    async (coding) => {
      for (const bytes of [picture, long])
        for (const isLengthTold of [true, false]) {
          const body = packed(bytes, coding)
          const { came, error, path } = await fetched((isLengthTold ? as : inChunks)(coding, body))
          expect(error).toBeNull()
          const sha256 = createHash('sha256').update(bytes).digest('hex')
          expect(came).toEqual({ sizeBytes: bytes.length, sha256, isLengthTold })
          expect(readFileSync(path).equals(bytes)).toBe(true)
        }
    },
  )

  it.each(['zstd', 'gzip'] as CodingName[])('as %s in several pieces comes whole (M4, I7)', async (coding) => {
    const both = Buffer.concat([packed(long, coding), packed(picture, coding)])
    const wanted = Buffer.concat([long, picture])
    for (const script of [as(coding, both), inChunks(coding, both, 7)]) {
      const { error, path } = await fetched(script)
      expect(error).toBeNull()
      expect(readFileSync(path).equals(wanted)).toBe(true)
    }
    expect((await fetched(as(coding, both.subarray(0, -2)))).error).toMatchObject({
      message: 'The file came cut short.',
    })
  })

  it.each(codingNames)('as %s and cut anywhere is never whole, on any line (M4, I7, I11)', async (coding) => {
    const whole = packed(picture, coding)
    for (const size of [1, 5, whole.length >> 1, whole.length - 8, whole.length - 1])
      for (const script of [as(coding, whole.subarray(0, size)), inChunks(coding, whole.subarray(0, size))])
        expect((await fetched(script)).error).toMatchObject({
          name: 'DownloadError',
          message: 'The file came cut short.',
        })
  })

  it('as deflate without its head, as many servers send it, comes home (M3, I12)', async () => {
    const { error, path } = await fetched(as('deflate', rawDeflated(long)))
    expect(error).toBeNull()
    expect(readFileSync(path).equals(long)).toBe(true)
  })

  it('is never put together from parts, however much the server gives them (I7, I11)', async () => {
    const whole = packed(long, 'gzip')
    const { error, seen } = await fetched((response) => {
      const says = { 'accept-ranges': 'bytes', etag: '"one"', 'content-length': String(whole.length) }
      response.writeHead(200, { ...headers('gzip'), ...says })
      response.write(whole.subarray(0, whole.length >> 1), () => setImmediate(() => response.destroy()))
    })
    expect(error).toMatchObject({ name: 'DownloadError' })
    expect(seen).toHaveLength(1)
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', 'aws-chunked', 'utf-8', 'gzip, compress'])(
    'only by what is said of it, as “%s”, comes home as it is (I12, I7)',
    async (coding) => {
      const { error, path } = await fetched(as(coding, picture))
      expect(error).toBeNull()
      expect(readFileSync(path).equals(picture)).toBe(true)
    },
  )

  it('in a way that nobody here knows is told of, and its address counts as one that failed (M3)', async () => {
    for (const coding of ['compress', 'gzip, sdch\u00ad', 'gzip,gzip,gzip,gzip,gzip']) {
      const { error } = await fetched(as(coding, packed(picture, 'gzip')))
      expect(error).toMatchObject({
        name: 'DownloadError',
        message: expect.stringMatching(/^The file came packed in a way that Printroom does not know \(“[ -~]+”\)\.$/),
      })
    }
  })

  it.each(codingNames)('as %s and damaged is told of (M3, I11)', async (coding) => {
    const { error } = await fetched(
      as(coding, Buffer.concat([Buffer.alloc(40, 0xfe), packed(long, coding).subarray(40)])),
    )
    expect(error).toMatchObject({ name: 'DownloadError', message: expect.stringContaining('could not be unpacked') })
  })

  it.each(codingNames)('as %s and becomes far more ends at the limit, and is not kept (M8)', async (coding) => {
    const bomb = packed(Buffer.alloc(32 * 2 ** 20), coding)
    const { error, path } = await fetched(as(coding, bomb), 2 ** 20)
    expect(error).toMatchObject({ name: 'DownloadError', message: expect.stringContaining('larger than any result') })
    expect(readFileSync(path).length).toBeLessThanOrEqual(2 ** 20)
    const twice = await fetched(as(`${coding}, ${coding}`, packed(bomb, coding)), 2 ** 20)
    expect(twice.error).toMatchObject({ message: expect.stringContaining('larger than any result') })
  })

  it('and says nothing at all, without an end, ends at the limit too (M8)', async () => {
    // Empty stored blocks: what goes in becomes nothing.
    const nothing = Buffer.concat([
      packed(Buffer.alloc(0), 'gzip').subarray(0, 10),
      Buffer.alloc(500_000, Buffer.from('000000ffff', 'hex')),
    ])
    const { error } = await fetched(inChunks('gzip', nothing, 50_000), 200_000)
    expect(error).toMatchObject({ message: expect.stringContaining('larger than any result') })
  })
})
