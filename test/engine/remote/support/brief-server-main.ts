import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

// In a process of its own: ends connections that are idle for a moment, while whoever talks to it is busy. Each answer says
// how many connections there were.

const idleMs = 100
let connections = 0
const idle = new Map<Socket, NodeJS.Timeout>()
const server = createServer((request, response) => {
  const { socket } = request
  request.resume().on('end', () => {
    response.end(JSON.stringify({ connections }))
    clearTimeout(idle.get(socket))
    idle.set(
      socket,
      setTimeout(() => socket.end(), idleMs),
    )
  })
})
server.keepAliveTimeout = 0
server.on('connection', () => {
  connections += 1
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
