import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ending, WholeMedia } from '../../support/whole-media.ts'

/** How one result comes: so often wrong, and then whole. */
export interface Coming {
  whole: WholeMedia
  wrong: Ending
  times: number
  /** Whether the line says how long the file is. Where it does, a shorter one ends as a line that breaks. */
  saysLength: boolean
}

/** In front of a service: passes everything on, but for the results, which come from here. */
export class WrongMedia {
  coming: Coming | null = null
  /** How often the wrong one was given, and the whole one. */
  given = { wrong: 0, whole: 0 }
  readonly #server: Server
  #target = ''

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  async open(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  leadTo(url: string): void {
    this.#target = url
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    if (path.startsWith('/media/') && this.coming !== null) return this.#give(this.coming, response)
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { authorization } = request.headers
    const answer = await fetch(this.#target + path, {
      method: request.method ?? 'GET',
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type, 'content-length': String(body.length) }).end(body)
  }

  #give({ whole, wrong, times, saysLength }: Coming, response: ServerResponse): void {
    const isWrong = this.given.wrong < times
    if (isWrong) this.given.wrong += 1
    else this.given.whole += 1
    const { bytes, contentType } = isWrong ? wrong : whole
    const isShort = isWrong && bytes.length > 0 && bytes.length < whole.bytes.length
    const length = isShort ? whole.bytes.length : bytes.length
    response.writeHead(200, {
      'content-type': contentType,
      ...(saysLength ? { 'content-length': String(length) } : {}),
    })
    if (saysLength && isShort) response.write(bytes, () => response.destroy())
    else response.end(bytes)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
