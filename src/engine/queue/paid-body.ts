import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { codeOf } from '../../domain/error-code.ts'
import type { PaidBody } from '../../domain/request/receipt.ts'
import { sha256Of } from '../store/checksum.ts'

type Part = PaidBody['parts'][number]

/** The stored body no longer is what was approved; nothing is sent with it. */
export class BodyChangedError extends Error {
  override name = 'BodyChangedError'
}

/** The bytes of a body, joined from its parts. Read anew at each send and checked against the stored hash. */
export async function bytesOf(body: PaidBody): Promise<Uint8Array> {
  const joined = await join(body.parts)
  if (createHash('sha256').update(joined).digest('hex') !== body.sha256)
    throw new BodyChangedError('The stored request no longer matches its receipt.')
  return joined
}

async function join(parts: Part[]): Promise<Uint8Array> {
  const pieces = await Promise.all(
    parts.map(async (part) => {
      if ('text' in part) return Buffer.from(part.text)
      const bytes = await readFile(part.base64File).catch((error: unknown) => {
        const isGone = codeOf(error) === 'ENOENT'
        throw isGone ? new BodyChangedError('A prepared picture of the request is no longer there.') : error
      })
      if (sha256Of(bytes) !== part.sha256)
        throw new BodyChangedError('A prepared picture no longer matches its receipt.')
      return Buffer.from(bytes.toString('base64'))
    }),
  )
  return Buffer.concat(pieces)
}

/** Seals a body: from here on these are the bytes, for life. */
export async function sealBody(parts: Part[]): Promise<PaidBody> {
  const joined = await join(parts)
  return { parts, sha256: createHash('sha256').update(joined).digest('hex'), sizeBytes: joined.length }
}
