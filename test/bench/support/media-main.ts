import { createServer } from 'node:http'

/** Gives the same two megabytes at every address: a service's media in a process of its own. */
const bytes = Buffer.alloc(2_000_000, 'printroom')
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length })
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.({ url: `http://127.0.0.1:${address.port}` })
})
process.on('disconnect', () => process.exit(0))
