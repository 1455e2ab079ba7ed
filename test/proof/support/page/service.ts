import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../../../../src/domain/json.ts'
import { type Fields, type Heard, pictureSkill, StrangeService } from '../../../support/strange-service.ts'

/** What left for the service and is no mere question. `bearer`: as it was said. */
export type Sent = { bearer: string | null } & (
  | { kind: 'paid'; id: string; what: string; body: Fields; credits: number }
  | { kind: 'upload'; body: Fields; address: string }
  | { kind: 'account' | 'other'; words: string }
)

/** A key that whoever wrote the page's script has; the account is as good as the person's. */
export const pageKey = `svc_sk_${'E1'.repeat(16)}`

/** Above what is asked about by itself. */
const dear = 300

const isPaid = ({ method, path }: Heard): boolean =>
  method === 'POST' && (path === '/api/generate/v2' || path.endsWith('/run'))

/** The account's service, which keeps what it was sent and takes each order once, however often it is sent. */
export class PaidService {
  readonly strange = new StrangeService()
  /** Added to what a Skill costs since its price was read. */
  rise = 0
  /** In the order in which it came; whoever looks takes it away. */
  sent: Sent[] = []
  readonly bearers = new Set<string>()
  /** Values of keys that were made here. */
  issued: string[] = []
  readonly #answers = new Map<string, Fields>()
  #now: { heard: Heard; bearer: string | null } | null = null

  async open(): Promise<void> {
    const model = (id: string, credits: number) => ({
      entry: {
        id,
        name: id.toUpperCase(),
        credits_per_generation: credits,
        media_type: 'image',
        supported_ratios: ['1:1', '16:9'],
        max_reference_images: 3,
      },
      charge: () => credits,
    })
    this.strange.models = [model('plain', 3), model('other', 3), model('dear', dear)]
    const skill = (pricing: Fields | number, credits: number) =>
      pictureSkill(pricing, () => credits + this.rise, { confirmedCredits: { type: 'number' } })
    this.strange.skills.set('cut', skill(2, 2))
    this.strange.skills.set('fade', skill(2, 2))
    this.strange.skills.set('riddle', skill({ rate: { of: 'mood' } }, 4))
    this.strange.instead = (heard) => this.#instead(heard)
    this.strange.reworded = (body) => {
      this.#note(body as Fields)
      return body
    }
    await this.strange.open()
  }

  #instead(heard: Heard): { status: number; body: Json } | null {
    const { method, path, bearer, body } = heard
    this.#now = { heard, bearer }
    this.strange.heard = []
    if (bearer !== null) this.bearers.add(bearer.replace(/^Bearer /, ''))
    const known = [pageKey, ...this.issued].map((key) => `Bearer ${key}`)
    if (bearer !== null && known.includes(bearer)) heard.bearer = `Bearer ${this.strange.key}`
    if (path.startsWith('/api/tokens')) return this.#account(heard)
    const before = this.#answers.get(String(body.idempotencyKey ?? body.requestId ?? path.split('/').at(-1)))
    const isLookUp = method === 'GET' && path.startsWith('/api/generate/v2/requests/')
    if (before && (isPaid(heard) || isLookUp)) {
      this.#now = null
      return { status: 200, body: { ...before, deduped: true } }
    }
    return null
  }

  #account({ method, path, body }: Heard): { status: number; body: Json } {
    if (method === 'GET')
      return { status: 200, body: { success: true, tokens: [{ id: 't1', token_value: 'svc_sk_…' }] } }
    this.#tell({ kind: 'account', words: `${method} ${path}` })
    const token = `svc_sk_${randomUUID().replaceAll('-', '')}`
    if (method === 'POST') this.issued = [token, ...this.issued].slice(0, 3)
    return { status: 200, body: { success: true, id: 't2', token, name: String(body.name) } }
  }

  /** @param body what is answered */
  #note(body: Fields): void {
    const now = this.#now
    if (now === null) return
    const { heard } = now
    if (isPaid(heard)) {
      if (body.success !== true) return
      const id = String(heard.body.idempotencyKey ?? heard.body.requestId)
      this.#answers.set(id, body)
      const what = String(heard.body.modelId ?? heard.path.split('/').at(-2))
      this.#tell({ kind: 'paid', id, what, body: heard.body, credits: Number(body.creditsUsed) })
    } else if (heard.path.endsWith('/upload')) {
      this.#tell({ kind: 'upload', body: heard.body, address: String(body.imageUrl) })
    } else if (heard.method !== 'GET' && !heard.path.startsWith('/api/tokens')) {
      this.#tell({ kind: 'other', words: `${heard.method} ${heard.path}` })
    }
  }

  #tell(sent: Omit<Extract<Sent, { kind: 'paid' }>, 'bearer'>): void
  #tell(sent: Omit<Extract<Sent, { kind: 'upload' }>, 'bearer'>): void
  #tell(sent: Omit<Extract<Sent, { kind: 'account' | 'other' }>, 'bearer'>): void
  #tell(sent: object): void {
    this.sent.push({ ...sent, bearer: this.#now?.bearer ?? null } as Sent)
  }
}

/** Whatever listens elsewhere: it answers nothing of use, and keeps all that it was told. */
export class Elsewhere {
  base = ''
  heard: string[] = []
  close = (): void => undefined

  async open(): Promise<void> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const head = `${request.method} ${request.url} ${JSON.stringify(request.headers)}`
      this.heard.push(`${head} ${Buffer.concat(chunks).toString()}`)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"success":false,"error":"nothing here"}')
    })
    server.on('connect', (request, socket) => {
      this.heard.push(`CONNECT ${request.url} ${JSON.stringify(request.headers)}`)
      socket.destroy()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    this.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.close = () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
