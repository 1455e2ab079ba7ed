import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { type Statement, StatementReader } from './statements.ts'

/** Where a line is cut: before the words that hold this text pass, or after, when the first bytes of their answer come. */
export interface PlannedCut {
  text: string
  when: 'before' | 'after'
}

/**
 * Told of each statement of one connection to PostgreSQL: before it reaches the database, and after it was carried out, when
 * nobody was told. Where it gives a promise, the connection stands still until then. @returns false: it passes no further
 */
export type StatementWatch = (statement: Statement, when: PlannedCut['when']) => Promise<boolean> | null

/** A line to a server of this computer that can be blocked as a whole, like a cable that is pulled, and mended again. */
export class BlockingLine {
  readonly port: number
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #isBlocked = false
  #isRefused = false
  #cut: (PlannedCut & { done: () => void }) | null = null
  readonly #watched: (() => StatementWatch) | null

  private constructor(server: Server, port: number, target: number, watched: (() => StatementWatch) | null) {
    this.#server = server
    this.port = port
    this.#watched = watched
    server.on('connection', (client) => this.#open(client, target))
  }

  /** @param watched makes a watch for each connection, where what runs on them is statements */
  static open(target: number, watched: (() => StatementWatch) | null = null): Promise<BlockingLine> {
    const server = createServer({ noDelay: true })
    return new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        const port = typeof address === 'object' && address !== null ? address.port : 0
        resolve(new BlockingLine(server, port, target, watched))
      }),
    )
  }

  /** Nothing passes any more, and nobody is told: as on a network that is gone. */
  block(): void {
    this.#isBlocked = true
  }

  /** No line is to be had: whoever asks for one hears so. */
  refuse(): void {
    this.#isRefused = true
    this.#endAll()
  }

  /** Lines that were blocked are gone; new ones pass. */
  mend(): void {
    this.#isBlocked = false
    this.#isRefused = false
    this.#endAll()
  }

  #endAll(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  /** Cuts one line at the next such text. Resolves when it is cut. */
  cut(planned: PlannedCut): Promise<void> {
    return new Promise((done) => {
      this.#cut = { ...planned, done }
    })
  }

  #open(client: Socket, target: number): void {
    if (this.#isRefused) {
      client.resetAndDestroy()
      return
    }
    if (this.#isBlocked) {
      client.on('error', () => undefined)
      this.#pairs.add([client, client])
      return
    }
    const server = dial({ port: target, host: '127.0.0.1', noDelay: true })
    const pair = [client, server] as const
    this.#pairs.add(pair)
    let cut: (() => void) | null = null
    const end = (): void => {
      this.#pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    const watch = this.#watched?.() ?? null
    const reader = new StatementReader()
    let asked: Statement[] = []
    /** Passes bytes on, when those who are told of it have done with the moment. */
    const pass = (from: Socket, to: Socket, bytes: Buffer, when: PlannedCut['when']): void => {
      let held: Promise<boolean> | null = null
      for (const statement of asked) held = watch?.(statement, when) ?? held
      if (held === null) to.write(bytes)
      else void this.#hold(from, held, () => to.write(bytes), end)
    }
    client.on('data', (bytes: Buffer) => {
      if (this.#isBlocked) return
      const planned = this.#cut
      if (planned && bytes.includes(planned.text)) {
        this.#cut = null
        if (planned.when === 'before') {
          end()
          planned.done()
          return
        }
        cut = planned.done
      }
      asked = watch === null ? [] : reader.read(bytes)
      pass(client, server, bytes, 'before')
    })
    server.on('data', (bytes: Buffer) => {
      if (this.#isBlocked) return
      if (cut !== null) {
        end()
        cut()
        return
      }
      pass(server, client, bytes, 'after')
      asked = []
    })
  }

  async #hold(from: Socket, held: Promise<boolean>, pass: () => void, end: () => void): Promise<void> {
    from.pause()
    if (!(await held)) return end()
    if (this.#isBlocked || from.destroyed) return
    pass()
    from.resume()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
    await closed
  }
}
