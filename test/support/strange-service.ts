import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import type { Json } from '../../src/domain/json.ts'

export type Fields = { [name: string]: Json }

/** An entry of a list and what the service takes for a body, worked out by its own hand. */
export interface Priced {
  entry: Fields
  charge: (body: Fields) => number
}

/** A Skill that takes one picture, in `imageUrl`. @param more its other fields, with their schemas */
export const pictureSkill = (pricing: Json, charge: Priced['charge'], more: Fields = {}): Priced => ({
  charge,
  entry: {
    materials: ['imageUrl'],
    pricing,
    inputSchema: {
      type: 'object',
      required: ['requestId', 'imageUrl'],
      properties: { requestId: { type: 'string' }, imageUrl: { type: 'string', format: 'uri' }, ...more },
    },
  },
})

export interface Heard {
  method: string
  path: string
  /** With its `?`, or empty. */
  search: string
  bearer: string | null
  body: Fields
}

interface Answer {
  status: number
  body: Json | Buffer
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A service that follows service.md and shares nothing else with practice: its base address has a path, its lists are
 * what a test puts there, its jobs are done at once, and it remembers what it heard and took.
 */
export class StrangeService {
  base = ''
  readonly key = `svc_sk_${randomUUID().replaceAll('-', '')}`
  models: Priced[] = []
  /** By their id, which stands in no entry but in the endpoint. */
  skills = new Map<string, Priced>()
  /** How the catalogue wraps its entries. */
  container: (entries: Fields[]) => Json = (entries) => ({ success: true, skills: entries })
  gallery = new Map<string, Fields>()
  heard: Heard[] = []
  /** Credits taken, by the request's own number. */
  readonly taken = new Map<string, number>()
  /** Looked at before anything else: an answer instead of the service's own. */
  instead: (heard: Heard) => Answer | null = () => null
  /** What becomes of an answer of its own on its way out. */
  reworded: (body: Json) => Json = (body) => body
  /** What is asked is heard, and answered only when it speaks again. */
  silent: (heard: Heard) => boolean = () => false
  #speaking = Promise.withResolvers<void>()
  readonly #jobs = new Map<string, { requestId: string; credits: number; model: string }>()
  #picture = Buffer.alloc(0)

  async open(): Promise<void> {
    const pixels = { width: 24, height: 16, channels: 3, background: '#336699' } as const
    this.#picture = await sharp({ create: pixels }).png().toBuffer()
    const server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    this.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/house/no-7`
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
  }

  /** How often this was asked. */
  count(method: string, path: string): number {
    return this.heard.filter((one) => one.method === method && one.path === path).length
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const url = new URL(request.url ?? '/', this.base)
    const text = Buffer.concat(chunks).toString()
    const body: unknown = text === '' ? {} : JSON.parse(text)
    const heard: Heard = {
      method: request.method ?? '',
      path: url.pathname.replace('/house/no-7', ''),
      search: url.search,
      bearer: request.headers.authorization ?? null,
      body: isFields(body) ? body : {},
    }
    this.heard.push(heard)
    if (this.silent(heard)) await this.#speaking.promise
    const { status, body: said } = this.instead(heard) ?? this.#route(heard, url)
    const bytes = Buffer.isBuffer(said) ? said : Buffer.from(JSON.stringify(this.reworded(said)))
    response.writeHead(status, { 'content-type': Buffer.isBuffer(said) ? 'image/png' : 'application/json' })
    response.end(bytes)
  }

  /** Answers all that is asked, also what was met with silence. */
  speak(): void {
    this.silent = () => false
    this.#speaking.resolve()
    this.#speaking = Promise.withResolvers()
  }

  #route(heard: Heard, url: URL): Answer {
    const { method, path } = heard
    const [, , kind, a, b] = path.split('/')
    const listed = (kind === 'models' || kind === 'skills') && a === undefined
    if (path.startsWith('/pictures/')) return { status: 200, body: this.#picture }
    if (method === 'GET' && listed) return { status: 200, body: this.#list(kind) }
    if (method === 'GET' && kind === 'images') return this.#image(a ?? '')
    if (heard.bearer !== `Bearer ${this.key}`) return refusal(401, 'no such key')
    if (method === 'POST' && path === '/api/generate/v2') return this.#generate(heard.body)
    if (method === 'GET' && kind === 'generate' && path.includes('/status/'))
      return this.#job(path.split('/').at(-1) ?? '')
    if (method === 'POST' && a === 'upload')
      return { status: 200, body: { imageUrl: `${this.base}/pictures/${randomUUID()}.png`, width: 24, height: 16 } }
    if (method === 'POST' && kind === 'skills' && b === 'run') return this.#run(decodeURIComponent(a ?? ''), heard.body)
    if (method === 'GET' && a === 'status') return this.#receipt(url.searchParams.get('requestId') ?? '')
    return refusal(404, 'no such thing', { code: 'request_not_found' })
  }

  #list(kind: 'models' | 'skills'): Json {
    if (kind === 'models') return { success: true, models: this.models.map(({ entry }) => entry), season: 'autumn' }
    return this.container([...this.skills].map(([id, { entry }]) => ({ ...entry, endpoint: `/api/skills/${id}/run` })))
  }

  #image(id: string): Answer {
    const data = this.gallery.get(id)
    return data ? { status: 200, body: { success: true, data } } : refusal(404, 'no such image')
  }

  #generate(body: Fields): Answer {
    const model = this.models.find(({ entry }) => entry.id === body.modelId)
    if (!model) return refusal(400, 'no such model')
    const id = this.#take(body.idempotencyKey, model.charge(body), String(body.modelId))
    const { credits } = this.#jobs.get(id) ?? { credits: 0 }
    return { status: 200, body: { success: true, generationId: id, status: 'processing', creditsUsed: credits } }
  }

  #run(skill: string, body: Fields): Answer {
    const priced = this.skills.get(skill)
    if (!priced) return refusal(404, 'no such Skill')
    const credits = priced.charge(body)
    if (typeof body.confirmedCredits === 'number' && credits > body.confirmedCredits)
      return refusal(409, 'the price has changed', {
        code: 'price_changed',
        quotedCredits: credits,
        confirmedCredits: body.confirmedCredits,
      })
    const generationId = this.#take(body.requestId, credits, skill)
    return { status: 200, body: { success: true, generationId, creditsUsed: credits } }
  }

  #take(requestId: Json | undefined, credits: number, model: string): string {
    const id = `job-${randomUUID()}`
    this.#jobs.set(id, { requestId: String(requestId), credits, model })
    this.taken.set(String(requestId), (this.taken.get(String(requestId)) ?? 0) + credits)
    return id
  }

  #job(id: string): Answer {
    const job = this.#jobs.get(id)
    if (!job) return refusal(404, 'no such job')
    const imageUrl = `${this.base}/pictures/${id}.png`
    const done = { jobId: id, status: 'completed', mediaType: 'image', imageUrl, imageUrls: [imageUrl] }
    return {
      status: 200,
      body: { ...done, creditsUsed: job.credits, creditsStatus: 'confirmed', mood: { calm: true } },
    }
  }

  #receipt(requestId: string): Answer {
    const items = [...this.#jobs]
      .filter(([, job]) => job.requestId === requestId)
      .map(([generationId, { credits }]) => ({
        generationId,
        status: 'completed',
        imageUrls: [`${this.base}/pictures/${generationId}.png`],
        creditsUsed: credits,
        creditsStatus: 'confirmed',
      }))
    if (items.length === 0) return refusal(404, 'no such receipt')
    return { status: 200, body: { success: true, status: 'completed', submissionStatus: 'filed', items } }
  }
}

const refusal = (status: number, error: string, more: Fields = {}): Answer => ({
  status,
  body: { success: false, error, ...more },
})
