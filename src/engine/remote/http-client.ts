import { setImmediate } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { asItIs } from './content-coding.ts'
import { dispatcherFor, type HttpClientOptions, type ProxyRoute } from './network.ts'
import { undici } from './undici.ts'
import { userAgent } from './user-agent.ts'

/** There is no line to send on: nothing has left this computer. The message says why. */
export class NotSentError extends Error {
  override name = 'LineError'
}

type RequestOptions = Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'headers'> & {
  headers?: Record<string, string>

  /** Asked in the very moment in which it would leave, when all that takes time is done. */
  mayLeave?: () => boolean
}

/**
 * A way in use: its connections are made with the first request, as the system's certificates take a moment to read, and
 * never again once it was closed.
 */
export class HttpClient {
  readonly #route: ProxyRoute
  readonly #options: HttpClientOptions
  /** For addresses with TLS, and for those without, which need no certificates. */
  readonly #made = new Map<boolean, Promise<Dispatcher>>()
  #isClosed = false

  constructor(route: ProxyRoute, options: HttpClientOptions) {
    this.#route = route
    this.#options = options
  }

  /**
   * One request, for a body as it is, which says who asks unless its caller says less: no retries, no redirects, no cookies.
   * @throws NotSentError where nothing can have been sent, and undici's own errors
   */
  async request(
    url: string | URL,
    { mayLeave, headers, ...options }: RequestOptions,
  ): Promise<Dispatcher.ResponseData> {
    const dispatcher = await this.#dispatcher(new URL(url).protocol !== 'http:')
    const { request } = await undici()
    await heardOfEnds()
    // Closed while it was made.
    if (this.#isClosed) throw new NotSentError(closing)
    if (mayLeave && !mayLeave()) throw new NotSentError(heldBack)
    return await request(url, { ...options, headers: { 'user-agent': userAgent, ...asItIs, ...headers }, dispatcher })
  }

  /** Breaks off what is under way, and lets nothing begin any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#made.values()].map(async (made) => (await made.catch(() => null))?.destroy()))
  }

  async #dispatcher(isSecure: boolean): Promise<Dispatcher> {
    if (this.#isClosed) throw new NotSentError(closing)
    const made = this.#made.get(isSecure) ?? dispatcherFor(this.#route, isSecure, this.#options)
    this.#made.set(isSecure, made)
    try {
      return await made
    } catch (cause) {
      // Not kept: what stood in the way may be gone with the next request.
      this.#made.delete(isSecure)
      throw new NotSentError(this.#route.proxy === null ? unready : badProxy, { cause })
    }
  }
}

/**
 * Where this thread was busy for seconds, what servers have ended meanwhile is not heard of yet, and whatever is sent on such
 * a connection is lost, with nobody knowing whether it arrived. The first turn may belong to events that were there before
 * the work; by the end of the second the system was asked.
 */
async function heardOfEnds(): Promise<void> {
  await setImmediate()
  await setImmediate()
}

const heldBack = 'It was held back in the moment in which it would have been sent.'
const closing = 'Printroom is closing.'
const unready = 'This computer let Printroom open no connection.'
const badProxy = 'The proxy, of Settings or of this system, has an address that cannot be used. Change it in Settings.'
