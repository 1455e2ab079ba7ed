import type { IncomingHttpHeaders } from 'undici/types/header.js'

/** What makes the rest of a file the rest of that very file. */
export interface Resumable {
  /** Of its exact bytes: a time, or a weak tag (“W/…”), may be shared by two versions of a file. */
  etag: string
  sizeBytes: number
}

/** Null where the server has not said that it gives parts, of how much, and by what the file is known. */
export function resumableOf(headers: IncomingHttpHeaders): Resumable | null {
  const { etag } = headers
  const sizeBytes = Number(headers['content-length'])
  const isKnown = typeof etag === 'string' && /^"[^"]*"$/.test(etag) && Number.isSafeInteger(sizeBytes) && sizeBytes > 0
  return isKnown && headers['accept-ranges'] === 'bytes' && headers['content-encoding'] === undefined
    ? { etag, sizeBytes }
    : null
}

/** @param from how much of it is here */
export const restHeaders = ({ etag }: Resumable, from: number): Record<string, string> => ({
  range: `bytes=${from}-`,
  'if-range': etag,
})

/** Whether an answer is the rest of that very file, from there to its end. */
export const isRest = (
  { statusCode, headers }: { statusCode: number; headers: IncomingHttpHeaders },
  { etag, sizeBytes }: Resumable,
  from: number,
): boolean =>
  statusCode === 206 &&
  headers['content-range'] === `bytes ${from}-${sizeBytes - 1}/${sizeBytes}` &&
  (headers.etag === undefined || headers.etag === etag) &&
  headers['content-encoding'] === undefined
