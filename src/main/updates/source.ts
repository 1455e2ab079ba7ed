import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { codeOf } from '../../domain/error-code.ts'
import { isUpdateUrl } from '../../domain/updates/address.ts'
import { HttpClient } from '../../engine/remote/http-client.ts'
import type { ProxyRoute } from '../../engine/remote/network.ts'

/** Something about an update went wrong, in words. What was installed before works on as it is. */
export class UpdateError extends Error {
  override name = 'UpdateError'
}

const silentMs = 30_000
const mostHops = 5
const nothing = 'Nothing was installed.'

interface Wanted {
  sizeBytes: number
  /** Base64. */
  sha512: string
}

/** Sent with every request, and all of it but what form a body has: no cookie, no key, no number of this copy, no version of it. */
const headers = { accept: '*/*', 'cache-control': 'no-cache', 'user-agent': 'Printroom' }

type Answer = Awaited<ReturnType<HttpClient['request']>>

/** Fetches for updates over the way that was chosen in Settings. */
export class UpdateSource {
  readonly #client: HttpClient

  constructor(route: ProxyRoute, idleMs = silentMs) {
    this.#client = new HttpClient(route, { timeoutMs: 10_000, headersTimeout: idleMs, bodyTimeout: idleMs })
  }

  /**
   * A text that is not longer than it may be.
   * @throws UpdateError
   */
  async text(url: URL, mostBytes: number): Promise<string> {
    return this.#inWords(async () => {
      const { body } = await this.#get(url)
      const parts: Buffer[] = []
      let length = 0
      for await (const part of body as AsyncIterable<Buffer>) {
        length += part.length
        if (length > mostBytes)
          throw new UpdateError('The address answers with far more than a list of versions. Nothing was downloaded.')
        parts.push(part)
      }
      return Buffer.concat(parts).toString('utf8')
    })
  }

  /**
   * A file that must be just as long as it was said, and have the hash. Whatever else came stays at `path` for the caller
   * to remove.
   * @throws UpdateError
   */
  async save(url: URL, path: string, wanted: Wanted, onBytes: (done: number) => void): Promise<void> {
    await this.#inWords(async () => {
      const { body } = await this.#get(url)
      const hash = createHash('sha512')
      const file = await open(path, 'w', 0o600)
      let length = 0
      try {
        for await (const part of body as AsyncIterable<Buffer>) {
          length += part.length
          if (length > wanted.sizeBytes) throw new UpdateError(`${other} ${nothing}`)
          hash.update(part)
          await file.write(part)
          onBytes(length)
        }
        await file.sync()
      } finally {
        await file.close()
      }
      if (length < wanted.sizeBytes)
        throw new UpdateError(`The download broke off before its end, and was thrown away. ${nothing}`)
      if (hash.digest('base64') !== wanted.sha512) throw new UpdateError(`${other} ${nothing}`)
    })
  }

  /** Breaks off what is under way. */
  close(): void {
    void this.#client.close()
  }

  async #get(from: URL): Promise<Answer> {
    let url = from
    for (let hop = 0; hop <= mostHops; hop += 1) {
      // What began on https stays there, wherever it is sent on to.
      if (!isUpdateUrl(url) || (from.protocol === 'https:' && url.protocol !== 'https:'))
        throw new UpdateError(`The address sends on to one that is not safe. ${nothing}`)
      const answer = await this.#client.request(url, { method: 'GET', headers })
      const { statusCode, headers: told, body } = answer
      if (statusCode === 200) return answer
      await body.dump()
      const next = typeof told.location === 'string' ? URL.parse(told.location, url) : null
      if (statusCode < 300 || statusCode >= 400 || next === null) throw new UpdateError(statusWords(statusCode))
      url = next
    }
    throw new UpdateError(`The address sends on and on. ${nothing}`)
  }

  async #inWords<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof UpdateError) throw error
      throw new UpdateError(troubleWords(error), { cause: error })
    }
  }
}

const other = 'What came is not what the list of versions names, and was thrown away.'

const statusWords = (status: number): string =>
  status === 404 || status === 410
    ? `There is nothing about this system’s version at the address. ${nothing}`
    : `The address answers with an error (${status}). ${nothing}`

const troubleWords = (error: unknown): string =>
  diskWords(error) ?? `The address does not answer, or broke off. ${nothing}`

function diskWords(error: unknown): string | null {
  const code = codeOf(error)
  if (/^E(NOSPC|DQUOT)$/.test(code)) return `The disk is full. ${nothing}`
  if (/^E(ACCES|PERM|ROFS|IO)$/.test(code)) return `The update cannot be written to this disk. ${nothing}`
  return null
}

/** Why a version was not put in place, as a sentence. */
export const installWords = (error: unknown): string =>
  error instanceof UpdateError
    ? error.message
    : (diskWords(error) ?? `The system did not take the new version. ${nothing}`)

/** @returns whether a file is just that one; false where it cannot be read */
export function isSound(path: string, { sha512 }: Wanted): Promise<boolean> {
  return new Promise((resolve) => {
    const hash = createHash('sha512')
    createReadStream(path, { highWaterMark: 1024 * 1024 })
      .on('data', (part) => hash.update(part))
      .on('error', () => resolve(false))
      .on('end', () => resolve(hash.digest('base64') === sha512))
  })
}
