import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that lets nobody through and remembers where they wanted to go. */
export async function closedProxy(): Promise<{ address: string; wanted: string[] }> {
  const wanted: string[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    wanted.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, wanted }
}
