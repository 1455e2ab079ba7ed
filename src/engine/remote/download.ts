import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Dispatcher } from 'undici'
import { codeOf } from '../../domain/error-code.ts'
import { isOwnAddress } from '../../domain/form/address.ts'
import { answered, fileLimitMs, OtherDiskError } from '../platform/disk-answer.ts'
import { atLater, syncHandle } from '../platform/failpoints.ts'
import { ownFile } from '../platform/own-rights.ts'
import { sanitizeText } from '../platform/text.ts'
import { DownloadError } from './download-error.ts'
import { Guard } from './guard.ts'
import { HttpClient, NotSentError } from './http-client.ts'
import { directRoute, type ProxyRoute } from './network.ts'
import { asMade, tooLarge } from './packed-file.ts'
import { isRest, type Resumable, restHeaders, resumableOf } from './resume.ts'
import { retryAfter } from './retry-after.ts'
import { mustFit } from './room.ts'

export interface Downloaded {
  sha256: string
  sizeBytes: number
  /** The line said how long it is, packed or not, and so much came. */
  isLengthTold: boolean
}

/** A result is an image or a short video; more than this is not one. */
const maxBytes = 1024 * 1024 * 1024
/** How long a line may be silent, in real time. */
const defaultIdleMs = 30_000
/** As long as connecting may take: what is alive has begun to answer by then, and what is slow is tried again with patience. */
const defaultSoonMs = 10_000
const maxRedirects = 3
/** How often a line that is cut is taken up again at once; later it is fetched anew. */
const mostResumes = 3

/** What a line has to bring: so many bytes in every window of so long, in real time. */
export interface LeastPace {
  windowMs: number
  bytes: number
}

/** 8 kB a second: a slow but honest line brings more, and what drips gives its place to another file. */
const defaultPace: LeastPace = { windowMs: 60_000, bytes: 480_000 }

export interface DownloadOptions {
  /** How long a line may be silent, in real time. */
  idleMs?: number | undefined
  /** How long an address may take to answer anything at all where it is given up soon, in real time. */
  soonMs?: number
  route?: ProxyRoute | undefined
  pace?: LeastPace
  /** Which hosts may lie inside a private network: none where this is left out. */
  mayBeInside?: (host: string) => boolean
}

/** Fetches results. Never with a bearer: media may lie on other hosts (O12, A14). */
export class Downloader {
  readonly #public: HttpClient
  /** To a service on this computer itself: never through a proxy. */
  readonly #own: HttpClient
  readonly #isProxied: boolean
  readonly #ownOrigin: () => Promise<string | null>
  readonly #pace: LeastPace
  readonly #idleMs: number
  readonly #soonMs: number
  readonly #guard: Guard

  /** @param ownOrigin origin of a configured loopback service, the only loopback address that may be fetched from */
  constructor(
    ownOrigin: () => Promise<string | null>,
    {
      idleMs = defaultIdleMs,
      soonMs = defaultSoonMs,
      route = directRoute,
      pace = defaultPace,
      mayBeInside = () => false,
    }: DownloadOptions = {},
  ) {
    this.#ownOrigin = ownOrigin
    this.#pace = pace
    this.#idleMs = idleMs
    this.#soonMs = Math.min(soonMs, idleMs)
    this.#guard = new Guard(mayBeInside)
    this.#isProxied = route.proxy !== null
    const limits = { timeoutMs: 10_000, headersTimeout: idleMs, bodyTimeout: idleMs }
    this.#own = new HttpClient(directRoute, limits)
    this.#public = new HttpClient(route, { lookup: this.#guard.lookup, ...limits })
  }

  /**
   * Streams a file to `path` (made new, synced before it returns), hashing on the way.
   * @param mostBytes more than this is refused and not kept
   * @param isSoon whether it is given up soon where nothing answers: for who tries again, with more patience
   * @param folder of the disk that it is written to, where that may not answer (disk-answer.ts)
   * @throws DownloadError with a sentence for a designer; NoRoomError before anything is fetched, or the disk's own error
   */
  async fetchTo(
    address: string,
    path: string,
    mostBytes = maxBytes,
    isSoon = false,
    folder = dirname(path),
  ): Promise<Downloaded> {
    let url = parse(address)
    // On a full disk nobody is asked for anything.
    await answered(folder, () => mustFit(path, 0))
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const response = await this.#get(url, {}, isSoon ? this.#soonMs : this.#idleMs)
      const { statusCode, headers, body } = response
      if (statusCode >= 300 && statusCode < 400 && typeof headers.location === 'string') {
        discard(body)
        url = parse(headers.location, url)
        continue
      }
      if (statusCode !== 200 && !isWholePart(response)) {
        discard(body)
        throw refusalOf(response)
      }
      const said = Number(headers['content-length'])
      if (said <= mostBytes)
        await answered(folder, () => mustFit(path, said)).catch((error: unknown) => {
          discard(body)
          throw error
        })
      const isLengthTold = Number.isFinite(said)
      const whole = this.#wholeOf(url, response)
      const file = asMade(isLengthTold ? soLong(whole, said) : whole, headers, mostBytes)
      try {
        return await save(file, { path, folder }, isLengthTold, mostBytes)
      } finally {
        // What unpacks it, or a disk, may have come to its end before it.
        discard(body)
      }
    }
    throw new DownloadError('The file’s address leads on and on. It was not fetched.', true)
  }

  /** A file as it comes. Where its line is cut and the server gives parts, the rest is asked for on another one. */
  async *#wholeOf(url: URL, { headers, body: first }: Dispatcher.ResponseData): AsyncGenerator<Uint8Array> {
    const resumable = resumableOf(headers)
    let body: Body = first
    let come = 0
    for (let asked = 0; ; asked += 1) {
      const pace = keepPace(body, this.#pace)
      const before = come
      try {
        for await (const chunk of body) {
          pace.came(chunk.length)
          come += chunk.length
          yield chunk
        }
        return
      } catch (error) {
        // What came too slowly gives its place to another file; what brought nothing brings nothing the next time.
        if (error instanceof DownloadError || !resumable || come === before || asked === mostResumes) throw error
        const rest = await this.#restOf(url, resumable, come)
        if (rest === null) throw error
        body = rest
      } finally {
        pace.stop()
      }
    }
  }

  /** Null where it is not the rest of that very file. */
  async #restOf(url: URL, resumable: Resumable, from: number): Promise<Body | null> {
    const response = await this.#get(url, restHeaders(resumable, from), this.#idleMs)
    if (isRest(response, resumable, from)) return response.body
    discard(response.body)
    return null
  }

  async #get(url: URL, headers: Record<string, string>, headersTimeout: number): Promise<Dispatcher.ResponseData> {
    const own = isOwnAddress(url, await this.#ownOrigin())
    if (!own) {
      if (url.protocol !== 'https:') throw new DownloadError(unsafeWords(url), true)
      // A proxy looks the name up itself; what this computer knows of it is looked at before.
      const refusal =
        this.#guard.refusalOfWritten(url.hostname) ??
        (this.#isProxied ? await this.#guard.refusalOfKnown(url.hostname) : null)
      if (refusal) throw refusal
    }
    try {
      const client = own ? this.#own : this.#public
      return await atLater('download', () => client.request(url, { method: 'GET', headers, headersTimeout }))
    } catch (error) {
      if (error instanceof DownloadError) throw error
      if (error instanceof NotSentError) throw new DownloadError(error.message)
      throw new DownloadError('The file’s address does not answer.')
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#public.close(), this.#own.close()])
  }
}

/** An answer that is no file. What puts it off says that the address lives (§7.2: `Retry-After` is authoritative). */
function refusalOf({ statusCode, headers }: Dispatcher.ResponseData): DownloadError {
  const message = `The file’s address answered ${statusCode}.`
  const isDead = [401, 403, 404, 410].includes(statusCode)
  const laterMs = isDead ? null : retryAfter(headers['retry-after'], headers.date)
  return new DownloadError(message, isDead, { laterMs })
}

/**
 * A part that is all of it, though nobody asked for parts: from its first byte to its last, or without a word of which part.
 * What is cut all the same is seen when the file is looked into.
 */
function isWholePart({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  if (statusCode !== 206 || /^multipart\//i.test(String(headers['content-type'] ?? ''))) return false
  const range = headers['content-range']
  if (range === undefined) return true
  const [, last, size] = /^bytes 0-(\d+)\/(\d+)$/.exec(String(range)) ?? []
  return size !== undefined && Number(last) === Number(size) - 1
}

/** @param from the address that led on to this one, which may then be a relative one */
function parse(address: string, from?: URL): URL {
  const url = URL.parse(address, from)
  if (url === null) throw new DownloadError('The service gave an address that cannot be read.', true)
  return url
}

/** Anybody on the way could change what comes over http, and it would be filed as what was paid for. */
const unsafeWords = ({ protocol, hostname }: URL): string =>
  `The file’s address begins with ${sanitizeText(protocol)}${hostname === '' ? '' : `//${sanitizeText(hostname)}`} and not with https://, so it was not fetched. Nothing more will be charged for it. The service is asked for another address by itself; if it goes on naming this one, tell those who run it.`

type Body = Dispatcher.ResponseData['body']

/** Nobody reads it: its line ends here, since it may drip for ever. */
function discard(body: Body): void {
  body.on('error', () => undefined)
  body.destroy()
}

/** Breaks off a body that brings too little. */
function keepPace(body: Body, { windowMs, bytes }: LeastPace): { came: (sizeBytes: number) => void; stop: () => void } {
  let come = 0
  const timer = setInterval(() => {
    if (come < bytes) body.destroy(new DownloadError('The file came so slowly that it was not waited for to its end.'))
    come = 0
  }, windowMs)
  return {
    came: (sizeBytes) => {
      come += sizeBytes
    },
    stop: () => clearInterval(timer),
  }
}

/** A body as it comes, packed or not, which the line says is so long. */
async function* soLong(body: AsyncIterable<Uint8Array>, said: number): AsyncGenerator<Uint8Array> {
  let come = 0
  for await (const chunk of body) {
    come += chunk.length
    yield chunk
  }
  if (come !== said) throw new DownloadError('The file came cut short.')
}

/** `folder`: of the disk, as it is asked for answers. */
interface Target {
  path: string
  folder: string
}

async function save(
  body: AsyncIterable<Uint8Array>,
  target: Target,
  isLengthTold: boolean,
  mostBytes: number,
): Promise<Downloaded> {
  const { folder } = target
  const file = await opened(target)
  let isWhole = false
  try {
    const saved = await copy(body, file, folder, isLengthTold, mostBytes)
    isWhole = true
    return saved
  } finally {
    const closed = answered(folder, () => file.close())
    // What went wrong before is what is told.
    await (isWhole ? closed : closed.catch(() => undefined))
  }
}

async function opened({ path, folder }: Target): Promise<FileHandle> {
  let isWaitedFor = true
  const act = async (): Promise<FileHandle> => {
    const file = await open(path, 'w', ownFile)
    // A disk that answers after all has opened it for nobody.
    if (!isWaitedFor) await file.close()
    return file
  }
  return answered(folder, act).catch((error: unknown) => {
    isWaitedFor = false
    throw error
  })
}

async function copy(
  body: AsyncIterable<Uint8Array>,
  file: FileHandle,
  folder: string,
  isLengthTold: boolean,
  mostBytes: number,
): Promise<Downloaded> {
  const hash = createHash('sha256')
  const writer = new Writer(file, folder)
  let sizeBytes = 0
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.length
      if (sizeBytes > mostBytes) throw new DownloadError(tooLarge)
      hash.update(chunk)
      await writer.add(chunk)
    }
    await writer.end()
  } catch (error) {
    if (error instanceof DownloadError || error instanceof OtherDiskError || isDiskError(error)) throw error
    throw new DownloadError('The connection broke while the file was on its way.')
  }
  if (sizeBytes === 0) throw new DownloadError('The file came empty.')
  await answered(folder, () => syncHandle('result sync', file), fileLimitMs(sizeBytes))
  return { sha256: hash.digest('hex'), sizeBytes, isLengthTold }
}

/** So much is written at once: a call for each chunk of the line costs more than the writing. */
const pieceBytes = 512 * 1024

/** Writes in the order of adding, while the next chunks already come in; at most two pieces are in memory. */
class Writer {
  readonly #file: FileHandle
  readonly #folder: string
  #piece: Uint8Array[] = []
  #pieceBytes = 0
  #underWay: Promise<void> = Promise.resolve()

  constructor(file: FileHandle, folder: string) {
    this.#file = file
    this.#folder = folder
  }

  async add(chunk: Uint8Array): Promise<void> {
    this.#piece.push(chunk)
    this.#pieceBytes += chunk.length
    if (this.#pieceBytes >= pieceBytes) await this.#write()
  }

  async end(): Promise<void> {
    await this.#write()
    await this.#underWay
  }

  async #write(): Promise<void> {
    await this.#underWay
    const piece = Buffer.concat(this.#piece)
    this.#piece = []
    this.#pieceBytes = 0
    this.#underWay = answered(this.#folder, () => this.#file.writeFile(piece), fileLimitMs(piece.length))
    // Heard of at the next piece or at the end; until then it is nobody's.
    this.#underWay.catch(() => undefined)
  }
}

const isDiskError = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES'].includes(codeOf(error))
