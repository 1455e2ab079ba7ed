import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { cleanEnvironment } from '../images/clean-environment.ts'
import type { Endpoint } from '../remote/service.ts'

/** The line that practice prints when it is ready, and keeps in its home. */
const announcement = z.object({
  url: z.string(),
  control: z.string(),
  keys: z.array(z.string()).min(1),
  sessionToken: z.string(),
})
export type PracticeAnnouncement = z.infer<typeof announcement>

export interface PracticeHostOptions {
  /** A plain Node binary: practice makes pictures, and these must not be made inside Electron's own. */
  nodePath: string
  /** The built practice service. */
  entry: string
  /** Folder of its state. */
  home: string
  timeScale: number
}

/** How long practice may take to be ready. Real time: a slow disk, not a slow service. */
const startLimitMs = 20_000

/**
 * Starts the practice service when it is needed, or joins one that runs already, and stays connected to it: practice
 * ends itself when its last holder is gone, however that came about.
 */
export class PracticeHost {
  readonly #options: PracticeHostOptions
  #held: { endpoint: Endpoint; stream: IncomingMessage; control: string } | null = null
  #starting: Promise<Endpoint | { problem: string }> | null = null

  constructor(options: PracticeHostOptions) {
    this.#options = options
  }

  /** Where practice answers now; starts it if nobody else has. */
  endpoint(): Promise<Endpoint | { problem: string }> {
    if (this.#held) return Promise.resolve(this.#held.endpoint)
    this.#starting ??= this.#join().finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  /** Origin of its addresses while it is held: the only loopback address that media may come from. */
  get origin(): string | null {
    return this.#held?.endpoint.base ?? null
  }

  async #join(): Promise<Endpoint | { problem: string }> {
    const kept = readAnnouncement(this.#options.home)
    if (kept && (await this.#hold(kept))) return this.#joined()
    try {
      const started = await startPractice(this.#options)
      if (await this.#hold(started)) return this.#joined()
      return { problem: 'The practice service started and does not answer.' }
    } catch (error) {
      return { problem: error instanceof Error ? error.message : 'The practice service did not start.' }
    }
  }

  #joined(): Endpoint | { problem: string } {
    return this.#held?.endpoint ?? { problem: 'The practice service stopped.' }
  }

  /** Keeps a request open: as long as it stands, practice stays, and its end says that practice is gone. */
  #hold(at: PracticeAnnouncement): Promise<boolean> {
    return new Promise((resolve) => {
      const request = get(`${at.control}/hold`, { agent: false }, (stream) => {
        if (stream.statusCode !== 200) {
          stream.destroy()
          resolve(false)
          return
        }
        const held = { endpoint: { base: at.url, key: at.keys[0] ?? null }, stream, control: at.control }
        this.#held = held
        stream.resume()
        const gone = () => {
          if (this.#held === held) this.#held = null
        }
        stream.on('close', gone)
        stream.on('error', gone)
        // Holding practice is no reason for a terminal command to stay.
        stream.socket.unref()
        resolve(true)
      })
      request.on('error', () => resolve(false))
    })
  }

  close(): void {
    this.#held?.stream.destroy()
    this.#held = null
  }
}

function readAnnouncement(home: string): PracticeAnnouncement | null {
  try {
    return announcement.parse(JSON.parse(readFileSync(join(home, 'practice.json'), 'utf8')))
  } catch {
    return null
  }
}

/** Runs practice apart from this process, so that it can end in its own time. */
function startPractice(options: PracticeHostOptions): Promise<PracticeAnnouncement> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.nodePath, [options.entry, '--home', options.home, '--hold'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...cleanEnvironment(process.env), PRINTROOM_TIME_SCALE: String(options.timeScale) },
      windowsHide: true,
    })
    let trouble = ''
    child.stderr.on('data', (chunk) => {
      trouble = `${trouble}${chunk}`.slice(-2000)
    })
    const limit = setTimeout(() => fail('did not start in time'), startLimitMs)
    const fail = (why: string) => {
      clearTimeout(limit)
      child.kill()
      reject(new Error(`The practice service ${why}. ${trouble.trim()}`.trim()))
    }
    child.on('error', (error) => fail(`could not be started: ${error.message}`))
    child.on('exit', (code) => fail(`ended with status ${code}`))
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(limit)
      child.removeAllListeners('exit')
      // Its output is not read any further; the pipes must not keep either process from ending.
      child.stdout.destroy()
      child.stderr.destroy()
      child.unref()
      const parsed = announcement.safeParse(safeJson(line))
      if (parsed.success) resolve(parsed.data)
      else reject(new Error('The practice service said something that cannot be read.'))
    })
  })
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
