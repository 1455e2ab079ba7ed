import { Agent, createServer, request, type Server } from 'node:http'

/** A paid POST as it was on the wire. */
export interface PaidPost {
  id: string
  beganMs: number
  /** When the service's answer was whole, or the sender was gone. */
  endedMs: number
}

/** Stands between workers and the service and notes when each paid POST was on its way. */
export class WireLog {
  readonly posts: PaidPost[] = []
  readonly #server: Server
  #target = ''
  #url = ''
  #begun: ((id: string) => void) | null = null

  private constructor(server: Server) {
    this.#server = server
  }

  static async open(): Promise<WireLog> {
    // No line ends by itself between two requests: on a busy machine one would be lost on it, and be nobody's fault.
    const server = createServer({ keepAliveTimeout: 0 })
    const agent = new Agent({ keepAlive: false })
    const log = new WireLog(server)
    server.on('request', (incoming, answer) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const body = Buffer.concat(chunks)
        const id = incoming.method === 'POST' ? idIn(body) : null
        const post = id === null ? null : { id, beganMs: performance.now(), endedMs: Number.POSITIVE_INFINITY }
        const end = (): void => {
          if (post?.endedMs === Number.POSITIVE_INFINITY) post.endedMs = performance.now()
        }
        if (post) log.posts.push(post)
        const { method, url, headers } = incoming
        const on = request(log.#target + url, { method: method ?? 'GET', headers, agent }, (reply) => {
          answer.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.on('end', end)
          reply.on('error', () => answer.destroy())
          reply.pipe(answer)
        })
        on.on('error', () => {
          end()
          answer.destroy()
        })
        answer.on('close', () => {
          end()
          on.destroy()
        })
        on.end(body)
        if (id !== null) log.#begun?.(id)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    log.#url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    return log
  }

  get url(): string {
    return this.#url
  }

  leadTo(url: string): void {
    this.#target = url
  }

  /** Tells once of the next paid POST, as soon as it is on its way. */
  next(): Promise<string> {
    return new Promise((resolve) => {
      this.#begun = (id) => {
        this.#begun = null
        resolve(id)
      }
    })
  }

  /** What may never be: two of one request at the same time, or more than two in all (A23). */
  wrongs(): string[] {
    const wrongs: string[] = []
    for (const post of this.posts) {
      const beside = this.posts.filter(({ beganMs, endedMs }) => beganMs <= post.beganMs && endedMs > post.beganMs)
      if (beside.length > 2) wrongs.push(`${beside.length} paid POSTs were on their way at once`)
      if (beside.some((other) => other !== post && other.id === post.id))
        wrongs.push(`two paid POSTs of ${post.id} were on their way at once`)
    }
    return wrongs
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

function idIn(body: Buffer): string | null {
  try {
    const { requestId, idempotencyKey } = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    const id = requestId ?? idempotencyKey
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}
