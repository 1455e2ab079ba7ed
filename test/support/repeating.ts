import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isRecord, type Json } from '../../src/domain/json.ts'

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

const isJson = (headers: Headers): boolean => (headers.get('content-type') ?? '').includes('json')

/** The same service at another address, where each JSON answer repeats the key that it was asked with, else the last one. */
export async function repeatedBy(service: { url: string }): Promise<{ url: string; close(): void }> {
  let own = ''
  let key = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
        headers.set(name, value)
    const sent = Buffer.concat(chunks)
    const text = sent.toString()
    const answer = await fetch(`${service.url}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length > 0 ? { body: isJson(headers) ? Buffer.from(text.replaceAll(own, service.url)) : sent } : {}),
    }).catch(() => null)
    if (answer === null) return void response.destroy()
    const type = answer.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await answer.arrayBuffer())
    key = /^Bearer (svc_sk_\w+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? key
    const said =
      key !== '' && isJson(answer.headers)
        ? Buffer.from(JSON.stringify(repeating(key)(JSON.parse(bytes.toString()))).replaceAll(service.url, own))
        : bytes
    response.writeHead(answer.status, { 'content-type': type, 'content-length': said.length })
    response.end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: own, close: () => void server.close() }
}
