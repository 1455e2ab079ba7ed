import { createReadStream, statSync } from 'node:fs'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { askHandler, protocol } from './protocol.mjs'

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.txt': 'text/plain',
}

export const net = {
  online: true,
  isOnline: () => true,
  /** As Electron's, it also reads files and the app's own schemes. */
  async fetch(input, init) {
    const request = new Request(input instanceof URL ? input.href : input, init)
    const url = new URL(request.url)
    if (url.protocol === 'file:') return readFile(fileURLToPath(url))
    if (protocol.isProtocolHandled(url.protocol.slice(0, -1)) && !init?.bypassCustomProtocolHandlers)
      return askHandler(request)
    return fetch(request)
  },
}

function readFile(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new Error('net::ERR_FILE_NOT_FOUND')
  const headers = {
    'content-type': types[extname(path).toLowerCase()] ?? 'application/octet-stream',
    'content-length': String(stat.size),
  }
  return new Response(Readable.toWeb(createReadStream(path)), { headers })
}
