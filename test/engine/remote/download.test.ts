import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Downloader } from '../../../src/engine/remote/download.ts'
import { DownloadError } from '../../../src/engine/remote/download-error.ts'
import { newFolder } from '../../support/folders.ts'
import { closedProxy } from './support/proxy.ts'
import { raw, type Script, scriptedServer } from './support/server.ts'

const bytes = 'the bytes of a picture'

/** A downloader for which one origin counts as the configured loopback service's own. */
function downloader(own: string | null): Downloader {
  const made = new Downloader(async () => own)
  onTestFinished(() => made.close())
  return made
}

async function failureOf(fetching: Promise<unknown>): Promise<DownloadError> {
  const error = await fetching.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DownloadError)) throw new Error(`not a DownloadError: ${error}`)
  return error
}

async function fetchFrom(script: Script) {
  const server = await scriptedServer(script)
  const path = join(newFolder(), 'file')
  return { server, path, fetching: downloader(server.url).fetchTo(`${server.url}/media/1`, path) }
}

describe('fetching a file', () => {
  it('keeps its bytes and tells their hash, and carries no key (O12, A14, I7)', async () => {
    const { server, path, fetching } = await fetchFrom(raw(200, bytes))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await fetching).toMatchObject({ sha256, sizeBytes: bytes.length })
    expect(readFileSync(path, 'utf8')).toBe(bytes)
    expect(server.seen[0]?.headers).not.toHaveProperty('authorization')
    expect(server.seen[0]?.headers).not.toHaveProperty('cookie')
  })

  it('follows a few redirects on the service’s own loopback, and not more', async () => {
    const script: Script = (response, { path }) => {
      const hop = Number(path.split('/').at(-1))
      if (hop > 3) response.end(bytes)
      else response.writeHead(302, { location: `/media/${hop + 1}` }).end()
    }
    const server = await scriptedServer(script)
    const path = join(newFolder(), 'file')
    await downloader(server.url).fetchTo(`${server.url}/media/1`, path)
    expect((await failureOf(downloader(server.url).fetchTo(`${server.url}/media/0`, path))).addressStale).toBe(true)
  })

  it.each(['8.8.8.8', '151.101.1.140', '[2606:4700::6810:84e5]', '[::ffff:808:808]', '[64:ff9b::808:808]'])(
    'is tried from any public address, of both families: %s (A14, I7)',
    async (host) => {
      const proxy = await closedProxy()
      const made = new Downloader(async () => null, { route: { proxy: proxy.address, extraCa: null } })
      onTestFinished(() => made.close())
      const error = await failureOf(made.fetchTo(`https://${host}/1.png`, join(newFolder(), 'file')))
      expect(proxy.wanted).toEqual([`${host}:443`])
      expect(error).toMatchObject({ message: 'The file’s address does not answer.', addressStale: false })
    },
  )

  it('that is led on to what is no address is told of, with a dead address (A14)', async () => {
    const { fetching } = await fetchFrom(raw(302, '', { location: 'https://[' }))
    expect(await failureOf(fetching)).toMatchObject({
      message: 'The service gave an address that cannot be read.',
      addressStale: true,
    })
  })

  it.each([
    [401, true],
    [403, true],
    [404, true],
    [410, true],
    [429, false],
    [500, false],
    [503, false],
  ])('that answers %i: is the address dead? %s (A14)', async (status, stale) => {
    const { fetching, path } = await fetchFrom(raw(status, 'no'))
    expect((await failureOf(fetching)).addressStale).toBe(stale)
    expect(existsSync(path)).toBe(false)
  })

  it('that comes empty is no file', async () => {
    const { fetching } = await fetchFrom(raw(200, ''))
    expect((await failureOf(fetching)).message).toContain('empty')
  })

  it.each([
    ['shorter than it said', `content-length: 99\r\n\r\n${bytes}`],
    ['without its last chunk', `transfer-encoding: chunked\r\n\r\n16\r\n${bytes}\r\n`],
  ])('that comes %s is not kept as whole (I7)', async (_, rest) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const error = await failureOf(downloader(url).fetchTo(`${url}/1`, join(newFolder(), 'file')))
    expect(error.addressStale).toBe(false)
  })
})

describe('addresses that are not fetched', () => {
  it.each([
    'http://media.test/1.png',
    'ftp://media.test/1.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'not an address',
    '',
  ])('are those that are not https: %s', async (address) => {
    const error = await failureOf(downloader(null).fetchTo(address, join(newFolder(), 'file')))
    expect(error.message).toMatch(/not with https|cannot be read/)
  })

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '0',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.1.2.3]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::192.168.1.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[fd00::1]',
    '[fe80::1]',
    '[fec0::1]',
    'localhost',
  ])('are private ones, however they are written: %s (A39)', async (host) => {
    const server = await scriptedServer(raw(200, bytes))
    const { port } = new URL(server.url)
    const fetching = downloader(null).fetchTo(`https://${host}:${port}/1.png`, join(newFolder(), 'file'))
    expect((await failureOf(fetching)).message).toMatch(/private network.*Nothing more will be charged/)
    expect(server.seen).toEqual([])
  })

  it.each(['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost', 'https://[::ffff:127.0.0.1]', 'file:///etc'])(
    'are private ones behind a redirect: %s (A39)',
    async (to) => {
      const inside = await scriptedServer(raw(200, bytes))
      const { port } = new URL(inside.url)
      const location = to.startsWith('file') ? to : `${to}:${port}/secret`
      const { fetching } = await fetchFrom(raw(302, '', { location }))
      await failureOf(fetching)
      expect(inside.seen).toEqual([])
    },
  )

  it('are those of another loopback service than the configured one', async () => {
    const other = await scriptedServer(raw(200, bytes))
    await failureOf(downloader('http://127.0.0.1:1').fetchTo(`${other.url}/1`, join(newFolder(), 'file')))
    expect(other.seen).toEqual([])
  })

  it.each(['200 OK', '404 Not Found'])('that drips after %s gives its place back (M8)', async (status) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      const timer = setInterval(() => socket.write('x'), 50)
      socket.on('close', () => clearInterval(timer))
      socket.once('data', () => socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 100000\r\n\r\n`))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const dripped = new Downloader(async () => url, { pace: { windowMs: 300, bytes: 1000 } })
    onTestFinished(() => dripped.close())
    const error = await failureOf(dripped.fetchTo(`${url}/1`, join(newFolder(), 'file')))
    expect(error.message).toMatch(status.startsWith('2') ? /so slowly/ : /404/)
  })
})
