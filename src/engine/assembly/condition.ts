import type { EngineEmitter } from './events.ts'

type Connection = 'unknown' | 'reachable' | 'unreachable'

/** What the engine says of itself: whether the service answers, and what a person should know of this computer. */
export class Condition {
  readonly #emitter: EngineEmitter
  #connection: Connection = 'unknown'
  #notice: string | null

  constructor(emitter: EngineEmitter, notice: string | null) {
    this.#emitter = emitter
    this.#notice = notice
  }

  get connection(): Connection {
    return this.#connection
  }

  /** A trouble of this computer, in words. */
  get notice(): string | null {
    return this.#notice
  }

  set({
    connection = this.#connection,
    notice = this.#notice,
  }: {
    connection?: Connection
    notice?: string | null
  }): void {
    if (connection === this.#connection && notice === this.#notice) return
    this.#connection = connection
    this.#notice = notice
    this.#emitter.emit('statusChanged')
  }
}
