import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../../src/domain/json.ts'

interface Asked {
  path: string
  /** The key that it was asked with, else the last one; empty where there was none yet. */
  key: string
}

const isJson = (headers: Headers): boolean => (headers.get('content-type') ?? '').includes('json')

/** The same service at another address, where each JSON answer is what `change` makes of it. */
export async function changedBy(
  service: { url: string },
  change: (body: Json, asked: Asked) => Json,
): Promise<{ url: string; close(): void }> {
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
    const path = request.url ?? ''
    const answer = await fetch(`${service.url}${path}`, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length > 0 ? { body: isJson(headers) ? Buffer.from(text.replaceAll(own, service.url)) : sent } : {}),
    }).catch(() => null)
    if (answer === null) return void response.destroy()
    const type = answer.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await answer.arrayBuffer())
    key = /^Bearer (svc_sk_\w+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? key
    const said = isJson(answer.headers)
      ? Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString()), { path, key })).replaceAll(service.url, own))
      : bytes
    response.writeHead(answer.status, { 'content-type': type, 'content-length': said.length })
    response.end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: own, close: () => void server.close() }
}
