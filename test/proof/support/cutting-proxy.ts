import { createServer, connect as dial, type Server, type Socket } from 'node:net'

export const ways = ['close', 'reset', 'stall'] as const
type Way = (typeof ways)[number]
export type Direction = 'up' | 'down'

export interface Cut {
  /** How the exchange that is cut begins: its method and path. */
  begins: string
  direction: Direction
  /** So many bytes of it still pass. */
  after: number
  how: Way
}

export interface Counted {
  up: number
  down: number
}

interface Armed {
  begins: string
  cut: Cut | null
  line: Line | null
  passed: Counted
}

interface Line {
  client: Socket
  server: Socket
  stalled: Set<Direction>
  isOver: boolean
}

/** A line to a server on this computer that forwards everything, and cuts one exchange after so many bytes. */
export class CuttingProxy {
  readonly url: string
  readonly #server: Server
  readonly #lines = new Set<Line>()
  #targetPort = 0
  #armed: Armed | null = null

  private constructor(server: Server, port: number) {
    this.#server = server
    this.url = `http://127.0.0.1:${port}`
    server.on('connection', (client) => this.#open(client))
  }

  static open(): Promise<CuttingProxy> {
    const server = createServer({ allowHalfOpen: true, noDelay: true })
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(new CuttingProxy(server, typeof address === 'object' && address !== null ? address.port : 0))
      })
    })
  }

  leadTo(url: string): void {
    this.#targetPort = Number(new URL(url).port)
  }

  /** The next exchange that begins so is cut; from then on the line is whole again. Done also where it was shorter. */
  cut(cut: Cut): { isDone(): boolean } {
    const armed: Armed = { begins: cut.begins, cut, line: null, passed: { up: 0, down: 0 } }
    this.#armed = armed
    const isShorter = (): boolean => armed.line !== null && armed.passed[cut.direction] < cut.after
    return { isDone: () => armed.cut === null || isShorter() }
  }

  /** Counts the bytes of the next exchange that begins so, both ways. */
  count(begins: string): Counted {
    this.#armed = { begins, cut: null, line: null, passed: { up: 0, down: 0 } }
    return this.#armed.passed
  }

  /** Everything passes from here on. */
  mend(): void {
    this.#armed = null
  }

  #open(client: Socket): void {
    const server = dial({ port: this.#targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const line: Line = { client, server, stalled: new Set(), isOver: false }
    this.#lines.add(line)
    const end = (): void => {
      this.#lines.delete(line)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    client.on('end', () => server.end())
    server.on('end', () => client.end())
    client.on('data', (bytes: Buffer) => {
      const armed = this.#armed
      const isFree = armed !== null && armed.line === null && !line.isOver
      if (isFree && bytes.toString('latin1', 0, armed.begins.length) === armed.begins) armed.line = line
      this.#pass(line, 'up', bytes)
    })
    server.on('data', (bytes: Buffer) => this.#pass(line, 'down', bytes))
  }

  #pass(line: Line, direction: Direction, bytes: Buffer): void {
    if (line.isOver || line.stalled.has(direction)) return
    const to = direction === 'up' ? line.server : line.client
    const armed = this.#armed
    if (armed === null || armed.line !== line || this.#isNext(armed, direction)) {
      to.write(bytes)
      return
    }
    const { cut, passed } = armed
    const room = cut?.direction === direction ? cut.after - passed[direction] : Number.POSITIVE_INFINITY
    const part = bytes.subarray(0, Math.min(room, bytes.length))
    passed[direction] += part.length
    if (part.length > 0) to.write(part)
    if (cut === null || part.length < room) return
    armed.cut = null
    this.#armed = null
    breakOff(line, cut)
  }

  /** The exchange is over where the next request begins on the same line: it is neither counted nor cut. */
  #isNext(armed: Armed, direction: Direction): boolean {
    if (direction === 'down' || armed.passed.down === 0) return false
    armed.cut = null
    this.#armed = null
    return true
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const { client, server } of this.#lines) {
      client.destroy()
      server.destroy()
    }
    await closed
  }
}

function breakOff(line: Line, { how, direction }: Cut): void {
  const { client, server } = line
  if (how === 'stall') {
    line.stalled.add(direction)
    return
  }
  line.isOver = true
  for (const socket of [client, server]) {
    if (how === 'reset') socket.resetAndDestroy()
    else socket.end(() => socket.destroySoon())
  }
}
