import { isRecord, type Json } from '../../src/domain/json.ts'
import { changedBy } from './changing-line.ts'

/** What the way of an order hangs by, or a schema: with the key in it nothing would come so far as to be kept or shown. */
const ownWords: readonly string[] = [
  'generationId',
  'jobId',
  'requestId',
  'imageUrl',
  'status',
  'code',
  'mediaType',
  'media_type',
  'type',
  'format',
  'id',
  'endpoint',
]

/** A price in other words is none, and a schema with other words takes no order. */
const wholes: readonly string[] = ['pricing', 'inputSchema', 'extra_config']

/** An answer with the key in each member that has no meaning for the order's way, and in one more of each kind. */
export function repeating(key: string): (body: Json) => Json {
  const told = (node: Json): Json => {
    if (typeof node === 'string') return node
    if (Array.isArray(node)) return node.map(told)
    if (!isRecord(node)) return node
    const members = Object.entries(node).map(([name, value]): [string, Json] => {
      if (wholes.includes(name)) return [name, value]
      const isText = typeof value === 'string' && !ownWords.includes(name) && !value.startsWith('http')
      return [name, isText ? `${value} ${key}` : told(value)]
    })
    return { [key]: key, ...Object.fromEntries(members) }
  }
  return (body) => {
    if (!isRecord(body)) return body
    const unsaid: Json = { failureCode: key, submissionStatus: key, modelId: key, aspectRatio: key, creditsStatus: key }
    const odd: Json = {
      error: `no, ${key}`,
      creditsUsed: body.creditsUsed ?? key,
      credits: { purchased: key, daily: 5 },
    }
    return told({ ...unsaid, ...(isRecord(body.pricing) ? {} : odd), retryParameters: { key }, ...body })
  }
}

/** The same service at another address, where each JSON answer repeats the key that it was asked with, else the last one. */
export const repeatedBy = (service: { url: string }): Promise<{ url: string; close(): void }> =>
  changedBy(service, (body, { key }) => (key === '' ? body : repeating(key)(body)))
