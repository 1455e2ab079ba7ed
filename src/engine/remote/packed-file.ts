import type { IncomingHttpHeaders } from 'undici/types/header.js'
import { beginsAsResult } from '../images/sniff-file.ts'
import { sanitizeText } from '../platform/text.ts'
import { CodingError, codingsOf, unpacked } from './content-coding.ts'
import { DownloadError } from './download-error.ts'

/** As far as a picture or a film is known by. */
const headBytes = 4096

/**
 * A file as it was made, whatever it is packed in on its way (RFC 9110 §8.4). What begins as a picture or a film is none of
 * that, whatever is said of it: many a file is stored with a coding that is not its own, and was paid for.
 * @param file as it comes, to its end
 * @param mostBytes of it as it comes, and as it was made
 * @throws DownloadError with a sentence for a designer, and whatever the file throws
 */
export async function* asMade(
  file: AsyncIterable<Uint8Array>,
  headers: IncomingHttpHeaders,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  const codings = codingsOf(headers)
  if (codings.length === 0) return yield* file
  const chunks = file[Symbol.asyncIterator]()
  try {
    const head = await headOf(chunks)
    const whole = followed(head, chunks)
    yield* beginsAsResult(head) ? whole : unpacked(whole, codings, mostBytes)
  } catch (error) {
    throw error instanceof CodingError ? new DownloadError(wordsOf(error)) : error
  } finally {
    void chunks.return?.()?.catch(() => undefined)
  }
}

async function headOf(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const head: Uint8Array[] = []
  let size = 0
  while (size < headBytes) {
    const { done, value } = await chunks.next()
    if (done) break
    head.push(value)
    size += value.length
  }
  return Buffer.concat(head)
}

async function* followed(head: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}

function wordsOf({ trouble, coding }: CodingError): string {
  const name = sanitizeText(coding).slice(0, 40)
  switch (trouble) {
    case 'cut':
      return 'The file came cut short.'
    case 'large':
      return tooLarge
    case 'damaged':
      return `The file came packed (“${name}”) and could not be unpacked.`
    case 'unknown':
      return `The file came packed in a way that Printroom does not know (“${name}”).`
  }
}

export const tooLarge = 'The file is larger than any result should be. It was not kept.'
