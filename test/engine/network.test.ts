import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { SettingError } from '../../src/engine/platform/settings.ts'
import { Exchanger } from '../../src/engine/remote/exchange.ts'
import { checkNetwork, proxyOf } from '../../src/engine/remote/network.ts'

const limits = { connectMs: 2000, headersMs: 2000, bodyMs: 2000 }
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A proxy that lets nobody through and remembers where they wanted to go. */
async function closedProxy(): Promise<{ address: string; wanted: string[] }> {
  const wanted: string[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    wanted.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, wanted }
}

describe('the way to the service', () => {
  it('leads through the proxy, and a proxy that refuses is no proof that nothing was sent', async () => {
    const proxy = await closedProxy()
    const exchanger = new Exchanger(limits, { proxy: proxy.address, extraCa: null })
    const exchange = await exchanger.exchange({
      method: 'POST',
      url: 'https://service.invalid/api/x',
      body: Buffer.from('{}'),
    })
    await exchanger.close()
    expect(proxy.wanted).toEqual(['service.invalid:443'])
    expect(exchange.type).not.toBe('answer')
  })

  it('sends nothing, and says so, where the system names a proxy that cannot be one, and once it is closed', async () => {
    const post = { method: 'POST', url: 'https://service.invalid/api/x', body: Buffer.from('{}') } as const
    const astray = new Exchanger(limits, { proxy: proxyOf('PROXY proxy.example:http'), extraCa: null })
    expect(await astray.exchange(post)).toEqual({ type: 'notSent', reason: expect.stringContaining('proxy') })
    await astray.close()
    expect(await astray.exchange(post)).toEqual({ type: 'notSent', reason: 'Printroom is closing.' })

    const proxy = await closedProxy()
    const unused = new Exchanger(limits, { proxy: proxy.address, extraCa: null })
    const [exchange] = await Promise.all([unused.exchange(post), unused.close()])
    expect(exchange.type).toBe('notSent')
    expect(proxy.wanted).toEqual([])
  })

  it('is read from what a system says of its proxies', () => {
    expect(proxyOf('DIRECT')).toBeNull()
    expect(proxyOf('PROXY proxy.example:8080; DIRECT')).toBe('http://proxy.example:8080')
    expect(proxyOf('SOCKS5 s.example:1; HTTPS p.example:443')).toBe('https://p.example:443')
    expect(proxyOf('')).toBeNull()
  })

  it('is refused in words where it cannot be one, or holds a password', () => {
    const keep = { proxy: 'direct', extraCa: null }
    expect(checkNetwork({ ...keep, proxy: ' http://proxy.example:8080 ' }).proxy).toBe('http://proxy.example:8080')
    for (const proxy of ['proxy', 'socks5://p.example', 'http://me:secret@p.example'])
      expect(() => checkNetwork({ ...keep, proxy })).toThrow(SettingError)
  })

  it('trusts further certificates only from a file that holds some', () => {
    const folder = mkdtempSync(join(tmpdir(), 'printroom-ca-'))
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const [pem = ''] = getCACertificates('default')
    const good = file('good.pem', `a company's own\n${pem}\n`)
    expect(checkNetwork({ proxy: 'system', extraCa: good }).extraCa).toBe(good)
    const broken = pem.replace(/[A-Za-z0-9]{40}/, 'A'.repeat(40))
    for (const extraCa of [file('none.pem', 'nothing'), file('broken.pem', broken), join(folder, 'missing.pem')])
      expect(() => checkNetwork({ proxy: 'system', extraCa })).toThrow(SettingError)
    // Has no end: whoever began to read it would never come back.
    if (process.platform !== 'win32')
      expect(() => checkNetwork({ proxy: 'system', extraCa: '/dev/zero' })).toThrow('cannot be read')
  })
})
