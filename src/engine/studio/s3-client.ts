import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { codeOf } from '../../domain/error-code.ts'
import { HttpClient, NotSentError } from '../remote/http-client.ts'
import { retryAfter } from '../remote/retry-after.ts'
import { type S3Access, type S3Place, s3PlaceOf } from './s3-place.ts'
import { filesTrouble, isPassing, readRefusal, refusedWords, troubleWords } from './s3-refusal.ts'

type Answer = Awaited<ReturnType<HttpClient['request']>>
type Body = NonNullable<Parameters<HttpClient['request']>[1]['body']>

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Under the bucket. */
  key: string
  headers?: Record<string, string>
  /** Of a PUT; made anew for each try. */
  content?: { sha256: string; md5: string; sizeBytes: number; open: () => Body }
}

/** `absent`: no such object · `taken`: there is one, which was to be a condition. */
type NoFile = 'absent' | 'taken'

const connectMs = 10_000
/** How long a line may be silent. */
const defaultIdleMs = 30_000
const defaultPauseMs = 200
const mostTries = 4
/** After so long none is begun any more: whoever asked says so, and tries again by itself. */
const triesWithinMs = 45_000
/** What drips gives up its place: a minute, and what the file takes at 100 kB a second. */
const wholeMs = (sizeBytes: number): number => 60_000 + sizeBytes / 100
const mostRefusalBytes = 64 * 1024
/** No result is larger (remote/download.ts), and one PUT takes five times as much. */
export const mostFileBytes = 1024 ** 3

const ofNothing = createHash('sha256').digest('hex')

/** Signed requests to one bucket: tried again where that may help, and one sentence where it does not. */
export class S3Client {
  readonly place: S3Place
  readonly #http: HttpClient
  readonly #pauseMs: number
  /** Keys of a day and a region, as the signer derives them. */
  readonly #cache = new Map<string, ArrayBuffer>()

  /** @throws StudioError */
  constructor(address: Pick<S3Place, 'bucket' | 'prefix'>, access: S3Access | null) {
    this.place = s3PlaceOf(address, access)
    const idleMs = access?.idleMs ?? defaultIdleMs
    this.#pauseMs = access?.pauseMs ?? defaultPauseMs
    const limits = { timeoutMs: Math.min(connectMs, idleMs), headersTimeout: idleMs, bodyTimeout: idleMs }
    this.#http = new HttpClient(this.place.route, limits)
  }

  /**
   * @param take reads the answer; whatever the line does meanwhile is tried again, from the beginning
   * @throws StudioError
   */
  async send<T>(request: S3Request, take: (answer: Answer) => Promise<T>): Promise<T | NoFile> {
    const began = performance.now()
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#once(request, take)
      if ('done' in outcome) return outcome.done
      if (tries === mostTries || performance.now() - began > triesWithinMs) throw outcome.trouble
      // Spread, so that many workers do not come back at once.
      const pauseMs = this.#pauseMs * 4 ** (tries - 1) * (0.5 + Math.random())
      await pause(Math.min(Math.max(pauseMs, outcome.laterMs), 10_000))
    }
  }

  close(): Promise<void> {
    return this.#http.close()
  }

  async #once<T>(
    request: S3Request,
    take: (answer: Answer) => Promise<T>,
  ): Promise<{ done: T | NoFile } | { trouble: Error; laterMs: number }> {
    const limit = new AbortController()
    const within = (sizeBytes: number) => setTimeout(() => limit.abort(), wholeMs(sizeBytes))
    let timer = within(request.content?.sizeBytes ?? 0)
    try {
      const answer = await this.#ask(request, limit.signal)
      clearTimeout(timer)
      timer = within(Math.min(Number(answer.headers['content-length'] ?? 0), mostFileBytes) || 0)
      if (answer.statusCode >= 200 && answer.statusCode < 300) return { done: await take(answer) }
      const refusal = readRefusal(answer.statusCode, answer.headers, await textOf(answer))
      if (refusal.status === 404 && refusal.code === 'NoSuchKey') return { done: 'absent' }
      if (refusal.status === 412) return { done: 'taken' }
      const trouble = filesTrouble(refusedWords(this.place, refusal))
      if (!isPassing(refusal)) throw trouble
      return { trouble, laterMs: retryAfter(answer.headers['retry-after'], answer.headers.date) ?? 0 }
    } catch (error) {
      const why = lineTrouble(error)
      if (why === null) throw error
      return { trouble: filesTrouble(troubleWords(this.place, why), error), laterMs: 0 }
    } finally {
      clearTimeout(timer)
    }
  }

  async #ask({ method, key, headers, content }: S3Request, signal: AbortSignal): Promise<Answer> {
    const { base, region, credentials } = this.place
    const url = `${base}/${key}`
    const signed = await new AwsV4Signer({
      ...credentials,
      method,
      url,
      service: 's3',
      region,
      cache: this.#cache,
      // The storage itself compares what came with both: a cut upload is never kept.
      headers: {
        ...headers,
        'x-amz-content-sha256': content?.sha256 ?? ofNothing,
        ...(content ? { 'content-md5': content.md5 } : {}),
      },
    }).sign()
    return this.#http.request(url, {
      method,
      signal,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(content ? { 'content-length': String(content.sizeBytes) } : {}),
      },
      ...(content ? { body: content.open() } : {}),
    })
  }
}

/** No more than a refusal is long. */
async function textOf({ body }: Answer): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > mostRefusalBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

const ofLine =
  /^(?:UND_ERR_|E(?:CONN|HOST|NET|PIPE|TIMEDOUT|NOTFOUND|AI_)|ERR_(?:TLS|SSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

/** Why the line failed, in a word; null: something else did. */
function lineTrouble(error: unknown): string | null {
  if (error instanceof NotSentError) return error.message
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return 'it takes too long'
  const code = codeOf(error)
  return ofLine.test(code) ? code : null
}
