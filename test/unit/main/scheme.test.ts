import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { serveScheme } from '../../../src/main/scheme.ts'
import { StartupSnapshotFile } from '../../../src/main/startup-snapshot.ts'
import { askHandler } from '../../electron-stand-in/protocol.mjs'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const gif = Buffer.concat([Buffer.from('GIF89a/*'), Buffer.alloc(40), Buffer.from('*/=1;window.putIn=true')])
const mp4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')
const files: Record<string, Buffer> = {
  'evil.js': gif,
  'evil.css': gif,
  'page.html': mp4,
  'script.png': Buffer.from('window.putIn = true'),
  'page.gif': Buffer.from('<!doctype html><script>putIn = true</script>'),
  'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>putIn = true</script></svg>'),
  'empty.jpg': Buffer.alloc(0),
}
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'printroom-test-'))
  writeFileSync(join(folder, 'long.mp4'), long)
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const sight = new StartupSnapshotFile(join(folder, 'sight.json'), () => ({ service: null, data: '' }))
  serveScheme(async (address) => join(folder, address.split('/').at(-1) ?? ''), sight)
})
/** Many times what a file that nobody reads is read of. */
const long = Buffer.concat([mp4, Buffer.alloc(4_000_000)])

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const shown = (name: string, headers: Record<string, string> = {}): Promise<Response> =>
  askHandler(new Request(`printroom://source/${name}`, { headers }))

it.each([
  ['evil.js', 'image/gif'],
  ['evil.css', 'image/gif'],
  ['page.html', 'video/mp4'],
])('somebody’s file is shown as what its bytes are, whatever it is called: %s is %s (W8)', async (name, type) => {
  for (const range of ['bytes=-', 'bytes=4-9']) {
    const answer = await shown(name, { range })
    expect([answer.ok, answer.headers.get('content-type')]).toEqual([true, type])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  }
})

it.each(['script.png', 'page.gif', 'drawing.svg', 'empty.jpg', 'gone.png'])(
  'what is no picture and no film is not served at all: %s (W8)',
  async (name) => {
    const answer = await shown(name)
    expect([answer.status, await answer.text()]).toEqual([404, 'not found'])
  },
)

it.each(['printroom://source/gone.png', 'printroom://app/gone.js', 'printroom://app/%ff', 'printroom://sample/gone'])(
  'an answer that there is nothing has the policies of all others: %s (W8)',
  async (address) => {
    const { status, headers } = await askHandler(new Request(address))
    expect([status, headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
      404,
      "default-src 'none'; sandbox",
      'nosniff',
    ])
  },
)

it('the app’s own page is let run its scripts and send its forms, and shows no box that looks like main’s (W1)', async () => {
  const { headers } = await askHandler(new Request('printroom://app/first-sight.css'))
  const [, sandbox] = /sandbox ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? []
  expect(sandbox?.split(' ')).toEqual(['allow-scripts', 'allow-same-origin', 'allow-forms'])
})

it('a host of the scheme that is not described leads nowhere, whatever the engine has there (W2)', async () => {
  const known = await askHandler(new Request('printroom://library/evil.js'))
  const other = await askHandler(new Request('printroom://elsewhere/evil.js'))
  expect([known.status, other.status]).toEqual([200, 404])
})

it('a page that asks and does not read holds no more files open than a screen has: the oldest gives way (W9)', async () => {
  const answers: Response[] = []
  for (let n = 0; n < 300; n += 1) answers.push(await shown('long.mp4'))
  await expect(answers[0]?.arrayBuffer()).rejects.toThrow('too many are open')
  expect((await answers.at(-1)?.arrayBuffer())?.byteLength).toBe(long.length)
  for (const answer of answers.slice(1, -1)) void answer.body?.cancel().catch(() => undefined)
})

it('what the page puts for the next start is held twice at most, however often it puts (W9)', async () => {
  const endless = () =>
    askHandler(
      new Request('printroom://app/first-sight', {
        method: 'PUT',
        body: new ReadableStream(),
        duplex: 'half',
      } as RequestInit),
    )
  void endless()
  void endless()
  expect((await endless()).status).toBe(429)
})
