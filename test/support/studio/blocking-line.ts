import { createServer, connect as dial, type Server, type Socket } from 'node:net'

/** Where a line is cut: before the words that hold this text pass, or after, when the first bytes of their answer come. */
export interface PlannedCut {
  text: string
  when: 'before' | 'after'
}

/** A line to a server of this computer that can be blocked as a whole, like a cable that is pulled, and mended again. */
export class BlockingLine {
  readonly port: number
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #isBlocked = false
  #isRefused = false
  #cut: (PlannedCut & { done: () => void }) | null = null

  private constructor(server: Server, port: number, target: number) {
    this.#server = server
    this.port = port
    server.on('connection', (client) => this.#open(client, target))
  }

  static open(target: number): Promise<BlockingLine> {
    const server = createServer({ noDelay: true })
    return new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(new BlockingLine(server, typeof address === 'object' && address !== null ? address.port : 0, target))
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
      server.write(bytes)
    })
    server.on('data', (bytes: Buffer) => {
      if (this.#isBlocked) return
      if (cut !== null) {
        end()
        cut()
        return
      }
      client.write(bytes)
    })
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
    await closed
  }
}
