import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Endpoint } from '../remote/service.ts'
import { announcement, type PracticeAnnouncement, type PracticeStart } from './start.ts'

export interface PracticeHostOptions extends PracticeStart {
  start: (options: PracticeStart) => Promise<PracticeAnnouncement>
}

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
      const { start, home, timeScale } = this.#options
      const started = await start({ home, timeScale })
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
