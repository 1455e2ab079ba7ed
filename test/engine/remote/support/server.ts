import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { Exchanger, type SocketLimits } from '../../../../src/engine/remote/exchange.ts'
import { Service } from '../../../../src/engine/remote/service.ts'

export interface Seen {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Scripted {
  url: string
  seen: Seen[]
  /** What every request is answered with from now on. */
  answer(script: Script): void
}

export type Script = (response: ServerResponse, seen: Seen) => void

/** An HTTP server on a port of its own that answers as it is told. */
export async function scriptedServer(first: Script = json(200, {})): Promise<Scripted> {
  let script = first
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, body: Buffer.concat(chunks).toString() }
      seen.push(one)
      script(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answer: (next) => {
      script = next
    },
  }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Script =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

export const raw =
  (status: number, body: string, headers: Record<string, string> = {}): Script =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

export const key = `svc_sk_${'k'.repeat(32)}`

/** The service's client at an address. */
export function serviceAt(url: string, limits?: SocketLimits): Service {
  const exchanger = new Exchanger(limits)
  onTestFinished(() => exchanger.close())
  return new Service(
    exchanger,
    async () => ({ base: url, key }),
    () => undefined,
  )
}
