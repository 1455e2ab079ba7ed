import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Endpoint } from '../remote/service.ts'
import { announcement, type PracticeAnnouncement, type PracticeStart } from './start.ts'

/** Whoever has the port may never answer. Real time: practice answers at once, on a slow machine too. */
const answerLimitMs = 10_000

export interface PracticeHostOptions extends PracticeStart {
  start: (options: PracticeStart) => Promise<PracticeAnnouncement>
}

/**
 * Starts the practice service when it is needed, or joins one that runs already, and stays connected to it: practice
 * ends itself when its last holder is gone, however that came about.
 */
export class PracticeHost {
  readonly #options: PracticeHostOptions
  #held: { endpoint: Endpoint; stream: IncomingMessage } | null = null
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

  /**
   * Keeps a request open: as long as it stands, practice stays, and its end says that practice is gone. What is written in
   * the home says only where practice was: another program may have the port by now. So both show that they know the
   * token, which is not said itself, and nothing is handed out before (src/practice/control/proof.ts).
   */
  async #hold(at: PracticeAnnouncement): Promise<boolean> {
    // Imported at the top it would be loaded with every command, and with it all of Node's own fetch (nodejs/node: its
    // getters are read for a module's exports): a tenth of the terminal's start, for those who practise alone.
    const { get } = await import('node:http')
    const { token, nonce, port } = challengeFor(at)
    const headers = { 'x-practice-nonce': nonce, 'x-practice-proof': proofOf(token, 'asks', nonce, port) }
    return new Promise((resolve) => {
      const request = get(`${at.url}/__control/hold`, { agent: false, headers }, (stream) => {
        const proof = proofOf(token, 'answers', nonce, port)
        if (stream.statusCode !== 200 || stream.headers['x-practice-proof'] !== proof) {
          stream.destroy()
          resolve(false)
          return
        }
        request.setTimeout(0)
        const held = { endpoint: { base: at.url, key: at.keys[0] ?? null }, stream }
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
      request.setTimeout(answerLimitMs, () => request.destroy(new Error('no answer')))
      request.on('error', () => resolve(false))
    })
  }

  close(): void {
    this.#held?.stream.destroy()
    this.#held = null
  }
}

const challengeFor = ({ url, control }: PracticeAnnouncement) => ({
  token: control.slice(control.lastIndexOf('/') + 1),
  nonce: randomBytes(16).toString('hex'),
  port: new URL(url).port,
})

const proofOf = (token: string, by: 'asks' | 'answers', nonce: string, port: string): string =>
  createHmac('sha256', token).update(`${by} ${nonce} ${port}`).digest('hex')

function readAnnouncement(home: string): PracticeAnnouncement | null {
  try {
    return announcement.parse(JSON.parse(readFileSync(join(home, 'practice.json'), 'utf8')))
  } catch {
    return null
  }
}
