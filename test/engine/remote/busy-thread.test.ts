import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Exchanger } from '../../../src/engine/remote/exchange.ts'

/** Longer than the server waits with its end. */
const busyMs = 500

async function server(): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support', 'brief-server-main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [port] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}/prices`
}

it.each(['GET', 'POST'] as const)(
  'a %s after the thread was busy is sent on no connection that the server has ended meanwhile (I10, D12)',
  async (method) => {
    const url = await server()
    const exchanger = new Exchanger()
    onTestFinished(() => exchanger.close())
    const exchange = () =>
      exchanger.exchange({ method, url, ...(method === 'POST' ? { body: Buffer.from('{}') } : {}) })
    for (let n = 0; n < 6; n += 1) {
      expect(await exchange()).toMatchObject({ type: 'answer' })
      const until = performance.now() + busyMs
      // As approvals of thousands are: nothing else of this thread has its turn.
      while (performance.now() < until);
      const all = await Promise.all([exchange(), exchange(), exchange()])
      expect(all.map(({ type }) => type)).toEqual(['answer', 'answer', 'answer'])
    }
  },
)
