import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node24, root } from '../../scripts/setup.mjs'

/** A service with an address, keys and a browser's session, as the window sees it. */
export interface RemoteService {
  url: string
  keys: string[]
  sessionToken: string
  /** How often it has charged. */
  charges(): Promise<number>
  /** Faults from now on, in place of those before: src/practice/control/faults.ts. */
  fail(faults: object[]): Promise<unknown>
  close(): Promise<void>
}

interface ServiceOptions {
  /** Its folder, kept. Left out: a fresh one, removed on close. */
  home?: string
  timeScale?: number
}

/** Practice as a process of its own. */
export async function startService({ home, timeScale = 20 }: ServiceOptions = {}): Promise<RemoteService> {
  const folder = home ?? (await mkdtemp(join(tmpdir(), 'practice-home-')))
  const child = spawn(node24(), [join(root, 'out/main/practice.mjs'), '--home', folder, '--port', '0'], {
    env: { ...process.env, PRINTROOM_TIME_SCALE: String(timeScale) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { control, ...said } = JSON.parse(line.toString()) as Pick<RemoteService, 'url' | 'keys' | 'sessionToken'> & {
    control: string
  }
  return {
    ...said,
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
      if (home === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
