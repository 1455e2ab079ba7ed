import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { node24, root } from '../../scripts/setup.mjs'

/** A service with an address and keys, as the window sees it. */
export interface RemoteService {
  url: string
  keys: string[]
  /** How often it has charged. */
  charges(): Promise<number>
  /** Faults from now on, in place of those before: src/practice/control/faults.ts. */
  fail(faults: object[]): Promise<unknown>
  close(): Promise<void>
}

/** Practice as a process of its own. @param home its folder, kept */
export async function startService(home: string, timeScale: number): Promise<RemoteService> {
  const child = spawn(node24(), [join(root, 'out/main/practice.js'), '--home', home, '--port', '0'], {
    env: { ...process.env, PRINTROOM_TIME_SCALE: String(timeScale) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { url, keys, control } = JSON.parse(line.toString()) as { url: string; keys: string[]; control: string }
  return {
    url,
    keys,
    charges: async () => {
      const ledger = (await (await fetch(`${control}/ledger`)).json()) as { entries: { kind: string }[] }
      return ledger.entries.filter(({ kind }) => kind === 'charge').length
    },
    fail: (faults) =>
      fetch(`${control}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ faults }),
      }),
    close: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
