import type { IncomingMessage } from 'node:http'
import { type HttpRefusal, refuseHttp } from './answer.ts'
import { type Fields, isFields } from './fields.ts'

/** A body beyond its limit is read to its end but not kept: a client that is still sending would miss the answer. */
const mostDrainedBytes = 96 * 1024 * 1024

export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | 'too-large'> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes <= limitBytes) chunks.push(chunk)
    else chunks.length = 0
    if (sizeBytes > mostDrainedBytes) break
  }
  return sizeBytes > limitBytes ? 'too-large' : Buffer.concat(chunks)
}

type Refuse = (status: number, error: string) => HttpRefusal

/** §4: request bodies are JSON objects with the header `Content-Type: application/json`. */
export function parseObject(bytes: Buffer, contentType: string | undefined, refuseWith: Refuse = refuseHttp): Fields {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    throw refuseWith(400, 'the body must be JSON, sent with Content-Type: application/json')
  }
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refuseWith(400, 'the body is not valid JSON')
  }
  if (!isFields(value)) throw refuseWith(400, 'the body must be a JSON object')
  return value
}
