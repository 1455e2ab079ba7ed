import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PracticeHost } from '../../../src/engine/practice/host.ts'
import { relayedPractice, servePractice } from '../../../src/engine/practice/relay.ts'
import {
  announced,
  type PracticeAnnouncement,
  type PracticeStart,
  practiceArguments,
  practiceEnvironment,
  spawnPractice,
} from '../../../src/engine/practice/start.ts'
// The stand-in's: a real process with Electron's parentPort.
import { utilityProcess } from '../../electron-stand-in/utility-process.mjs'
import { eventually } from '../../support/eventually.ts'
import { newFolder } from '../../support/folders.ts'
import { practiceEntry } from '../../support/programs.ts'

type Start = (options: PracticeStart) => Promise<PracticeAnnouncement>

/** As where the engine starts it by a plain Node. */
const spawned =
  (file: string): Start =>
  (options) =>
    spawnPractice(process.execPath, file, options)

/** As in an app without one: main starts a utility process, and the engine asks for it over a port. */
const relayed = (file: string): Start => {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port2.close())
  servePractice(port1, (options) =>
    announced(
      utilityProcess.fork(file, practiceArguments(options), { env: practiceEnvironment(options), stdio: 'pipe' }),
    ),
  )
  return relayedPractice(port2)
}

function hostOf(start: Start, home = newFolder()): PracticeHost {
  const host = new PracticeHost({ home, timeScale: 1, start })
  onTestFinished(() => host.close())
  return host
}
async function baseOf(host: PracticeHost): Promise<string> {
  const found = await host.endpoint()
  if ('problem' in found) throw new Error(found.problem)
  return found.base
}

describe.each([
  ['by a plain Node', spawned],
  ['as a utility process of main’s', relayed],
])('practice that is started %s', (_, startOf) => {
  it('answers, is joined by whoever comes next, and ends when nobody holds it any more', async () => {
    const home = newFolder()
    const host = hostOf(startOf(practiceEntry), home)
    const base = await baseOf(host)
    expect((await fetch(`${base}/api/models`)).status).toBe(200)
    const never: Start = () => Promise.reject(new Error('it runs already'))
    const other = hostOf(never, home)
    expect(await baseOf(other)).toBe(base)
    host.close()
    expect((await fetch(`${base}/api/models`)).status).toBe(200)
    other.close()
    await eventually(() => expect(fetch(`${base}/api/models`)).rejects.toThrow())
  })

  it('says why where it does not start', async () => {
    expect(await hostOf(startOf('/nowhere/practice.ts')).endpoint()).toMatchObject({
      problem: expect.stringMatching(/^The practice service ended with status 1\./),
    })
  })
})

describe('whoever sits at an address that practice left', () => {
  /** What the squatter heard, word for word; it passes all of it on to a real one, where one is given. */
  async function squatter(passTo?: string): Promise<{ url: string; heard: () => string }> {
    let heard = ''
    const server = createServer((request, response) => {
      heard += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n`
      if (passTo === undefined) return response.writeHead(200).flushHeaders()
      const { host: _host, ...headers } = request.headers
      get(`${passTo}${request.url}`, { headers }, (real) => {
        response.writeHead(real.statusCode ?? 500, real.headers)
        real.pipe(response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard: () => heard }
  }
  const token = 'T'.repeat(32)
  const key = `svc_sk_${'k'.repeat(32)}`
  function leave(home: string, url: string, said = token): void {
    const line = { url, control: `${url}/__control/${said}`, keys: [key], sessionToken: 's' }
    writeFileSync(join(home, 'practice.json'), JSON.stringify(line))
  }

  it('is not believed and told nothing, neither token nor key, and another practice is started (W7)', async () => {
    const home = newFolder()
    const { url, heard } = await squatter()
    leave(home, url)
    const host = hostOf(spawned(practiceEntry), home)
    const base = await baseOf(host)
    expect(base).not.toBe(url)
    expect(heard()).toContain('/__control/hold')
    for (const secret of [token, key]) expect(heard()).not.toContain(secret)
  })

  it('is not believed either where it passes on what the real one says at another port (W7)', async () => {
    const home = newFolder()
    const real = hostOf(spawned(practiceEntry), home)
    const base = await baseOf(real)
    const { control } = JSON.parse(readFileSync(join(home, 'practice.json'), 'utf8'))
    const { url, heard } = await squatter(base)
    leave(home, url, control.split('/').at(-1))
    const host = hostOf(() => Promise.reject(new Error('none was started')), home)
    expect(await host.endpoint()).toEqual({ problem: 'none was started' })
    expect(heard()).toContain('/__control/hold')
  })
})
