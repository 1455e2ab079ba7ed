import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import type { PaidBody } from '../../domain/request/receipt.ts'
import { sha256Of } from '../platform/checksum.ts'

type Part = PaidBody['parts'][number]
type FilePart = Exclude<Part, { text: string }>

/** The stored body no longer is what was approved; nothing is sent with it. */
export class BodyChangedError extends Error {
  override name = 'BodyChangedError'
}

/**
 * The bytes of a body, joined from its parts. Read anew at each send and checked against the stored hash.
 * @param bodies this home's folder of prepared pictures
 */
export async function bytesOf(body: PaidBody, bodies: string): Promise<Uint8Array> {
  const joined = await joinParts(body.parts, bodies)
  if (createHash('sha256').update(joined).digest('hex') !== body.sha256)
    throw new BodyChangedError('The stored request no longer matches its receipt.')
  return joined
}

async function joinParts(parts: Part[], bodies: string): Promise<Uint8Array> {
  const pieces = await Promise.all(
    parts.map(async (part) =>
      Buffer.from('text' in part ? part.text : (await prepared(part, bodies)).toString('base64')),
    ),
  )
  return Buffer.concat(pieces)
}

/**
 * A prepared picture, by its content's name in this home first: the path that a receipt has is that of the day it was
 * written, and the home may have moved since, or be a copy of one that lies there still.
 */
async function prepared({ base64File, sha256 }: FilePart, bodies: string): Promise<Buffer> {
  const own = await ifThere(join(bodies, sha256))
  if (own !== null && sha256Of(own) === sha256) return own
  const other = await ifThere(base64File)
  if (other !== null && sha256Of(other) === sha256) return other
  throw new BodyChangedError(
    own === null && other === null
      ? 'A prepared picture of the request is no longer there.'
      : 'A prepared picture no longer matches its receipt.',
  )
}

const ifThere = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null
    throw error
  })

/** Seals a body: from here on these are the bytes, for life. */
export async function sealBody(parts: Part[], bodies: string): Promise<PaidBody> {
  const joined = await joinParts(parts, bodies)
  return { parts, sha256: createHash('sha256').update(joined).digest('hex'), sizeBytes: joined.length }
}
