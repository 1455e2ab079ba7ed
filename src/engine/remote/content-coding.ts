import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { IncomingHttpHeaders } from 'undici/types/header.js'
import { codeOf } from '../../domain/error-code.ts'

/**
 * What is asked for: bodies as they are (RFC 9110 §12.5.3). Without a word any coding would do. What was stored packed is
 * given packed all the same by many servers, so it is understood too.
 */
export const asItIs = { 'accept-encoding': 'identity' } as const

/** A body cannot be unpacked: its coding is `unknown`, it ends before its end (`cut`), is `damaged`, or becomes too `large`. */
export class CodingError extends Error {
  override name = 'CodingError'
  readonly trouble: 'unknown' | 'cut' | 'damaged' | 'large'
  /** As the header names it. */
  readonly coding: string
  constructor(trouble: CodingError['trouble'], coding: string, cause?: unknown) {
    super(`${coding}: ${trouble}`, { cause })
    this.trouble = trouble
    this.coding = coding
  }
}

/** No server packs a body so often; each time costs memory. */
const mostCodings = 4

/**
 * What a body is packed in, in the order in which it was done (RFC 9110 §8.4); none where it is as it is. Lower case.
 */
export function codingsOf({ 'content-encoding': said = [] }: IncomingHttpHeaders): string[] {
  return [said]
    .flat()
    .flatMap((line) => line.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
}

/** Of a zstd body: what RFC 9659 lets a sender ask of whoever reads it, 8 MiB. */
const zstdWindowLog = 23

/** @param first the first bytes of the body, at least one */
function unpackerOf(coding: string, first: Uint8Array): Transform & { readonly bytesWritten: number } {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      // Many have sent it without the head that belongs to it (RFC 9110 §8.4.1.2).
      return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } })
    default:
      throw new CodingError('unknown', coding)
  }
}

const known: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/**
 * A body as it was before it was packed. No more of it is in memory than what is passed on, and none is taken for whole
 * without its end.
 * @param codings as `codingsOf` has them
 * @param mostBytes of the body as it comes, and again after each unpacking
 * @throws CodingError, and whatever the body throws
 */
export async function* unpacked(
  body: AsyncIterable<Uint8Array>,
  codings: readonly string[],
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  const strange = codings.find((coding) => !known.has(coding))
  if (strange !== undefined) throw new CodingError('unknown', strange)
  if (codings.length > mostCodings) throw new CodingError('unknown', codings.join(', '))
  let plain = body
  for (const coding of codings.toReversed()) plain = once(plain, coding, mostBytes)
  yield* plain
}

async function* once(body: AsyncIterable<Uint8Array>, coding: string, mostBytes: number): AsyncGenerator<Uint8Array> {
  const packed = new Packed(body, () => new CodingError('large', coding), mostBytes)
  let come = 0
  try {
    for (let first = await packed.next(); first !== null; first = await packed.next()) {
      const unpacker = unpackerOf(coding, first)
      // Heard of where it is read; once that is over it is nobody's.
      unpacker.on('error', () => undefined)
      const feeding = feed(unpacker, first, packed)
      for await (const chunk of unpacker as AsyncIterable<Uint8Array>) {
        come += chunk.length
        if (come > mostBytes) throw new CodingError('large', coding)
        yield chunk
      }
      await feeding
      // A body of several frames: Node unpacks the first alone and says nothing of the others. Of the other codings gzip is
      // read on by itself, and behind the end of the rest there is nothing that belongs to it.
      if (coding !== 'zstd') return
    }
  } catch (error) {
    if (packed.failure !== null) throw packed.failure
    if (error instanceof CodingError) throw error
    throw new CodingError(codeOf(error) === 'Z_BUF_ERROR' ? 'cut' : 'damaged', coding, error)
  } finally {
    packed.leave()
  }
}

/** Gives an unpacker one chunk after another, as it takes them; what it has no use for, being at its end, is put back. */
async function feed(unpacker: Transform & { readonly bytesWritten: number }, first: Uint8Array, packed: Packed) {
  try {
    let given = 0
    for (let chunk: Uint8Array | null = first; chunk !== null; chunk = await packed.next()) {
      given += chunk.length
      await taken(unpacker, chunk)
      if (unpacker.bytesWritten === given) continue
      packed.putBack(chunk.subarray(chunk.length - (given - unpacker.bytesWritten)))
      return
    }
    unpacker.end()
  } catch (error) {
    unpacker.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Also where it has come to its end, or broke, before it took all. */
function taken(unpacker: Transform, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => resolve()
    unpacker.once('close', done)
    unpacker.write(chunk, () => {
      unpacker.off('close', done)
      resolve()
    })
  })
}

/** What comes packed, chunk by chunk. */
class Packed {
  /** What it ended with, if not with its end. */
  failure: unknown = null
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #tooLarge: () => Error
  readonly #mostBytes: number
  #come = 0
  #back: Uint8Array | null = null

  constructor(body: AsyncIterable<Uint8Array>, tooLarge: () => Error, mostBytes: number) {
    this.#chunks = body[Symbol.asyncIterator]()
    this.#tooLarge = tooLarge
    this.#mostBytes = mostBytes
  }

  /** At least one byte; null at its end. */
  async next(): Promise<Uint8Array | null> {
    const back = this.#back
    this.#back = null
    if (back !== null) return back
    try {
      for (;;) {
        const { done, value } = await this.#chunks.next()
        if (done) return null
        this.#come += value.length
        if (this.#come > this.#mostBytes) throw this.#tooLarge()
        if (value.length > 0) return value
      }
    } catch (error) {
      this.failure = error
      throw error
    }
  }

  putBack(rest: Uint8Array): void {
    this.#back = rest.length > 0 ? rest : null
  }

  /** Nobody reads it any more. */
  leave(): void {
    void this.#chunks.return?.()?.catch(() => undefined)
  }
}
