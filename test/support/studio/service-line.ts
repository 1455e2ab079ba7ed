import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'

/** Before a request reaches the service; when the service has answered and nobody was told; when half of the answer has passed. */
export const requestMoments = ['before', 'after', 'in the middle'] as const
export type RequestMoment = (typeof requestMoments)[number]

/** Told of each moment. Where it gives a promise, the request stands still until then. @returns false: it passes no further */
export type RequestWatch = (request: { method: string; path: string }, when: RequestMoment) => Promise<boolean> | null

/** One worker's line to the service: it passes whole requests and answers on, and can be cut. */
export class ServiceLine {
  readonly port: number
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: false })
  #watch: RequestWatch | null
  #isBlocked = false

  private constructor(server: Server, port: number, watch: RequestWatch | null) {
    this.#server = server
    this.port = port
    this.#watch = watch
  }

  /** @param target where it leads */
  static async open(target: string, watch: RequestWatch | null): Promise<ServiceLine> {
    const server = createServer({ keepAliveTimeout: 0 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const line = new ServiceLine(server, typeof address === 'object' && address !== null ? address.port : 0, watch)
    server.on('request', (incoming, answer) => void line.#pass(target, incoming, answer).catch(() => answer.destroy()))
    return line
  }

  /** Nothing passes any more, and nobody is told. */
  block(): void {
    this.#isBlocked = true
  }

  /** Lines that were blocked are gone; new ones pass. */
  mend(): void {
    this.#isBlocked = false
    this.#server.closeAllConnections()
  }

  async #pass(target: string, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    const body = await whole(incoming)
    if (!(await this.#mayPass({ method, path: url }, 'before', answer))) return
    const sent = request(target + url, { method, headers, agent: this.#agent })
    answer.once('close', () => sent.destroy())
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject)
      sent.end(body)
    })
    const bytes = await whole(reply)
    if (!(await this.#mayPass({ method, path: url }, 'after', answer))) return
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    const half = Math.floor(bytes.length / 2)
    answer.write(bytes.subarray(0, half))
    // So that the half is on its way before anything happens.
    await setImmediate()
    if (!(await this.#mayPass({ method, path: url }, 'in the middle', answer))) return
    answer.end(bytes.subarray(half))
  }

  /** Not where the worker has gone meanwhile, or the line is cut. */
  async #mayPass(
    asked: { method: string; path: string },
    when: RequestMoment,
    answer: ServerResponse,
  ): Promise<boolean> {
    const isGone = (): boolean => this.#isBlocked || answer.destroyed
    if (isGone()) return false
    const passes = await (this.#watch?.(asked, when) ?? true)
    if (!passes) answer.destroy()
    return passes && !isGone()
  }

  close(): Promise<void> {
    this.#watch = null
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
