import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Downloader } from '../../../src/engine/remote/download.ts'
import { newFolder } from '../../support/folders.ts'
import { type Script, scriptedServer } from './support/server.ts'

const whole = Buffer.from(Array.from({ length: 4_000_000 }, (_, at) => at % 251))
const etag = '"one"'

/** A server that cuts every line after so many bytes. */
const cutting =
  (most: number, changes: Record<string, string> = {}, tagLater = etag): Script =>
  (response, { headers }) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const isPart = headers.range !== undefined && headers['if-range'] === tagLater
    const rest = isPart ? whole.subarray(from) : whole
    const range = isPart ? { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` } : {}
    const tag = headers.range === undefined ? etag : tagLater
    const said = { 'accept-ranges': 'bytes', etag: tag, 'content-length': String(rest.length), ...range, ...changes }
    response.writeHead(isPart ? 206 : 200, said)
    if (rest.length <= most) response.end(rest)
    else response.write(rest.subarray(0, most), () => setImmediate(() => response.destroy()))
  }

async function fetched(script: Script) {
  const server = await scriptedServer(script)
  const downloader = new Downloader(async () => server.url)
  onTestFinished(() => downloader.close())
  const path = join(newFolder(), 'file')
  const error: unknown = await downloader.fetchTo(`${server.url}/1`, path).then(
    () => null,
    (why) => why,
  )
  return { error, path, ranges: server.seen.map(({ headers }) => headers.range) }
}

it('a download that is cut goes on where it was, whole and the very same (I7)', async () => {
  const { error, path, ranges } = await fetched(cutting(1_500_000))
  expect(error).toBeNull()
  expect(readFileSync(path).equals(whole)).toBe(true)
  expect(ranges).toHaveLength(3)
  expect(ranges[0]).toBeUndefined()
})

it.each([
  ['gives no parts', cutting(1_500_000, { 'accept-ranges': 'none' })],
  ['knows it by a weak tag', cutting(1_500_000, { etag: 'W/"one"' })],
] as const)('a download that is cut is not gone on with where the server %s (I7)', async (_, script) => {
  const { error, ranges } = await fetched(script)
  expect(error).toMatchObject({ name: 'DownloadError' })
  expect(ranges).toEqual([undefined])
})

it('two versions of a file are never put together (I7, I11)', async () => {
  expect((await fetched(cutting(1_500_000, {}, '"two"'))).error).toMatchObject({ name: 'DownloadError' })
  const other = await fetched(cutting(1_500_000, { 'content-range': 'bytes 0-9/10' }))
  expect(other.error).toMatchObject({ name: 'DownloadError' })
})

it('a line that is cut again and again is left for later (I7)', async () => {
  const { error, ranges } = await fetched(cutting(300_000))
  expect(error).toMatchObject({ name: 'DownloadError', message: expect.stringContaining('connection broke') })
  expect(ranges).toHaveLength(4)
})
