import type { ServerResponse } from 'node:http'

const beatMs = 10_000
const graceAfterStartMs = 15_000
const graceAfterLastMs = 3_000

/**
 * Who keeps a process started with `--hold` alive: each open `GET /__control/hold`. A holder that is killed loses its
 * socket, so nobody has to say goodbye. Times are wall time: they are about processes, not about practice.
 */
export class Holders {
  #open = new Set<ServerResponse>()
  #beat = setInterval(() => this.#breathe(), beatMs)
  #timer: NodeJS.Timeout | null = null
  #whenAlone: (() => void) | null = null

  get count(): number {
    return this.#open.size
  }

  /** Calls back once nobody has held for 3 s, and not before 15 s after the start unless somebody held. */
  endWhenAlone(callback: () => void): void {
    this.#whenAlone = callback
    this.#wait(graceAfterStartMs)
  }

  add(response: ServerResponse): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#open.add(response)
    response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    response.write('\n')
    response.on('close', () => {
      this.#open.delete(response)
      if (this.#open.size === 0) this.#wait(graceAfterLastMs)
    })
  }

  close(): void {
    clearInterval(this.#beat)
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#whenAlone = null
  }

  #breathe(): void {
    for (const response of this.#open) response.write('\n')
  }

  #wait(forMs: number): void {
    const callback = this.#whenAlone
    if (callback === null) return
    this.#timer = setTimeout(callback, forMs)
  }
}
