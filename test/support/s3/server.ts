import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Keys, wrongSignature } from './signature.ts'

type How =
  /** The answer ends in the middle. */
  | 'cut'
  /** The line ends in the middle of the upload. */
  | 'cut-upload'
  | 'slow-down'
  | 'wrong'
  | 'forbidden'
  | 'silent'
  /** A PUT is answered well and not kept. */
  | 'forgotten'
  /** It is kept, and the answer is lost. */
  | 'unheard'

export interface Fault {
  method: string
  how: How
  times: number
  /** Of keys. */
  of?: RegExp
  /** So many are answered well before. */
  after?: number
}

interface Asked {
  method: string
  key: string
  status: number
}

interface Reply {
  status: number
  content: Buffer
}

/** S3 storage for tests, on this computer: one bucket in memory, real HTTP, real signatures, faults on order. */
export class S3Server {
  readonly bucket = 'harbour'
  readonly keys: Keys = { accessKeyId: 'AKIDTESTTESTTEST', secretAccessKey: 'secret/of+the/tests' }
  readonly objects = new Map<string, Buffer>()
  readonly asked: Asked[] = []
  region = 'eu-test-1'
  /** Its clock against this computer's. */
  clockMs = 0
  /** What becomes of If-None-Match. */
  conditions: 'kept' | 'refused' | 'passed over' = 'kept'
  readonly #faults: Fault[] = []
  readonly #server: Server
  #url = ''

  private constructor() {
    this.#server = createServer((request, answer) => {
      const chunks: Buffer[] = []
      request.on('error', () => undefined)
      request.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (request.method === 'PUT' && this.#take(request, 'cut-upload')) request.destroy()
      })
      request.on('end', () => this.#answer(request, answer, Buffer.concat(chunks)))
    })
  }

  static async open(): Promise<S3Server> {
    const server = new S3Server()
    await server.listen(0)
    return server
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    this.#url = `http://127.0.0.1:${this.port}`
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return this.#url
  }

  /** For a process of its own, too. */
  get environment(): Record<string, string> {
    return {
      PRINTROOM_S3_ENDPOINT: this.#url,
      AWS_REGION: this.region,
      AWS_ACCESS_KEY_ID: this.keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: this.keys.secretAccessKey,
    }
  }

  fail(fault: Fault): void {
    this.#faults.push({ ...fault })
  }

  mend(): void {
    this.#faults.length = 0
  }

  /** How many of the ordered faults are left. */
  get isDue(): number {
    return this.#faults.reduce((sum, { times }) => sum + times, 0)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, answer: ServerResponse, body: Buffer): void {
    const reply = this.#replyTo(request, body)
    if (reply === 'silence') return
    if (reply === 'hang-up') {
      request.socket.destroy()
      return
    }
    const { status, content } = reply
    this.asked.push({ method: request.method ?? '', key: keyOf(request), status })
    answer.sendDate = false
    const date = new Date(Date.now() + this.clockMs).toUTCString()
    answer.writeHead(status, { 'content-length': content.length, date })
    if (this.#take(request, 'cut'))
      answer.write(content.subarray(0, Math.ceil(content.length / 2)), () => answer.destroy())
    else answer.end(request.method === 'HEAD' ? undefined : content)
  }

  #replyTo(request: IncomingMessage, body: Buffer): Reply | 'silence' | 'hang-up' {
    if (this.#take(request, 'silent')) return 'silence'
    if (this.#take(request, 'slow-down')) return refusal(503, 'SlowDown')
    if (this.#take(request, 'forbidden')) return refusal(403, 'AccessDenied')
    const { keys, region } = this
    const wrong = wrongSignature(request, body, { keys, region, nowMs: Date.now() + this.clockMs })
    if (wrong === 'AuthorizationHeaderMalformed') return refusal(400, wrong, `<Region>${region}</Region>`)
    // As S3 does it: what was signed is repeated, and must not be shown to anybody.
    const signed = `<AWSAccessKeyId>${keys.accessKeyId}</AWSAccessKeyId>`
    if (wrong !== null) return refusal(wrong === 'XAmzContentSHA256Mismatch' ? 400 : 403, wrong, signed)
    if (!request.url?.startsWith(`/${this.bucket}/`)) return refusal(404, 'NoSuchBucket')
    const key = keyOf(request)
    switch (request.method) {
      case 'PUT':
        return this.#put(request, key, body)
      case 'DELETE':
        this.objects.delete(key)
        return { status: 204, content: nothing }
      case 'GET':
      case 'HEAD': {
        const found = this.objects.get(key)
        if (found === undefined) return refusal(404, 'NoSuchKey')
        return { status: 200, content: this.#take(request, 'wrong') ? otherThan(found) : found }
      }
    }
    return refusal(405, 'MethodNotAllowed')
  }

  #put(request: IncomingMessage, key: string, body: Buffer): Reply | 'hang-up' {
    const { headers } = request
    if (headers['content-md5'] !== createHash('md5').update(body).digest('base64')) return refusal(400, 'BadDigest')
    if (headers['if-none-match'] !== undefined && this.conditions !== 'passed over') {
      if (this.conditions === 'refused') return refusal(501, 'NotImplemented')
      if (this.objects.has(key)) return refusal(412, 'PreconditionFailed')
    }
    if (!this.#take(request, 'forgotten')) this.objects.set(key, body)
    return this.#take(request, 'unheard') ? 'hang-up' : { status: 200, content: nothing }
  }

  #take(request: IncomingMessage, how: How): boolean {
    const key = keyOf(request)
    const fault = this.#faults.find(
      (one) => one.how === how && one.times > 0 && one.method === request.method && (one.of?.test(key) ?? true),
    )
    if (fault === undefined) return false
    if (fault.after) {
      fault.after -= 1
      return false
    }
    fault.times -= 1
    return true
  }
}

const nothing = Buffer.alloc(0)

function refusal(status: number, code: string, more = ''): Reply {
  const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message>${more}</Error>`
  return { status, content: Buffer.from(text) }
}

const keyOf = (request: IncomingMessage): string => (request.url ?? '').split('/').slice(2).join('/')

/** As long, and with one bit of it turned. */
function otherThan(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes)
  other.writeUInt8((other.at(-1) ?? 0) ^ 1, other.length - 1)
  return other
}
